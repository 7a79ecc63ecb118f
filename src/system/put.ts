/** Files of a site are never written into once they are there: they may be links to those of another site. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

// With the encoding named, the engine writes a text without making bytes of it in our memory first.
const options = { flag: "wx", encoding: "utf8" } as const;

/** Folders that were there when something was put there last: most files have one of their own. */
const known = new Set<string>();
const mostKnown = 10_000;

function makeFolder(folder: string): void {
  mkdirSync(folder, { recursive: true });
  if (known.size >= mostKnown) known.clear();
  known.add(folder);
}

/** Makes missing folders. A file that is there with the same content stays as it is. */
export function put(file: string, content: string | Uint8Array): void {
  const folder = dirname(file);
  if (!known.has(folder)) makeFolder(folder);
  const write = (): void => writeFileSync(file, content, options);
  try {
    write();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Removed meanwhile.
    if (code === "ENOENT") makeFolder(folder);
    else if (code !== "EEXIST") throw error;
    else if (readFileSync(file).equals(Buffer.from(content))) return;
    else rmSync(file);
    write();
  }
}
