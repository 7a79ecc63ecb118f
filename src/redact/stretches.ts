/** Long plain texts, a stretch at a time: read whole, one of them takes more memory than all else of a build. */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";

/** Bytes of one, and of its end that the next begins with: more than any rule reads from an anchor on. */
const stretch = 1 << 20;
const overlap = 1 << 17;

/**
 * Whether each stretch of a UTF-8 file is such. `false` also where there is no room, or the file is longer than it said.
 * `roomFor` gives room for so many bytes, which each stretch in turn is read into.
 */
export function everyStretch(
  path: string,
  roomFor: (size: number) => Buffer | undefined,
  isSuch: (bytes: Buffer) => boolean,
): boolean {
  const file = openSync(path, "r");
  try {
    const { size } = fstatSync(file);
    // One more byte than there should be tells whether there is more.
    const room = roomFor(Math.min(size, stretch) + 1);
    if (room === undefined) return false;
    for (let start = 0; ; start += stretch - overlap) {
      const isLast = size - start <= stretch;
      const wanted = isLast ? size - start : stretch;
      if (readAt(file, room, wanted + (isLast ? 1 : 0), start) !== wanted) return false;
      if (!isSuch(wholeCharacters(room.subarray(0, wanted), start === 0, isLast))) return false;
      if (isLast) return true;
    }
  } finally {
    closeSync(file);
  }
}

export function isLong(path: string): boolean {
  const file = openSync(path, "r");
  try {
    return fstatSync(file).size > stretch;
  } finally {
    closeSync(file);
  }
}

/** Room for stretches that is used again for each file. */
export function sharedRoom(): (size: number) => Buffer {
  let room: Buffer | undefined;
  return (size) => {
    if (room === undefined || room.length < size) room = Buffer.allocUnsafeSlow(size);
    return room;
  };
}

function readAt(file: number, room: Buffer, length: number, position: number): number {
  let done = 0;
  while (done < length) {
    const count = readSync(file, room, done, length - done, position + done);
    if (count === 0) break;
    done += count;
  }
  return done;
}

const isInside = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

/** Without halves of characters at both ends. */
function wholeCharacters(bytes: Buffer, isFirst: boolean, isLast: boolean): Buffer {
  let [start, end] = [0, bytes.length];
  if (!isFirst) while (start < 3 && isInside(bytes[start])) start++;
  if (!isLast) while (--end > 0 && isInside(bytes[end]));
  return bytes.subarray(start, end);
}
