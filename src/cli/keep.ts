/** `annals keep`: copies logs into the store, merges others into it, and installs the hook that does so by itself. */
import { existsSync, statSync } from "node:fs";
import { basename, join, relative, resolve } from "node:path";
import { sourcePaths } from "../log/source-path.ts";
import { type KeepReport, keep as keepLogs, type WantedSource } from "../store/keep.ts";
import { mergeStore } from "../store/merge.ts";
import { isStore } from "../store/store.ts";
import { UsageError } from "../system/usage-error.ts";
import { count, roughBytes } from "../text/format.ts";
import type { Arguments } from "./arguments.ts";
import { changeHook } from "./hook.ts";
import { progress } from "./progress.ts";
import { findSources } from "./sources.ts";
import { machineName, storePath, wantedSources } from "./store.ts";
import { note, print, write } from "./terminal.ts";
import { unpackedArchive } from "./unpack.ts";

/** Another keeper is done soon; one that copies much for the first time may take minutes. */
const waitMs = 120_000;

export async function keep(options: Arguments): Promise<number> {
  if (options.hook !== undefined) return changeHook(options.hook, options);
  if (options.isRedacted) return (await import("./keep-redacted.ts")).keepRedacted(options);
  refuseFilters(options);
  const folder = storePath(options);
  const shown = progress(options.isQuiet || options.isJson);
  const onProgress = (done: number, all: number, bytes: number): void => {
    if (done === 1) shown.phase("Keeping", all);
    shown.step(done, bytes);
  };
  const reports: KeepReport[] = [];
  try {
    const own = ownSources(options);
    if (own.length > 0) reports.push(await keepLogs({ folder, sources: own, waitMs, onProgress }));
    for (const from of options.from) reports.push(await mergeFrom(from, { folder, waitMs, onProgress }));
  } finally {
    shown.end();
  }
  return tell(options, folder, sumOf(reports));
}

/** The store takes everything: what is not kept today is gone in a month. */
function refuseFilters({ isWithMedia, projects, since, until }: Arguments): void {
  if (isWithMedia) throw new UsageError("--with-images is for annals keep --redacted; the store keeps them anyway.");
  if (projects.length > 0 || since !== undefined || until !== undefined)
    throw new UsageError("--project, --since and --until are for annals keep --redacted; the store keeps everything.");
}

function ownSources(options: Arguments): readonly WantedSource[] {
  const sources = findSources(options.sources, options.namedSources, undefined, options.agents);
  if (!sources.isSample) {
    const file = sources.paths.find((path) => !statSync(path).isDirectory());
    if (file !== undefined) throw new UsageError(`"${file}" is a single log; annals keep takes folders of logs.`);
    // What somebody asks to keep is theirs.
    return wantedSources(sources, true);
  }
  if (options.from.length > 0) return [];
  throw new UsageError(`No log folder was found (looked for ${sources.looked.join(", ")}); name one.`);
}

type Keeping = Pick<Parameters<typeof keepLogs>[0], "folder" | "waitMs" | "onProgress">;

/** Another store, a folder of logs, as one that is mounted from another machine, or an archive of either. */
async function mergeFrom(given: string, keeping: Keeping): Promise<KeepReport> {
  const [, name, named] = /^([^=/\\]+)=(.+)$/.exec(given) ?? [];
  const path = resolve(named ?? given);
  if (!existsSync(path)) throw new UsageError(`There is no file or folder "${named ?? given}".`);
  if (statSync(path).isDirectory()) return mergeFolder(path, path, name, keeping);
  const archive = unpackedArchive(path, keeping.folder);
  try {
    return await mergeFolder(archive.folder, path, name, keeping);
  } finally {
    archive.close();
  }
}

async function mergeFolder(
  folder: string,
  origin: string,
  name: string | undefined,
  keeping: Keeping,
): Promise<KeepReport> {
  if (resolve(folder) === resolve(keeping.folder)) throw new UsageError(`"${folder}" is the store itself.`);
  if (isStore(folder)) return mergeStore({ ...keeping, from: folder, machine: machineName() });
  const machine = name ?? basename(origin).replace(/\.(?:tgz|tar(?:\.\w+)?)$/, "");
  const paths = sourcePaths(folder);
  const sources = paths.map((path) => ({
    path,
    machine,
    isOwn: true,
    // Of an unpacked archive with several agents in it each has its own place.
    ...(folder === origin ? {} : { origin: paths.length === 1 ? origin : join(origin, relative(folder, path)) }),
  }));
  return keepLogs({ ...keeping, sources });
}

function sumOf(reports: readonly KeepReport[]): KeepReport {
  const sum = (name: "files" | "new" | "grown" | "rewritten" | "gone" | "bytes"): number =>
    reports.reduce((all, report) => all + report[name], 0);
  return {
    files: sum("files"),
    new: sum("new"),
    grown: sum("grown"),
    rewritten: sum("rewritten"),
    gone: sum("gone"),
    bytes: sum("bytes"),
    unread: reports.flatMap(({ unread }) => unread),
  };
}

async function tell(options: Arguments, folder: string, report: KeepReport): Promise<number> {
  const { unread } = report;
  if (options.isJson) await write(`${JSON.stringify({ store: folder, ...report }, null, 2)}\n`);
  else {
    for (const { path, reason } of unread)
      note(`"${path}" could not be read (${reason}); what the store has of it stays.`);
    if (!options.isQuiet) await print(`${words(report)}\nThe store is "${folder}".\n`);
  }
  return unread.length === 0 ? 0 : 1;
}

function words({ files, new: added, grown, rewritten, gone, bytes }: KeepReport): string {
  const changes = [
    added === 0 ? [] : [`${added} new`],
    grown === 0 ? [] : [`${grown} grown`],
    rewritten === 0 ? [] : [`${rewritten} rewritten, of which both versions are kept`],
    gone === 0 ? [] : [`${gone} gone from the logs, whose copies stay`],
  ].flat();
  if (changes.length === 0) return `${count(files, "file")}, nothing new.`;
  return `${count(files, "file")}: ${changes.join(", ")}; ${roughBytes(bytes)} of logs copied.`;
}
