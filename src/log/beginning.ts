/** The first bytes of a file, to tell which agent wrote it. Several ask for the same one after the other. */
import { closeSync, readSync } from "node:fs";
import { isPackedName } from "../system/packed-file.ts";
import { openRegular, readRegular } from "./regular-file.ts";

const headBytes = 16 << 10;
const mostPacked = 64 << 20;

let last: { readonly path: string; readonly bytes: Buffer } | undefined;

/** Nothing where it cannot be read. */
export function beginningOf(path: string): Buffer {
  if (last?.path === path) return last.bytes;
  last = { path, bytes: head(path) };
  return last.bytes;
}

function head(path: string): Buffer {
  try {
    if (isPackedName(path)) return readRegular(path, mostPacked)?.subarray(0, headBytes) ?? Buffer.alloc(0);
    const { file } = openRegular(path);
    try {
      const bytes = Buffer.alloc(headBytes);
      return bytes.subarray(0, readSync(file, bytes, 0, headBytes, 0));
    } finally {
      closeSync(file);
    }
  } catch {
    return Buffer.alloc(0);
  }
}

/** The first line as text, as far as the first bytes go. */
export function firstLineOf(path: string): string {
  const text = beginningOf(path)
    .toString("utf8")
    .replace(/^\uFEFF/, "")
    .trimStart();
  const end = text.indexOf("\n");
  return end === -1 ? text : text.slice(0, end);
}
