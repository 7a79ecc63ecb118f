/** Takes what another store holds into this one: its machines, their sources and every version of their files. */
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { readRegular } from "../log/regular-file.ts";
import { openPacked } from "../system/packed-file.ts";
import { withoutSessions } from "./history.ts";
import { inputFrom, type KeepReport } from "./keep.ts";
import { inTime, sessionIn, sourceOf, versionPath } from "./manifest.ts";
import { isHistory } from "./source-files.ts";
import {
  lockStore,
  makePrivate,
  openStore,
  readStore,
  type Store,
  StoreError,
  saveManifest,
  writeError,
} from "./store.ts";
import { type Input, type TakenIn, takeIn } from "./take-in.ts";

export interface MergeOptions {
  /** The store that is written. */
  readonly folder: string;
  /** The one that is read. */
  readonly from: string;
  /** This machine's name: what comes from here is not merged from elsewhere. */
  readonly machine: string;
  readonly waitMs: number;
  readonly onProgress?: (done: number, all: number, bytes: number) => void;
}

export async function mergeStore(options: MergeOptions): Promise<KeepReport> {
  const { folder, from } = options;
  const other = readStore(from);
  if (other === undefined) throw new StoreError(`There is no store in "${from}".`);
  const lock = await lockStore(folder, options.waitMs);
  try {
    makePrivate(folder);
    const store = openStore(folder);
    try {
      return await mergeFiles(store, other, options);
    } finally {
      await saveManifest(store);
    }
  } catch (error) {
    throw writeError(folder, error);
  } finally {
    lock.release();
  }
}

async function mergeFiles(store: Store, other: Store, options: MergeOptions): Promise<KeepReport> {
  const { manifest, forgotten } = store;
  for (const [id, source] of Object.entries(other.manifest.sources)) {
    const own = manifest.sources[id];
    const isHere = own !== undefined && !own.isMerged;
    if (!isHere) manifest.sources[id] = { ...source, isOwn: true, ...mergedFrom(source.machine, options.machine) };
  }
  const files = Object.entries(other.manifest.files).filter(
    ([key]) => !forgotten.has(sessionIn(key)?.toLowerCase() ?? ""),
  );
  const taken: TakenIn[] = [];
  const unread: KeepReport["unread"][number][] = [];
  let [done, bytes] = [0, 0];
  for (const [key, file] of files) {
    for (const { number } of inTime(file.versions)) {
      const path = join(other.folder, versionPath(key, number));
      const found = takeVersion(store, key, path, file.since);
      if (found === undefined) unread.push({ path, reason: "damaged or missing" });
      else taken.push(found);
      bytes += found?.bytes ?? 0;
      await setImmediate();
    }
    const kept = manifest.files[key];
    if (kept !== undefined) {
      const isHere = manifest.sources[sourceOf(key)]?.isMerged !== true;
      const since = kept.since < file.since ? kept.since : file.since;
      manifest.files[key] = { ...kept, since, ...(isHere || file.gone === undefined ? {} : { gone: file.gone }) };
    }
    options.onProgress?.(++done, files.length, bytes);
  }
  const count = (what: TakenIn["what"]): number => taken.filter((each) => each.what === what).length;
  return {
    files: files.length,
    new: count("new"),
    grown: count("grown"),
    rewritten: count("rewritten"),
    gone: 0,
    bytes,
    unread,
  };
}

const mergedFrom = (machine: string, here: string): { readonly isMerged?: true } =>
  machine === here ? {} : { isMerged: true };

const mostHistory = 1 << 28;

function takeVersion(store: Store, key: string, path: string, since: string): TakenIn | undefined {
  const input = inputOf(store, key, path);
  if (input === undefined) return undefined;
  try {
    return takeIn(store, key, input, since);
  } finally {
    input.close();
  }
}

function inputOf(
  { forgotten }: Store,
  key: string,
  path: string,
): (Input & { readonly close: () => void }) | undefined {
  try {
    if (isHistory(key) && forgotten.size > 0)
      return inputFrom(withoutSessions(readRegular(path, mostHistory) ?? Buffer.alloc(0), forgotten));
    const packed = openPacked(path);
    if (packed === undefined) return undefined;
    return { size: packed.size, read: packed.read, close: packed.close };
  } catch {
    return undefined;
  }
}
