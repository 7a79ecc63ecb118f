/**
 * Files packed with gzip in blocks. Each block is a gzip member that says in its header how long it is, packed and
 * unpacked: blocks can be found without unpacking, more can be appended, and any gzip unpacks the whole file.
 */
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { gunzipSync, gzipSync } from "node:zlib";

/** So much is packed together. */
export const blockBytes = 1 << 19;

/** The name of a packed file: that of the file, a number where there are several versions of it, and `.gz`. */
const packedName = /(?:~\d+)?\.gz$/;

export const isPackedName = (path: string): boolean => path.endsWith(".gz");

/** As it was called before it was packed. */
export const plainName = (path: string): string => path.replace(packedName, "");

/** Another ending in place of `.jsonl`, for what lies beside a log; packed, where the log is. */
export function besideLog(path: string, ending: string): string {
  const plain = plainName(path).replace(/\.jsonl$/, ending);
  return isPackedName(path) && ending !== "" ? `${plain}.gz` : plain;
}

const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
const gzipHeader = 10;
/** The length of the field, its name, its own length, and two numbers. */
const fieldBytes = 2 + 2 + 2 + 8;
const headBytes = gzipHeader + fieldBytes;
const hasField = 4;
/** Below this share it is worth unpacking again. */
const worthwhile = 0.95;

/** Some bytes as a block. What hardly gets smaller, as a picture, is put in as it is. */
export function packBlock(bytes: Buffer, level = 6): Buffer {
  // In few pieces: each is garbage that is slow to be noticed.
  const small = gzipSync(bytes, { level, chunkSize: Math.max(4096, bytes.length >> 1) });
  const gzip = small.length < bytes.length * worthwhile ? small : gzipSync(bytes, { level: 0 });
  const block = Buffer.allocUnsafe(gzip.length + fieldBytes);
  gzip.copy(block, 0, 0, gzipHeader);
  block[3] = hasField;
  block.writeUInt16LE(fieldBytes - 2, gzipHeader);
  block.write("An", gzipHeader + 2, "latin1");
  block.writeUInt16LE(8, gzipHeader + 4);
  block.writeUInt32LE(block.length, gzipHeader + 6);
  block.writeUInt32LE(bytes.length, gzipHeader + 10);
  gzip.copy(block, headBytes, gzipHeader);
  return block;
}

interface Block {
  /** Where it begins, and its length, in the file. */
  readonly at: number;
  readonly length: number;
  /** The same of what it holds. */
  readonly from: number;
  readonly size: number;
}

/** Bytes from `from` on, put into a buffer; returns how many. */
export type ReadBytes = (into: Buffer, at: number, length: number, from: number) => number;

export interface PackedFile {
  /** Of what it holds. */
  readonly size: number;
  readonly blocks: number;
  /** Up to here the file is whole blocks; what comes behind was cut. */
  readonly end: number;
  readonly read: ReadBytes;
  /** How much the blocks held that did not unpack, among those that were read. */
  readonly damaged: () => number;
  readonly close: () => void;
}

/** `undefined` where the file is not one of ours. */
export function openPacked(path: string): PackedFile | undefined {
  const file = openSync(path, flags);
  try {
    const stat = fstatSync(file);
    const found = stat.isFile() ? blocksIn(file, stat.size) : [];
    const last = found.at(-1);
    if (last === undefined && stat.size > 0) {
      closeSync(file);
      return undefined;
    }
    return reading(file, found);
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

function reading(file: number, found: readonly Block[]): PackedFile {
  const last = found.at(-1);
  const bad = new Set<Block>();
  let open: { readonly block: Block; readonly bytes: Buffer } | undefined;
  let near = 0;
  const bytesAt = (from: number): { readonly block: Block; readonly bytes: Buffer } | undefined => {
    if (open !== undefined && from >= open.block.from && from < open.block.from + open.block.size) return open;
    if ((found[near]?.from ?? 0) > from) near = 0;
    while (near < found.length && from >= endOf(found[near])) near++;
    const block = found[near];
    if (block === undefined) return undefined;
    open = { block, bytes: unpacked(file, block) ?? lineEnds(block, bad) };
    return open;
  };
  return {
    size: endOf(last),
    blocks: found.length,
    end: last === undefined ? 0 : last.at + last.length,
    read: (into, at, length, from) => {
      let done = 0;
      while (done < length) {
        const held = bytesAt(from + done);
        if (held === undefined) break;
        done += held.bytes.copy(into, at + done, from + done - held.block.from, from + length - held.block.from);
      }
      return done;
    },
    damaged: () => [...bad].reduce((sum, { size }) => sum + size, 0),
    close: () => closeSync(file),
  };
}

const endOf = (block: Block | undefined): number => (block === undefined ? 0 : block.from + block.size);

/** In place of a block that is damaged, so that what comes before and behind it can still be read. */
function lineEnds(block: Block, bad: Set<Block>): Buffer {
  bad.add(block);
  return Buffer.alloc(block.size, "\n");
}

function unpacked(file: number, { at, length, size }: Block): Buffer | undefined {
  const packed = Buffer.allocUnsafe(length);
  if (readSync(file, packed, 0, length, at) < length) return undefined;
  try {
    const bytes = gunzipSync(packed, { maxOutputLength: Math.max(size, 1) });
    return bytes.length === size ? bytes : undefined;
  } catch {
    return undefined;
  }
}

/** More than any block of ours: what says so was not written by us. */
const mostBlock = 8 * blockBytes;

function blocksIn(file: number, fileSize: number): readonly Block[] {
  const found: Block[] = [];
  const head = Buffer.allocUnsafe(headBytes);
  for (let at = 0, from = 0; at + headBytes <= fileSize; ) {
    if (readSync(file, head, 0, headBytes, at) < headBytes || !isBlock(head)) break;
    const length = head.readUInt32LE(gzipHeader + 6);
    const size = head.readUInt32LE(gzipHeader + 10);
    if (length <= headBytes || length > mostBlock || size > mostBlock || at + length > fileSize) break;
    found.push({ at, length, from, size });
    at += length;
    from += size;
  }
  return found;
}

function isBlock(head: Buffer): boolean {
  return head[0] === 0x1f && head[1] === 0x8b && head[3] === hasField && head.toString("latin1", 12, 14) === "An";
}
