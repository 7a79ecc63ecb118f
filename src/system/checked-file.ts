/** JSON files with a checksum: a line with the hash of the rest, then the rest. A file that does not match is damaged. */
import { createHash, type Hash } from "node:crypto";
import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  writeFileSync,
  writeSync,
  writevSync,
} from "node:fs";
import { dirname } from "node:path";

export const digest = (...parts: readonly (string | Buffer)[]): string => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part).update("\0");
  return hashOf(hash);
};

/** Returns the hash. */
export function write(path: string, value: unknown): string {
  const bytes = Buffer.from(JSON.stringify(value));
  const hash = digest(bytes);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const aside = `${path}.${process.pid}`;
  // Logs are private, and so is what is kept of them.
  const file = openSync(aside, "w", 0o600);
  try {
    const all = [Buffer.from(`${hash}\n`), bytes];
    const done = writevSync(file, all);
    if (done < hashLength + 1 + bytes.length) writeFileSync(file, Buffer.concat(all).subarray(done));
  } finally {
    closeSync(file);
  }
  renameSync(aside, path);
  return hash;
}

/** A value, and behind it texts as they are: whoever does not need one does not pay for reading it. */
export function writeWithTexts(path: string, value: unknown, texts: readonly string[]): void {
  const lengths = texts.map((text) => Buffer.byteLength(text));
  const first = JSON.stringify([value, lengths]);
  writeParts(path, inRuns([first, "\n", ...texts], [Buffer.byteLength(first), 1, ...lengths]));
}

/** Short parts together, so that few are written; as bytes, since half a character at an end would join with the next. */
function* inRuns(parts: readonly string[], lengths: readonly number[]): Iterable<Buffer> {
  const run = roomFor(longRun);
  let size = 0;
  for (const [at, part] of parts.entries()) {
    const length = lengths[at] ?? 0;
    if (size + length > longRun) {
      yield run.subarray(0, size);
      size = 0;
    }
    if (length > longRun) yield Buffer.from(part);
    else size += run.write(part, size);
  }
  yield run.subarray(0, size);
}

const longRun = 1 << 16;

/** The same for a text that comes in parts; they are not held together. */
export function writeParts(path: string, parts: Iterable<string | Buffer>): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const aside = `${path}.${process.pid}`;
  const hash = createHash("sha256");
  const file = openSync(aside, "w", 0o600);
  try {
    // Its place is known before its value is.
    writeSync(file, `${" ".repeat(hashLength)}\n`);
    for (const part of parts) {
      const bytes = typeof part === "string" ? Buffer.from(part) : part;
      hash.update(bytes);
      writeFileSync(file, bytes);
    }
    writeSync(file, hashOf(hash.update("\0")), 0);
  } finally {
    closeSync(file);
  }
  renameSync(aside, path);
}

const hashLength = 27;
const hashOf = (hash: Hash): string => hash.digest("base64url").slice(0, hashLength);
/** Larger files get room of their own. */
const mostRoom = 1 << 20;

/** "absent" is usual, "damaged" is reported. */
type Missing = "absent" | "damaged";

export function read<Value>(path: string): Value | Missing {
  const bytes = readBytes(path);
  return typeof bytes === "string" ? bytes : (JSON.parse(bytes.toString()) as Value);
}

export interface WithTexts<Value> {
  readonly value: Value;
  /** Read from the file each time. */
  readonly textAt: (index: number) => string;
}

export function readWithTexts<Value>(path: string): WithTexts<Value> | Missing {
  const bytes = readBytes(path);
  if (typeof bytes === "string") return bytes;
  const end = bytes.indexOf("\n");
  const [value, lengths] = JSON.parse(bytes.toString("utf8", 0, end)) as [Value, readonly number[]];
  const place = (index: number): number =>
    lengths.slice(0, index).reduce((sum, length) => sum + length, hashLength + 1 + end + 1);
  return { value, textAt: (index) => part(path, place(index), lengths[index] ?? 0) };
}

/** All but the first line, where that has its hash; until the next file is read. */
function readBytes(path: string): Buffer | Missing {
  let bytes: Buffer;
  try {
    bytes = readWhole(path);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "ENOENT" ? "absent" : "damaged";
  }
  const rest = bytes.subarray(hashLength + 1);
  return `${digest(rest)}\n` === bytes.toString("latin1", 0, hashLength + 1) ? rest : "damaged";
}

/** Used again and again: what lies outside of the heap is given back late. */
let room = Buffer.alloc(0);

function roomFor(size: number): Buffer {
  if (size > mostRoom) return Buffer.allocUnsafe(size);
  if (room.length < size) room = Buffer.allocUnsafeSlow(Math.min(2 * size, mostRoom));
  return room.subarray(0, size);
}

function readWhole(path: string): Buffer {
  const file = openSync(path, "r");
  try {
    const bytes = roomFor(fstatSync(file).size);
    return bytes.subarray(0, readInto(file, bytes, 0));
  } finally {
    closeSync(file);
  }
}

function part(path: string, from: number, length: number): string {
  const file = openSync(path, "r");
  try {
    const bytes = roomFor(length);
    if (readInto(file, bytes, from) < length) throw new Error(`${path} has changed while it was in use.`);
    return bytes.toString();
  } finally {
    closeSync(file);
  }
}

function readInto(file: number, bytes: Buffer, from: number): number {
  let done = 0;
  for (let got = -1; got !== 0 && done < bytes.length; done += got)
    got = readSync(file, bytes, done, bytes.length - done, from + done);
  return done;
}
