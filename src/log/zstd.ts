/** Bytes of a file packed with zstd, unpacked as they are asked for: Codex packs logs that rest for a week. */
import { Decompress } from "fzstd";

/** Bytes of the file from `from` on, put into a buffer; returns how many. */
export type ReadBytes = (into: Buffer, at: number, length: number, from: number) => number;

const zstdName = /\.zst$/;
const chunkBytes = 1 << 16;
/** A few bytes can stand for any number: what is longer than this was not written by an agent. */
const mostBytes = 4 * 2 ** 30;

export const isZstdName = (path: string): boolean => zstdName.test(path);

export const withoutZstd = (path: string): string => path.replace(zstdName, "");

/** The same bytes unpacked; to be asked for from the beginning on, one after the other. Damaged ones end with an error. */
export function unpackZstd(packed: ReadBytes, size: number): ReadBytes {
  const ready: Uint8Array[] = [];
  const decoder = new Decompress((bytes) => {
    if (bytes.length > 0) ready.push(bytes);
  });
  let read = 0;
  let given = 0;
  let used = 0;
  const more = (): boolean => {
    while (ready.length === 0 && read < size) {
      // A new one each time: what comes out may be a view of what went in.
      const chunk = Buffer.allocUnsafe(Math.min(chunkBytes, size - read));
      const got = packed(chunk, 0, chunk.length, read);
      if (got === 0) return false;
      read += got;
      decoder.push(chunk.subarray(0, got), read >= size);
    }
    return ready.length > 0;
  };
  return (into, at, length) => {
    if (given > mostBytes || !more()) return 0;
    const bytes = ready[0] as Uint8Array;
    const count = Math.min(length, bytes.length - used);
    into.set(bytes.subarray(used, used + count), at);
    used += count;
    given += count;
    if (used === bytes.length) {
      ready.shift();
      used = 0;
    }
    return count;
  };
}
