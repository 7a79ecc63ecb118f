/** Our own code as a stamp: another version, or a template that was edited, makes everything anew. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { digest } from "../files/checked.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const folders = ["src", "templates", "data"];

export function codeStamp(): string {
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.endsWith(".d.ts"))
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  // The versions of the highlighter and the rest are pinned in package.json.
  return digest(...[join(root, "package.json"), ...files.sort()].map((file) => readFileSync(file)));
}
