/** Takes the bytes of one file into the store. Nothing that the store has is ever overwritten or cut. */
import { createHash } from "node:crypto";
import { closeSync, existsSync, ftruncateSync, openSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { blockBytes, openPacked, packBlock, type ReadBytes } from "../system/packed-file.ts";
import { describeVersion, Times } from "./describe.ts";
import { type Version, versionPath } from "./manifest.ts";
import { put, type Store } from "./store.ts";

/** Bytes to take in: a log, or a version of one in another store. */
export interface Input {
  readonly size: number;
  readonly read: ReadBytes;
}

export interface TakenIn {
  readonly what: "new" | "grown" | "rewritten" | "same";
  /** That were put into the store, before they were packed. */
  readonly bytes: number;
  /** The version that it is, or the beginning of. */
  readonly version: number;
}

/**
 * A file that grew extends the version that it begins with; one that is the beginning of a version is there already;
 * anything else is a version of its own.
 */
export function takeIn(store: Store, key: string, input: Input, now: string): TakenIn {
  const known = recovered(store, key);
  const sound = known.filter(({ isDamaged }) => !isDamaged);
  const { start, whole } = beginningOf(input, sound);
  const noted = (versions: readonly Version[], taken: TakenIn): TakenIn => {
    const { since = now, ...before } = store.manifest.files[key] ?? {};
    store.manifest.files[key] = { ...before, versions, since };
    return taken;
  };
  if (start?.version.size === input.size)
    return noted(known, { what: "same", bytes: 0, version: start.version.number });
  const longer = sound.filter(({ size }) => size > input.size);
  if (longer.length > 0) {
    const hash = whole();
    const holder = longer.find(({ number }) => isBeginning(store, key, number, input.size, hash));
    if (holder !== undefined) return noted(known, { what: "same", bytes: 0, version: holder.number });
  }
  if (start === undefined) {
    const next = 1 + Math.max(0, ...known.map(({ number }) => number), lastNumber(store, key));
    const version = written(store, key, next, input);
    const what = known.length === 0 ? "new" : "rewritten";
    return noted([...known, version], { what, bytes: input.size, version: next });
  }
  const grown = extended(store, key, start.version, start.hash, input);
  const versions = known.map((version) => (version.number === grown.number ? grown : version));
  return noted(versions, { what: "grown", bytes: input.size - start.version.size, version: grown.number });
}

/** What the store has of it, as the files are: a keeper that was killed may have written more than it noted. */
function recovered({ folder, manifest }: Store, key: string): readonly Version[] {
  const noted = manifest.files[key]?.versions ?? [];
  const last = Math.max(0, ...noted.map(({ number }) => number));
  const found: Version[] = [];
  for (let number = 1; ; number++) {
    const path = join(folder, versionPath(key, number));
    if (!existsSync(path)) {
      if (number > last) return found;
      continue;
    }
    const version = noted.find((each) => each.number === number);
    if (version !== undefined && version.packed === statSync(path).size) found.push(version);
    else {
      const actual = trimmed(path, number);
      if (actual !== undefined) found.push(actual);
    }
  }
}

/** Whole blocks stay, whoever wrote them; what was cut behind them goes. */
function trimmed(path: string, number: number): Version | undefined {
  const packed = openPacked(path);
  if (packed === undefined) return undefined;
  packed.close();
  if (statSync(path).size > packed.end) {
    const file = openSync(path, "r+");
    try {
      ftruncateSync(file, packed.end);
    } finally {
      closeSync(file);
    }
  }
  return describeVersion(path, number);
}

function lastNumber({ folder }: Store, key: string): number {
  let number = 0;
  while (existsSync(join(folder, versionPath(key, number + 1)))) number++;
  return number;
}

type Hash = ReturnType<typeof createHash>;

/** The longest version that the input begins with, and the hash up to there. */
function beginningOf(
  input: Input,
  versions: readonly Version[],
): { readonly start?: { readonly version: Version; readonly hash: Hash }; readonly whole: () => string } {
  const hash = createHash("sha256");
  let read = 0;
  let start: { readonly version: Version; readonly hash: Hash } | undefined;
  const upTo = (end: number): void => {
    for (const bytes of chunks(input, read, end)) hash.update(bytes);
    read = end;
  };
  for (const version of [...versions].sort((a, b) => a.size - b.size)) {
    if (version.size > input.size) break;
    upTo(version.size);
    if (hash.copy().digest("base64url") === version.hash) start = { version, hash: hash.copy() };
  }
  const whole = (): string => {
    upTo(input.size);
    return hash.copy().digest("base64url");
  };
  return { whole, ...(start === undefined ? {} : { start }) };
}

/** Whether a version begins with so many bytes of this hash. */
function isBeginning({ folder }: Store, key: string, number: number, size: number, wanted: string): boolean {
  const packed = openPacked(join(folder, versionPath(key, number)));
  if (packed === undefined) return false;
  try {
    const hash = createHash("sha256");
    for (const bytes of chunks(packed, 0, size)) hash.update(bytes);
    return packed.damaged() === 0 && hash.digest("base64url") === wanted;
  } finally {
    packed.close();
  }
}

/** The same buffer each time. */
function* chunks(input: Input, from: number, end: number): Generator<Buffer> {
  const buffer = Buffer.allocUnsafe(Math.max(1, Math.min(blockBytes, end - from)));
  for (let at = from; at < end; ) {
    let got = 0;
    const wanted = Math.min(buffer.length, end - at);
    while (got < wanted) {
      const more = input.read(buffer, got, wanted - got, at + got);
      if (more === 0) throw new Shrunk();
      got += more;
    }
    yield buffer.subarray(0, got);
    at += got;
  }
}

/** The input has become shorter while it was read: it is looked at again the next time. */
export class Shrunk extends Error {}

/** In place of what the store has of this number, if anything: whole or not at all. */
export function written({ folder, unsaved }: Store, key: string, number: number, input: Input): Version {
  const path = join(folder, versionPath(key, number));
  const hash = createHash("sha256");
  const times = new Times();
  let blocks = 0;
  let packed = 0;
  put(path, (file) => {
    for (const bytes of chunks(input, 0, input.size)) {
      hash.update(bytes);
      times.see(bytes);
      packed += writeAll(file, packBlock(bytes));
      blocks++;
    }
  });
  unsaved.add(path);
  return { number, size: input.size, hash: hash.digest("base64url"), blocks, packed, ...times.span };
}

/** Small pieces pack badly: a file that has many of them is written anew. */
const isInPieces = ({ blocks, size }: Version): boolean => blocks > 12 + (2 * size) / blockBytes;

function extended(store: Store, key: string, version: Version, hash: Hash, input: Input): Version {
  if (isInPieces(version)) return written(store, key, version.number, input);
  const times = new Times(version);
  const path = join(store.folder, versionPath(key, version.number));
  let { blocks, packed } = version;
  const file = openSync(path, "r+");
  try {
    for (const bytes of chunks(input, version.size, input.size)) {
      hash.update(bytes);
      times.see(bytes);
      packed += writeAll(file, packBlock(bytes), packed);
      blocks++;
    }
  } finally {
    closeSync(file);
  }
  store.unsaved.add(path);
  return { ...version, size: input.size, hash: hash.digest("base64url"), blocks, packed, ...times.span };
}

function writeAll(file: number, bytes: Buffer, at?: number): number {
  for (let done = 0; done < bytes.length; )
    done += writeSync(file, bytes, done, bytes.length - done, at === undefined ? null : at + done);
  return bytes.length;
}
