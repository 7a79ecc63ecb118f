/** An index in one file, so that a batch which has not changed is never given to Pagefind again. */
import { readFile } from "node:fs/promises";
import type { Index } from "./pagefind.ts";

interface Head extends Omit<Index, "files"> {
  readonly files: readonly (readonly [path: string, bytes: number])[];
}

export function packed({ files, ...rest }: Index): Buffer {
  const head: Head = { ...rest, files: files.map(({ path, content }) => [path, content.length]) };
  const text = Buffer.from(JSON.stringify(head));
  const size = Buffer.alloc(4);
  size.writeUInt32BE(text.length);
  return Buffer.concat([size, text, ...files.map(({ content }) => content)]);
}

/** Nothing where the file is missing or not whole. */
export async function readPack(file: string): Promise<Index | undefined> {
  try {
    const bytes = await readFile(file);
    let at = 4 + bytes.readUInt32BE(0);
    const { files, ...rest } = JSON.parse(bytes.toString("utf8", 4, at)) as Head;
    const content = files.map(([path, size]) => {
      at += size;
      return { path, content: bytes.subarray(at - size, at) };
    });
    return at === bytes.length ? { ...rest, files: content } : undefined;
  } catch {
    return undefined;
  }
}
