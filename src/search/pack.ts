/** The index of a batch in one file, so that what has not changed is not indexed again. */
import { readFile } from "node:fs/promises";
import type { BatchIndex } from "./batch-index.ts";
import type { IndexFile } from "./pieces.ts";

interface Head extends Omit<BatchIndex, "fragments" | "words"> {
  readonly words: number;
  readonly files: readonly (readonly [path: string, bytes: number])[];
}

export function packed({ fragments, words, ...rest }: BatchIndex): Buffer {
  const files = fragments.map(({ path, content }) => [path, content.length] as const);
  const text = Buffer.from(JSON.stringify({ ...rest, words: words.length, files } satisfies Head));
  const size = Buffer.alloc(4);
  size.writeUInt32BE(text.length);
  return Buffer.concat([size, text, words, ...fragments.map(({ content }) => content)]);
}

/** Nothing where the file is missing or not whole. */
export async function readPack(file: string): Promise<BatchIndex | undefined> {
  try {
    const bytes = await readFile(file);
    let at = 4 + bytes.readUInt32BE(0);
    const { files, words, ...rest } = JSON.parse(bytes.toString("utf8", 4, at)) as Head;
    const next = (size: number): Buffer => {
      at += size;
      return bytes.subarray(at - size, at);
    };
    const all = next(words);
    const fragments: IndexFile[] = files.map(([path, size]) => ({ path, content: next(size) }));
    return at === bytes.length ? { ...rest, words: all, fragments } : undefined;
  } catch {
    return undefined;
  }
}
