/** The files of a checkout as a clone would have them, with what was changed since the last commit. */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

export function trackedFiles(root: string): readonly string[] {
  return execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 1 << 26,
  })
    .split("\0")
    .filter((name) => name !== "" && existsSync(join(root, name)));
}
