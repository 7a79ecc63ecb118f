/** Files of a site are never written into once they are there: they may be links to those of another site. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** Folders that are there: most files come with others of their folder. */
const known = new Set<string>();
const mostKnown = 200;

/** Makes missing folders. A file that is there with the same content stays as it is. */
export function put(file: string, content: string | Uint8Array): void {
  const write = (): void => writeFileSync(file, content, { flag: "wx" });
  const folder = dirname(file);
  // Asked first: where thousands of pages have a folder each, as many errors would be made to be told that it is missing.
  if (!known.has(folder)) mkdirSync(folder, { recursive: true });
  if (known.size >= mostKnown) known.clear();
  known.add(folder);
  try {
    write();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") mkdirSync(folder, { recursive: true });
    else if (code !== "EEXIST") throw error;
    else if (readFileSync(file).equals(Buffer.from(content))) return;
    else rmSync(file);
    write();
  }
}
