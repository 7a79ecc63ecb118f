/** Takes a session out of the store for good, and remembers not to take it in again. */
import { join } from "node:path";
import { readRegular } from "../log/regular-file.ts";
import { withoutSessions } from "./history.ts";
import { inputFrom } from "./keep.ts";
import { versionPath } from "./manifest.ts";
import { sessionOf } from "./session-of.ts";
import { isHistory } from "./source-files.ts";
import { forgetIn, lockStore, openStore, type Store, saveManifest, writeError } from "./store.ts";
import { written } from "./take-in.ts";

export interface Forgotten {
  /** Files that were removed. */
  readonly files: number;
  readonly wasKnown: boolean;
}

export async function forget(folder: string, id: string, waitMs: number): Promise<Forgotten> {
  const lock = await lockStore(folder, waitMs);
  try {
    const store = openStore(folder);
    const keys = keysOf(store, id);
    await forgetIn(store, id, keys);
    const lines = forgetPrompts(store, id);
    await saveManifest(store);
    return { files: keys.length, wasKnown: keys.length > 0 || lines };
  } catch (error) {
    throw writeError(folder, error);
  } finally {
    lock.release();
  }
}

/** Its log, what lies in its folder, pictures, and agents beside it, which tell only by their lines. */
function keysOf({ folder, manifest }: Store, id: string): readonly string[] {
  const wanted = id.toLowerCase();
  return Object.entries(manifest.files).flatMap(([key, { versions }]) => {
    const path = join(folder, versionPath(key, versions[0]?.number ?? 1));
    return !isHistory(key) && sessionOf(key, path) === wanted ? [key] : [];
  });
}

const mostBytes = 1 << 28;

/** Whether there were any. */
function forgetPrompts(store: Store, id: string): boolean {
  const ids = new Set([id.toLowerCase()]);
  let wereAny = false;
  for (const [key, { versions, since }] of Object.entries(store.manifest.files)) {
    if (!isHistory(key)) continue;
    const texts = versions.map(
      ({ number }) => readRegular(join(store.folder, versionPath(key, number)), mostBytes) ?? Buffer.alloc(0),
    );
    const without = texts.map((bytes) => withoutSessions(bytes, ids));
    if (without.every((bytes, at) => bytes.length === texts[at]?.length)) continue;
    wereAny = true;
    const clean = without.map((bytes, at) => written(store, key, versions[at]?.number ?? 1, inputFrom(bytes)));
    const { stat: _, current: _version, ...file } = store.manifest.files[key] ?? { since };
    store.manifest.files[key] = { ...file, versions: clean };
  }
  return wereAny;
}
