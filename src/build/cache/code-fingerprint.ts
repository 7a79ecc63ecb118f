/** The fingerprint of our own code: after another version is installed, or a template edited, everything is made again. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { packageFile } from "../../package.ts";
import { digest } from "../../system/checked-file.ts";

/** `scripts` is in a checkout only: it says how assets are bundled. */
const folders = ["src", "templates", "data", "scripts"];

export function codeFingerprint(): string {
  const files = folders
    .filter((folder) => existsSync(packageFile(folder)))
    .flatMap((folder) =>
      readdirSync(packageFile(folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && !entry.name.endsWith(".d.ts"))
        .map((entry) => join(entry.parentPath, entry.name)),
    );
  // The versions of the highlighter and the rest are pinned in package.json.
  return digest(...[packageFile("package.json"), ...files.sort()].map((file) => readFileSync(file)));
}
