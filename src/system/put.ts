/** Files of a site are never written into once they are there: they may be links to those of another site. */
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { dirname } from "node:path";

// With the encoding named, the engine writes a text without making bytes of it in our memory first.
const options = { flag: "wx", encoding: "utf8" } as const;

/** Folders that are there: most files come with others of their folder. */
const known = new Set<string>();
const mostKnown = 200;

function makeFolderOf(file: string): void {
  const folder = dirname(file);
  mkdirSync(folder, { recursive: true });
  if (known.size >= mostKnown) known.clear();
  known.add(folder);
}

/** Asked first: where thousands of pages have a folder each, as many errors would be made to be told that it is missing. */
function makeFolderIfNew(file: string): void {
  if (!known.has(dirname(file))) makeFolderOf(file);
}

/** Makes missing folders. A file that is there with the same content stays as it is. */
export function put(file: string, content: string | Uint8Array): void {
  const write = (): void => writeFileSync(file, content, options);
  makeFolderIfNew(file);
  try {
    write();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Its folder was removed meanwhile.
    if (code === "ENOENT") makeFolderOf(file);
    else if (code !== "EEXIST") throw error;
    else if (readFileSync(file).equals(Buffer.from(content))) return;
    else rmSync(file);
    write();
  }
}

/** Characters that are written at a time. */
const atATime = 1 << 16;

/** The same for a text that is made while it is written, so that there is never all of it; gives its bytes. */
export function putParts(file: string, parts: Iterable<string>): number {
  const opened = openNew(file);
  if (opened === undefined) {
    const content = Buffer.from([...parts].join(""));
    put(file, content);
    return content.length;
  }
  let size = 0;
  try {
    const write = (text: string): void => {
      const bytes = Buffer.from(text);
      for (let done = 0; done < bytes.length; ) done += writeSync(opened, bytes, done);
      size += bytes.length;
    };
    let waiting = "";
    for (const part of parts) {
      waiting += part;
      if (waiting.length < atATime) continue;
      write(waiting);
      waiting = "";
    }
    write(waiting);
  } finally {
    closeSync(opened);
  }
  return size;
}

/** Nothing where the file is there. */
function openNew(file: string): number | undefined {
  makeFolderIfNew(file);
  try {
    return openSync(file, "wx");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return undefined;
    if (code !== "ENOENT") throw error;
  }
  makeFolderOf(file);
  return openSync(file, "wx");
}
