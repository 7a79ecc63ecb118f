/** `annals check --redacted DIR`: fails where a raw log lies among redacted copies. Never prints a secret. */
import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { checkCopy } from "../archive/copy/index.ts";
import { leakLine } from "../redact/index.ts";
import { UsageError } from "../system/usage-error.ts";
import { count } from "../text/format.ts";
import type { Arguments } from "./arguments.ts";
import { readConfig } from "./config.ts";
import { usualCopy } from "./keep-redacted.ts";
import { print, write } from "./terminal.ts";

export async function checkRedacted(options: Arguments): Promise<number> {
  const { redact } = readConfig(options.config);
  const folders = options.sources.length === 0 ? [usualCopy] : options.sources;
  let isClean = true;
  for (const folder of folders) if (!(await isFolderClean(folder, options, redact))) isClean = false;
  return isClean ? 0 : 1;
}

async function isFolderClean(
  named: string,
  { isJson }: Arguments,
  redact: Parameters<typeof checkCopy>[1],
): Promise<boolean> {
  const folder = resolve(named);
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    throw new UsageError(`There is no folder "${named}"; annals keep --redacted --store ${named} makes one.`);
  const { files, foreign, leaks } = checkCopy(folder, redact);
  const isClean = foreign.length === 0 && leaks.length === 0;
  if (isJson) await write(`${JSON.stringify({ copy: folder, files, foreign, leaks }, null, 2)}\n`);
  else {
    for (const path of foreign)
      await print(`${path}:1  not-redacted  not as annals keep --redacted wrote it: a raw log, or changed since\n`);
    for (const leak of leaks) await print(`${leakLine(leak)}\n`);
    await print(
      isClean
        ? `Nothing was found: ${count(files, "file")} of "${folder}" are as annals keep --redacted wrote them.\n`
        : `"${folder}" must not be published: ${count(foreign.length, "file")} not redacted, ${count(leaks.length, "place")} with what should not be seen.\n`,
    );
  }
  return isClean;
}
