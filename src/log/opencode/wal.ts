/**
 * Puts what a database's write-ahead log holds into a copy of the database, as a checkpoint would: the log is another
 * program's, and SQLite itself would write beside it to read it. https://sqlite.org/fileformat2.html#walformat
 */
import { closeSync, openSync, writeSync } from "node:fs";

const headerBytes = 32;
const frameBytes = 24;

/** Whole transactions only; what stands behind the last of them is not part of the database yet. */
export function applyWal(database: string, wal: Buffer): void {
  const file = openSync(database, "r+");
  try {
    for (const [page, bytes] of committedPages(wal)) writeSync(file, bytes, 0, bytes.length, (page - 1) * bytes.length);
    // Versions of the format: without a log beside it the copy is an ordinary database.
    writeSync(file, Buffer.from([1, 1]), 0, 2, 18);
  } finally {
    closeSync(file);
  }
}

/** The newest form of each page, by its number. */
export function committedPages(wal: Buffer): ReadonlyMap<number, Buffer> {
  const committed = new Map<number, Buffer>();
  if (wal.length < headerBytes) return committed;
  const magic = wal.readUInt32BE(0);
  if (magic !== 0x377f0682 && magic !== 0x377f0683) return committed;
  const isBigEndian = magic === 0x377f0683;
  const pageBytes = wal.readUInt32BE(8);
  let sums = checksum(wal, 0, 24, [0, 0], isBigEndian);
  if (sums[0] !== wal.readUInt32BE(24) || sums[1] !== wal.readUInt32BE(28)) return committed;
  const open = new Map<number, Buffer>();
  for (let at = headerBytes; at + frameBytes + pageBytes <= wal.length; at += frameBytes + pageBytes) {
    // Frames of an earlier round have other salts.
    if (wal.compare(wal, 16, 24, at + 8, at + 16) !== 0) break;
    sums = checksum(wal, at, at + 8, sums, isBigEndian);
    sums = checksum(wal, at + frameBytes, at + frameBytes + pageBytes, sums, isBigEndian);
    if (sums[0] !== wal.readUInt32BE(at + 16) || sums[1] !== wal.readUInt32BE(at + 20)) break;
    open.set(wal.readUInt32BE(at), wal.subarray(at + frameBytes, at + frameBytes + pageBytes));
    if (wal.readUInt32BE(at + 4) === 0) continue;
    for (const [page, bytes] of open) committed.set(page, bytes);
    open.clear();
  }
  return committed;
}

type Sums = readonly [number, number];

function checksum(bytes: Buffer, from: number, to: number, [first, second]: Sums, isBigEndian: boolean): Sums {
  let [one, two] = [first, second];
  const word = (at: number): number => (isBigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at));
  for (let at = from; at < to; at += 8) {
    one = (one + word(at) + two) >>> 0;
    two = (two + word(at + 4) + one) >>> 0;
  }
  return [one, two];
}
