/** The same log in two sources, a backup or another machine: whether one file holds all that the other holds. */
import { createHash } from "node:crypto";
import { closeSync, readSync } from "node:fs";
import { isPackedName } from "../system/packed-file.ts";
import type { LogFile } from "./discover.ts";
import { record, words } from "./fields.ts";
import { type Line, lines } from "./lines.ts";
import { openRegular } from "./regular-file.ts";

const chunkBytes = 1 << 20;

/** Logs only grow, so an older copy mostly is the beginning of the newer one. */
export function isPartOf(part: LogFile, whole: LogFile): boolean {
  if (part.size > whole.size) return false;
  try {
    const isPacked = isPackedName(part.path) || isPackedName(whole.path);
    return (!isPacked && isBeginning(part.path, whole.path)) || hasAllLines(part.path, whole.path);
  } catch {
    return false;
  }
}

/** Which of several files is read for each that need not be: the longest that holds all of it. */
export function keepers(files: readonly LogFile[]): ReadonlyMap<LogFile, LogFile> {
  const kept: LogFile[] = [];
  const keeperOf = new Map<LogFile, LogFile>();
  for (const file of [...files].sort((a, b) => b.size - a.size)) {
    const keeper = kept.find((longer) => isPartOf(file, longer));
    if (keeper === undefined) kept.push(file);
    else keeperOf.set(file, keeper);
  }
  return keeperOf;
}

function isBeginning(part: string, whole: string): boolean {
  const one = openRegular(part);
  try {
    const other = openRegular(whole);
    try {
      const [left, right] = [Buffer.allocUnsafe(chunkBytes), Buffer.allocUnsafe(chunkBytes)];
      for (let at = 0; at < one.size; ) {
        const got = readSync(one.file, left, 0, Math.min(chunkBytes, one.size - at), at);
        if (got === 0) return false;
        const same = readSync(other.file, right, 0, got, at);
        if (same < got || left.compare(right, 0, got, 0, got) !== 0) return false;
        at += got;
      }
      return true;
    } finally {
      closeSync(other.file);
    }
  } finally {
    closeSync(one.file);
  }
}

/** In whatever order, and however the client closed the older copy. */
function hasAllLines(part: string, whole: string): boolean {
  const known = new Set<string>();
  for (const line of lines(whole)) if ("text" in line) known.add(printOf(line.text));
  for (const line of lines(part)) {
    if (!("text" in line)) return false;
    if (!known.has(printOf(line.text)) && !mayBeMissing(line)) return false;
  }
  return true;
}

function printOf(text: string): string {
  return createHash("sha1").update(text).digest("base64");
}

/**
 * Modes, titles and the like, of which the longer file has newer ones, and a last line that was cut. A queued prompt
 * may stand nowhere else.
 */
function mayBeMissing({ text, isLast }: Line): boolean {
  try {
    const raw = record(JSON.parse(text));
    const type = words(raw, "type");
    return type !== undefined && type !== "queue-operation" && words(raw, "uuid") === undefined;
  } catch {
    return isLast === true;
  }
}
