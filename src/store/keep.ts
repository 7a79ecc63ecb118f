/** Copies logs into the store: what is new or changed since the last time. */
import { closeSync, readSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { openRegular, readRegular } from "../log/regular-file.ts";
import { releaseMemory } from "../system/memory.ts";
import { withoutSessions } from "./history.ts";
import { type KeptSource, type Manifest, sourceId } from "./manifest.ts";
import { sessionOf } from "./session-of.ts";
import { agentOfFolder, isHistory, type SourceFile, sourceFiles } from "./source-files.ts";
import { lockStore, makePrivate, openStore, readStore, type Store, saveManifest, writeError } from "./store.ts";
import { type Input, Shrunk, type TakenIn, takeIn } from "./take-in.ts";

export interface WantedSource {
  /** The folder of logs. */
  readonly path: string;
  readonly machine: string;
  /** A build without sources reads it, too. */
  readonly isOwn: boolean;
  /** Where it really lies, if `path` is only a copy for the time being. */
  readonly origin?: string;
}

export interface KeepOptions {
  /** The store. */
  readonly folder: string;
  readonly sources: readonly WantedSource[];
  /** How long another keeper is waited for. */
  readonly waitMs: number;
  readonly onProgress?: (done: number, all: number, bytes: number) => void;
}

export interface KeepReport {
  readonly files: number;
  readonly new: number;
  readonly grown: number;
  readonly rewritten: number;
  /** Missed for the first time; their copies stay. */
  readonly gone: number;
  /** That were put into the store, before they were packed. */
  readonly bytes: number;
  /** Of the logs, that could not be read. */
  readonly unread: readonly { readonly path: string; readonly reason: string }[];
}

interface Looked {
  readonly id: string;
  readonly source: KeptSource;
  readonly files: readonly SourceFile[];
  readonly unread: KeepReport["unread"];
}

const saveEvery = 3000;
/** So many bytes leave as much behind outside the heap, where garbage is slow to be noticed. */
const releaseEvery = 24 << 20;

export async function keep(options: KeepOptions): Promise<KeepReport> {
  const { folder } = options;
  const looked = options.sources.map(look);
  const before = readStore(folder);
  if (before !== undefined && isUpToDate(before, looked)) return reportOf(looked, []);
  const lock = await lockStore(folder, options.waitMs);
  try {
    makePrivate(folder);
    const store = openStore(folder);
    try {
      return await keepAll(store, looked, options);
    } catch (error) {
      throw writeError(folder, error);
    }
  } finally {
    lock.release();
  }
}

function look({ path, machine, isOwn, origin }: WantedSource): Looked {
  const folder = realpathSync(path);
  const root = origin ?? folder;
  const id = sourceId(machine, root);
  const agent = agentOfFolder(folder);
  const source = {
    ...{ machine, path: root, isOwn, seen: new Date().toISOString() },
    ...(agent === undefined ? {} : { agent }),
  };
  return { id, source, ...sourceFiles(folder, id) };
}

/** Nothing to write: neither a lock is needed nor a disk with room. */
function isUpToDate({ manifest, forgotten }: Store, looked: readonly Looked[]): boolean {
  return looked.every(({ id, source, files, unread }) => {
    const known = manifest.sources[id];
    if (known === undefined || known.path !== source.path || (source.isOwn && !known.isOwn)) return false;
    const wanted = files.filter(({ key, path }) => !isForgotten(key, path, forgotten));
    return wanted.every((file) => isKnown(manifest, file)) && missing(manifest, wanted, id, unread).length === 0;
  });
}

function isKnown({ files }: Manifest, { key, stat, isFresh }: SourceFile): boolean {
  const kept = files[key];
  return kept !== undefined && kept.stat === stat && kept.gone === undefined && !isFresh;
}

/** What is kept and no longer there. Where a part could not be read, nobody knows. */
function missing(
  { files }: Manifest,
  found: readonly SourceFile[],
  id: string,
  unread: KeepReport["unread"],
): readonly string[] {
  if (unread.length > 0) return [];
  const there = new Set(found.map(({ key }) => key));
  return Object.keys(files).filter(
    (key) => key.startsWith(`${id}/`) && !there.has(key) && files[key]?.gone === undefined,
  );
}

function isForgotten(key: string, path: string, forgotten: ReadonlySet<string>): boolean {
  if (forgotten.size === 0) return false;
  return !isHistory(key) && forgotten.has(sessionOf(key, path) ?? "");
}

async function keepAll(store: Store, looked: readonly Looked[], options: KeepOptions): Promise<KeepReport> {
  const { manifest, forgotten } = store;
  const all = looked.reduce((sum, { files }) => sum + files.length, 0);
  const taken: TakenIn[] = [];
  const unread: KeepReport["unread"][number][] = [];
  let [done, bytes, gone] = [0, 0, 0];
  let unreleased = 0;
  let saved = Date.now();
  try {
    for (const { id, source, files, unread: notRead } of looked) {
      const before = manifest.sources[id];
      manifest.sources[id] = { ...source, isOwn: source.isOwn || before?.isOwn === true };
      const wanted = files.filter(({ key, path }) => !isForgotten(key, path, forgotten));
      for (const file of wanted) {
        if (!isKnown(manifest, file)) {
          const found = takeFile(store, file);
          if (found === undefined) unread.push({ path: file.path, reason: "cannot be read" });
          else taken.push(found);
          bytes += found?.bytes ?? 0;
          unreleased += found?.bytes ?? 0;
          if (unreleased > releaseEvery) {
            releaseMemory();
            unreleased = 0;
          }
          // Lets signals arrive, and another keeper see that this one lives.
          await setImmediate();
        }
        options.onProgress?.(++done, all, bytes);
        if (Date.now() - saved > saveEvery) {
          await saveManifest(store);
          saved = Date.now();
        }
      }
      for (const key of missing(manifest, wanted, id, notRead)) {
        const { stat: _, ...kept } = manifest.files[key] ?? { versions: [], since: source.seen };
        manifest.files[key] = { ...kept, gone: source.seen };
        gone++;
      }
    }
  } finally {
    await saveManifest(store);
  }
  return { ...reportOf(looked, taken), gone, unread: [...looked.flatMap((each) => each.unread), ...unread] };
}

/** `undefined` where the log cannot be read; errors are those of the store. */
function takeFile(store: Store, file: SourceFile): TakenIn | undefined {
  const input = inputOf(file, store.forgotten);
  if (input === undefined) return undefined;
  try {
    const taken = takeIn(store, file.key, input, new Date().toISOString());
    const { gone: _, stat: _old, ...kept } = store.manifest.files[file.key] ?? { versions: [], since: "" };
    store.manifest.files[file.key] = {
      ...kept,
      current: taken.version,
      ...(file.isFresh ? {} : { stat: file.stat }),
    };
    return taken;
  } catch (error) {
    if (error instanceof Shrunk) return undefined;
    throw error;
  } finally {
    input.close();
  }
}

const mostHistory = 1 << 28;

function inputOf(
  { key, path, content }: SourceFile,
  forgotten: ReadonlySet<string>,
): (Input & { close: () => void }) | undefined {
  try {
    if (content !== undefined) {
      const bytes = content();
      return bytes === undefined ? undefined : inputFrom(bytes);
    }
    if (isHistory(key) && forgotten.size > 0) {
      const bytes = withoutSessions(readRegular(path, mostHistory) ?? Buffer.alloc(0), forgotten);
      return inputFrom(bytes);
    }
    const { file, size } = openRegular(path);
    return {
      size,
      read: (into, at, length, from) => readSync(file, into, at, length, from),
      close: () => closeSync(file),
    };
  } catch {
    return undefined;
  }
}

export function inputFrom(bytes: Buffer): Input & { readonly close: () => void } {
  return {
    size: bytes.length,
    read: (into, at, length, from) => bytes.copy(into, at, from, from + length),
    close: () => undefined,
  };
}

function reportOf(looked: readonly Looked[], taken: readonly TakenIn[]): KeepReport {
  const count = (what: TakenIn["what"]): number => taken.filter((each) => each.what === what).length;
  return {
    files: looked.reduce((sum, { files }) => sum + files.length, 0),
    new: count("new"),
    grown: count("grown"),
    rewritten: count("rewritten"),
    gone: 0,
    bytes: taken.reduce((sum, each) => sum + each.bytes, 0),
    unread: looked.flatMap(({ unread }) => unread),
  };
}

/** What keepers left that were killed. For whoever holds the lock. */
export function tidyStore(folder: string, paths: readonly string[]): void {
  for (const path of paths) if (path.endsWith(".part")) rmSync(join(folder, path), { force: true });
}
