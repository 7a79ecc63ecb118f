/** Files of a site never change once they are written, so that the next site may link to them. */
import { copyFileSync, linkSync, lstatSync, utimesSync } from "node:fs";

/** True for a hard link; a copy of the same age where the file system has none. */
export function linkOrCopy(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    // What stands there has the same name and so the same bytes.
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
  }
  copyFileSync(from, to);
  const { atime, mtime } = lstatSync(from);
  utimesSync(to, atime, mtime);
  return false;
}
