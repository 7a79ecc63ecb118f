/** Whether a log still begins with what was kept of it. */
import { createHash } from "node:crypto";
import { closeSync, lstatSync, readSync } from "node:fs";
import { openRegular } from "../log/regular-file.ts";
import type { Version } from "./manifest.ts";

const chunkBytes = 1 << 20;

/** What the file system says of a file, in one text; `undefined` where there is none. */
export function statOf(path: string): string | undefined {
  try {
    const { size, mtimeMs, ctimeMs, ino } = lstatSync(path);
    return `${size} ${mtimeMs} ${ctimeMs} ${ino}`;
  } catch {
    return undefined;
  }
}

export function beginsWith(path: string, { size, hash }: Version): boolean {
  try {
    const { file, size: all } = openRegular(path);
    try {
      if (all < size) return false;
      const sum = createHash("sha256");
      const chunk = Buffer.allocUnsafe(Math.max(1, Math.min(chunkBytes, size)));
      for (let at = 0; at < size; ) {
        const got = readSync(file, chunk, 0, Math.min(chunk.length, size - at), at);
        if (got === 0) return false;
        sum.update(chunk.subarray(0, got));
        at += got;
      }
      return sum.digest("base64url") === hash;
    } finally {
      closeSync(file);
    }
  } catch {
    return false;
  }
}
