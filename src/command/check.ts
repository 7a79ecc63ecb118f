/** `annals check`: what redaction finds in logs, or what a finished site still holds. Never prints a secret. */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { createLibrary } from "../library/index.ts";
import { createRedactor, findingCounts, findingLine, leakLine, scanFolder } from "../redact/index.ts";
import { marker } from "../site/own-files.ts";
import { isWithoutLogs } from "../site/without-logs.ts";
import type { Arguments } from "./arguments.ts";
import { readConfig } from "./config.ts";
import { keepOf } from "./filter.ts";
import { findSources } from "./sources.ts";
import { write } from "./terminal.ts";

export async function check(options: Arguments): Promise<number> {
  const { redact } = readConfig(options.config);
  const [first] = options.sources;
  if (first !== undefined && existsSync(join(resolve(first), marker)))
    return checkSite(resolve(first), options, redact);
  return checkLogs(options, redact);
}

type RedactConfig = ReturnType<typeof readConfig>["redact"];

async function checkSite(folder: string, options: Arguments, redact: RedactConfig): Promise<number> {
  const leaks = await scanFolder(folder, { ...redact, skip: isWithoutLogs });
  if (options.isJson) await write(`${JSON.stringify({ site: folder, leaks }, null, 2)}\n`);
  else {
    for (const leak of leaks) await write(`${leakLine(leak)}\n`);
    await write(
      leaks.length === 0 ? "Nothing was found.\n" : `${leaks.length} places hold what should not be published.\n`,
    );
  }
  return leaks.length === 0 ? 0 : 1;
}

async function checkLogs(options: Arguments, redact: RedactConfig): Promise<number> {
  const redactor = await createRedactor(redact);
  const { paths } = findSources(options.sources);
  await createLibrary({ sources: paths, title: "", timeZone: "UTC", keep: keepOf(options), redactor });
  const { findings } = redactor;
  if (options.isJson) await write(`${JSON.stringify({ findings }, null, 2)}\n`);
  else {
    for (const finding of findings) await write(`${findingLine(finding)}\n`);
    const counts = findingCounts(findings).map(([rule, count]) => `${count} × ${rule}`);
    await write(counts.length === 0 ? "Nothing was found.\n" : `${counts.join(", ")}. annals build takes them out.\n`);
  }
  return findings.length === 0 ? 0 : 1;
}
