/** A file or folder of logs that somebody named, and what it is where it holds none. */
import { closeSync, existsSync, openSync, readSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { UsageError } from "../system/usage-error.ts";
import { ownFolders, writerOf } from "./find-logs.ts";

/**
 * The full paths of a source that was named: of a home folder those of all agents in it. `~` is this person's home;
 * `~/.claude` itself may be named, its logs are in `projects`.
 */
export function sourcePaths(path: string): readonly string[] {
  const full = resolve(path.replace(/^~(?=[/\\]|$)/, homedir()));
  if (!existsSync(full)) throw new UsageError(`There is no file or folder "${path}".`);
  if (!statSync(full).isDirectory()) {
    const other = writerOf(full) === undefined ? whatElse(full) : undefined;
    if (other !== undefined) throw new UsageError(`"${path}" is ${other}`);
    return [full];
  }
  const own = ownFolders(full);
  if (own.length > 0) return own.map(([, folder]) => folder);
  const below = join(full, "projects");
  return [existsSync(below) && statSync(below).isDirectory() ? below : full];
}

const unpack = "unpack it, and name the folder.";
const packed: readonly (readonly [start: string, what: string])[] = [
  ["504b0304", `a zip archive: ${unpack}`],
  ["504b0506", "an empty zip archive."],
  ["1f8b", `compressed with gzip: ${unpack}`],
  ["28b52ffd", `compressed with zstd: ${unpack}`],
  ["fd377a585a00", `compressed with xz: ${unpack}`],
  ["425a68", `compressed with bzip2: ${unpack}`],
  ["377abcaf271c", `a 7z archive: ${unpack}`],
  ["526172211a07", `a rar archive: ${unpack}`],
];
const headBytes = 64 << 10;

/** What a file is that holds no log. One that is called a log and is damaged is read as far as that goes. */
function whatElse(path: string): string | undefined {
  const head = headOf(path);
  const start = head.toString("hex", 0, 8);
  const found = packed.find(([magic]) => start.startsWith(magic));
  if (found !== undefined) return found[1];
  if (head.toString("latin1", 257, 262) === "ustar") return `a tar archive: ${unpack}`;
  if (path.endsWith(".jsonl") || head.length === 0 || /(?:^|\n)\s*\{/.test(head.toString().replaceAll("\0", "")))
    return undefined;
  return "not a session log: no line of it is a JSON object.";
}

function headOf(path: string): Buffer {
  try {
    const file = openSync(path, "r");
    try {
      const head = Buffer.alloc(headBytes);
      return head.subarray(0, readSync(file, head));
    } finally {
      closeSync(file);
    }
  } catch {
    // Said when it is read.
    return Buffer.alloc(0);
  }
}
