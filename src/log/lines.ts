/** The only place that knows bytes: BOM, CRLF, NULs, UTF-16, a line cap, a file that grows while it is read. */
import { closeSync, readSync } from "node:fs";
import { isPackedName, openPacked, plainName } from "../system/packed-file.ts";
import { openRegular } from "./regular-file.ts";
import { isZstdName, type ReadBytes, unpackZstd } from "./zstd.ts";

export interface Line {
  readonly number: number;
  readonly text: string;
  /** The file ends here without a line end: it may have been cut, or is being written. */
  readonly isLast?: true;
}

/** Who takes lines as bytes, before they are made texts. */
export interface Skim {
  /** A buffer of this size for a log's bytes: what stood in the one before stands in it too. */
  readonly buffer: (size: number) => Buffer;
  /** `false` where the line, from here to there in that buffer, is to be given as a text. */
  readonly take: (start: number, end: number, number: number) => boolean;
}

export interface OddLine {
  readonly number: number;
  readonly problem: "long-line" | "bad-encoding" | "damaged-copy" | "damaged-file";
  readonly bytes: number;
}

const chunkBytes = 1 << 18;
/** A pasted PDF may have 32 MB, a third more in base64; above that a line is not a log line. */
const mostBytes = 64 << 20;
/** A buffer that a long line has made longer serves the next file too, up to here. */
const mostSpare = 8 << 20;
const newline = 10;

export function* lines(path: string, skim?: Skim): Generator<Line | OddLine> {
  if (isPackedName(path)) {
    yield* packedLines(path, skim);
    return;
  }
  // Regular files only, links refused: a planted link must not bring in other files.
  const { file, size } = openRegular(path);
  let buffer = skim?.buffer(chunkBytes) ?? spare ?? ownBuffer();
  if (skim === undefined) spare = undefined;
  const source: ReadBytes = (into, at, length, from) => {
    buffer = into;
    return readSync(file, into, at, length, from);
  };
  try {
    // What is appended while we read belongs to the next build.
    if (isZstdName(path)) {
      const packed: ReadBytes = (into, at, length, from) => readSync(file, into, at, length, from);
      yield* split(unpackZstd(packed, size), Number.POSITIVE_INFINITY, ownBuffer(skim), 0, 0, skim);
    } else yield* split(source, size, buffer, 0, 0, skim);
  } finally {
    if (skim === undefined && buffer.length <= mostSpare) spare = buffer;
    closeSync(file);
  }
}

/** The same for a file of the store. A block that is damaged is an odd line at its place. */
function* packedLines(path: string, skim?: Skim): Generator<Line | OddLine> {
  const packed = openPacked(path);
  if (packed === undefined) throw Object.assign(new Error(`"${path}" is not packed by annals.`), { code: "damaged" });
  let [known, last] = [0, 0];
  const damage = function* (number: number): Generator<OddLine> {
    const bytes = packed.damaged();
    if (bytes > known) yield { number, problem: "damaged-copy", bytes: bytes - known };
    known = bytes;
  };
  try {
    const found = isZstdName(plainName(path))
      ? split(unpackZstd(packed.read, packed.size), Number.POSITIVE_INFINITY, ownBuffer(skim), 0, 0, skim)
      : split(packed.read, packed.size, ownBuffer(skim), 0, 0, skim);
    for (const line of found) {
      yield* damage(last + 1);
      last = line.number;
      yield line;
    }
    yield* damage(last + 1);
  } finally {
    packed.close();
  }
}

/** The same for bytes that were read before; from a line's beginning on, which so many lines stand before. */
export function* linesIn(bytes: Buffer, start: number, before: number): Generator<Line | OddLine> {
  const read: ReadBytes = (into, at, length, from) => bytes.copy(into, at, from, from + length);
  yield* split(read, bytes.length, ownBuffer(), start, before);
}

const ownBuffer = (skim?: Skim): Buffer => skim?.buffer(chunkBytes) ?? Buffer.allocUnsafe(chunkBytes);

/** For the next file: a new one each time would pile up outside the heap, where garbage collection is slow to notice it. */
let spare: Buffer | undefined;

function* split(
  source: ReadBytes,
  size: number,
  buffer: Buffer,
  from = 0,
  linesBefore = 0,
  skim?: Skim,
): Generator<Line | OddLine> {
  let bytes = buffer;
  let number = linesBefore;
  let read = from;
  /** How much stands at the beginning of `bytes` of a line whose end is still to come. */
  let kept = 0;
  /** How much of it was not kept: beyond the cap only the count goes on. */
  let beyond = 0;
  while (read < size) {
    if (kept === bytes.length) {
      const longer = Math.min(2 * kept, mostBytes + chunkBytes);
      bytes = skim?.buffer(longer) ?? Buffer.concat([bytes], longer);
    }
    const got = source(bytes, kept, Math.min(bytes.length - kept, size - read, chunkBytes), read);
    if (got === 0) break;
    const isFirst = read === 0;
    const end = kept + got;
    read += got;
    if (isFirst && isUtf16(bytes.subarray(0, end))) {
      yield { number: 1, problem: "bad-encoding", bytes: size };
      yield* utf16(source, size, bytes[0] === 0xff ? "utf-16le" : "utf-16be");
      return;
    }
    let start = isFirst && hasMark(bytes.subarray(0, end)) ? 3 : 0;
    // What stands after `end` is left from another time.
    const fresh = bytes.subarray(0, end);
    for (let at = fresh.indexOf(newline, kept); at >= 0; at = fresh.indexOf(newline, start)) {
      number++;
      const line = lineOf(bytes, start, at, number, beyond, skim);
      if (line !== undefined) yield line;
      beyond = 0;
      start = at + 1;
    }
    kept = end - start;
    if (beyond + kept > mostBytes) {
      beyond += kept;
      kept = 0;
    } else if (start > 0) bytes.copyWithin(0, start, end);
  }
  const last = lineOf(bytes, 0, kept, number + 1, beyond, skim);
  if (last !== undefined) yield "problem" in last ? last : { ...last, isLast: true };
}

function lineOf(
  bytes: Buffer,
  start: number,
  end: number,
  number: number,
  beyond: number,
  skim: Skim | undefined,
): Line | OddLine | undefined {
  const total = beyond + end - start;
  if (total > mostBytes) return { number, problem: "long-line", bytes: total };
  if (skim?.take(start, end, number) === true) return undefined;
  const text = textIn(bytes, start, end);
  return text === "" ? undefined : { number, text };
}

function textIn(bytes: Buffer, start: number, end: number): string {
  return bytes.toString("utf8", start, end > start && bytes[end - 1] === 13 ? end - 1 : end);
}

/** UTF-8 says so in three bytes. */
function hasMark(bytes: Buffer): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

/** The mark alone may be junk; a log's first letter is ASCII, so its other byte is zero. */
function isUtf16(bytes: Buffer): boolean {
  return (
    (bytes[0] === 0xff && bytes[1] === 0xfe && bytes[3] === 0) ||
    (bytes[0] === 0xfe && bytes[1] === 0xff && bytes[2] === 0)
  );
}

function* utf16(source: ReadBytes, size: number, encoding: "utf-16le" | "utf-16be"): Generator<Line> {
  const bytes = Buffer.alloc(Math.min(size, mostBytes));
  source(bytes, 0, bytes.length, 0);
  const text = new TextDecoder(encoding).decode(bytes);
  let number = 0;
  for (const line of text.split("\n")) {
    number++;
    const clean = line.replace(/\r$/, "");
    if (clean !== "") yield { number, text: clean };
  }
}
