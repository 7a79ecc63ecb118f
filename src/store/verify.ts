/** Checks every byte of the store against its manifest. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { releaseMemory } from "../system/memory.ts";
import { plainName } from "../system/packed-file.ts";
import { describeVersion } from "./describe.ts";
import { type Version, versionPath } from "./manifest.ts";
import { packedFiles, type Store } from "./store.ts";

export interface Verified {
  readonly files: number;
  /** Unpacked. */
  readonly bytes: number;
  readonly damaged: readonly Damage[];
}

export interface Damage {
  readonly key: string;
  readonly number: number;
  readonly path: string;
  /** "is missing", or what else is wrong with it. */
  readonly what: string;
}

/** So much leaves as much behind outside the heap, where garbage is slow to be noticed. */
const releaseEvery = 64 << 20;

/** One bad file does not keep it from the next. */
export function verify(store: Store, onFile: (done: number, all: number, bytes: number) => void): Verified {
  const noted = Object.entries(store.manifest.files).flatMap(([key, { versions }]) =>
    versions.map((version) => ({ key, version })),
  );
  const known = new Set(noted.map(({ key, version }) => versionPath(key, version.number)));
  const others = packedFiles(store.folder).filter((path) => !known.has(path));
  const damaged: Damage[] = [];
  let [done, bytes, unreleased] = [0, 0, 0];
  const all = noted.length + others.length;
  for (const { key, version } of noted) {
    const path = join(store.folder, versionPath(key, version.number));
    const what = damageOf(path, version);
    if (what !== undefined) damaged.push({ key, number: version.number, path, what });
    bytes += version.size;
    unreleased += version.size;
    if (unreleased > releaseEvery) {
      releaseMemory();
      unreleased = 0;
    }
    onFile(++done, all, bytes);
  }
  for (const path of others) {
    const full = join(store.folder, path);
    const number = Number(/~(\d+)\.gz$/.exec(path)?.[1] ?? 1);
    const found = read(full, number);
    // Written by a keeper that was killed before it could note it: the next one does.
    if (found === undefined || found === "unreadable" || found.isDamaged)
      damaged.push({ key: plainName(path), number, path: full, what: "is not in the manifest, and damaged" });
    onFile(++done, all, bytes);
  }
  return { files: all, bytes, damaged };
}

function damageOf(path: string, { number, size, hash }: Version): string | undefined {
  if (!existsSync(path)) return "is missing";
  const found = read(path, number);
  if (found === "unreadable") return "cannot be read";
  if (found === undefined) return "is not a packed file any more";
  if (found.isDamaged) return "is damaged";
  if (found.size < size) return `lacks its end, ${size - found.size} bytes of ${size}`;
  // A keeper that was killed may have added more than it noted; what it noted must be there.
  if (found.size === size && found.hash !== hash) return "holds other bytes than were kept";
  return undefined;
}

function read(path: string, number: number): Version | undefined | "unreadable" {
  try {
    return describeVersion(path, number);
  } catch {
    return "unreadable";
  }
}

/** Damaged versions are kept once more where the logs still have them. */
export function markDamaged({ manifest }: Store, damaged: readonly Damage[]): void {
  const bad = new Set(damaged.map(({ key, number }) => versionPath(key, number)));
  for (const [key, file] of Object.entries(manifest.files)) {
    if (!file.versions.some(({ number, isDamaged }) => bad.has(versionPath(key, number)) || isDamaged)) continue;
    const { stat: _, ...rest } = file;
    const versions = file.versions.map(({ isDamaged: _was, ...version }) =>
      bad.has(versionPath(key, version.number)) ? { ...version, isDamaged: true as const } : version,
    );
    manifest.files[key] = { ...rest, versions };
  }
}
