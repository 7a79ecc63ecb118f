/** Files beside a log, read whole: regular files only, links refused, so that nothing from elsewhere comes in and no pipe holds us up. */
import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync } from "node:fs";
import { isPackedName, openPacked } from "../system/packed-file.ts";

/** `O_NONBLOCK`: opening a pipe that nobody writes to would wait for ever. */
export const readFlags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

export function openRegular(path: string): { readonly file: number; readonly size: number } {
  const file = openSync(path, readFlags);
  const stat = fstatSync(file);
  if (stat.isFile()) return { file, size: stat.size };
  closeSync(file);
  throw Object.assign(new Error(`"${path}" is not a regular file.`), { code: "not a regular file" });
}

/** `undefined` where there is no such file, or where it is too large to be what it should be. */
export function readRegular(path: string, mostBytes: number): Buffer | undefined {
  try {
    const found = companionOf(path) ?? path;
    if (isPackedName(found)) {
      const bytes = readPacked(found, mostBytes);
      if (bytes !== "not packed") return bytes;
    }
    const { file, size } = openRegular(found);
    try {
      return size > mostBytes ? undefined : readFileSync(file);
    } finally {
      closeSync(file);
    }
  } catch {
    return undefined;
  }
}

/** The file that belongs to a log, packed where the log is one of the store. */
export function companionOf(path: string): string | undefined {
  return [path, `${path}.gz`].find((each) => lstatSync(each, { throwIfNoEntry: false }) !== undefined);
}

/** A file of the store. */
function readPacked(path: string, mostBytes: number): Buffer | undefined | "not packed" {
  const packed = openPacked(path);
  if (packed === undefined) return "not packed";
  try {
    if (packed.size > mostBytes) return undefined;
    const bytes = Buffer.allocUnsafe(packed.size);
    return bytes.subarray(0, packed.read(bytes, 0, packed.size, 0));
  } finally {
    packed.close();
  }
}

/** A folder itself, not a link to one. */
export function isFolder(path: string): boolean {
  try {
    return lstatSync(path).isDirectory();
  } catch {
    return false;
  }
}
