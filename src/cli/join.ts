/** `annals join SITE… -o DIR`: one portal over several built archives. */
import { join as joined, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { prepareOutput } from "../build/output/output-folder.ts";
import { openArchives, wantedArchive } from "../join/archive.ts";
import { writePortal } from "../join/portal.ts";
import { UsageError } from "../system/usage-error.ts";
import { count } from "../text/format.ts";
import type { Arguments } from "./arguments.ts";
import { isWithin, real } from "./overlap.ts";
import { progress, seconds } from "./progress.ts";
import { print, write } from "./terminal.ts";
import { usageErrors } from "./usage-errors.ts";

export async function join(options: Arguments): Promise<number> {
  const started = Date.now();
  const { output, sources, timeZone, isCopied } = options;
  if (sources.length === 0)
    throw new UsageError("annals join needs sites: annals join boat-site office-site -o portal.");
  if (output === undefined) throw new UsageError("annals join needs a folder for the portal: -o portal.");
  const wanted = sources.map(wantedArchive);
  for (const { folder } of wanted) refuseInside(folder, output);
  const archives = openArchives(wanted);
  const target = usageErrors(() => prepareOutput(output));
  const shown = progress(options.isQuiet || options.isJson);
  try {
    shown.phase("Joining archives", archives.length);
    const written = await writePortal(archives, {
      ...{ folder: target.folder, output, timeZone, isCopied, title: options.title ?? "Session archives" },
      onArchive: (done) => shown.step(done, 0),
    });
    usageErrors(() => target.finish({}));
    shown.end();
    await report(options, archives.length, written, resolve(output), Date.now() - started);
    return 0;
  } catch (error) {
    shown.end();
    target.abandon();
    throw error;
  }
}

/** The portal takes the place of what is in its folder: an archive must not be part of that. */
function refuseInside(folder: string, output: string): void {
  const [site, portal] = [real(folder), real(output)];
  if (isWithin(site, portal))
    throw new UsageError(
      `The archive "${folder}" lies in the portal's folder "${output}"; name another folder with -o.`,
    );
  if (isWithin(portal, site))
    throw new UsageError(`The portal "${output}" would lie in the archive "${folder}"; name another folder with -o.`);
}

async function report(
  { isJson, isQuiet }: Arguments,
  archives: number,
  { sessions, projects, pages }: Awaited<ReturnType<typeof writePortal>>,
  folder: string,
  took: number,
): Promise<void> {
  const index = joined(folder, "index.html");
  if (isJson) {
    const told = { output: folder, index, archives, sessions, projects, pages, milliseconds: took };
    await write(`${JSON.stringify(told, null, 2)}\n`);
  } else if (!isQuiet)
    await print(
      `${count(sessions, "session")} of ${count(projects, "project")} in ${count(archives, "archive")}, in ${seconds(took)}.\nOpen ${pathToFileURL(index)}\n`,
    );
}
