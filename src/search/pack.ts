/** The index of a batch in one file, so that what has not changed is not indexed again. */
import { closeSync, openSync, readSync } from "node:fs";
import { readFile, rename } from "node:fs/promises";
import { put } from "../system/put.ts";
import type { BatchIndex, MadeIndex } from "./batch-index.ts";
import type { IndexFile } from "./pagefind-index/index.ts";

interface Head extends Omit<BatchIndex, "fragments" | "words"> {
  /** Bytes of each piece. */
  readonly words: readonly number[];
  readonly files: readonly (readonly [path: string, bytes: number])[];
}

/** Gives the index with words that are read from there: all batches of a shard are joined at a time. */
export async function writePack(file: string, { fragments, words, ...rest }: MadeIndex): Promise<BatchIndex> {
  const files = fragments.map(({ path, content }) => [path, content.length] as const);
  const sizes = words.map(({ length }) => length);
  const text = Buffer.from(JSON.stringify({ ...rest, words: sizes, files } satisfies Head));
  const size = Buffer.alloc(4);
  size.writeUInt32BE(text.length);
  put(`${file}.part`, Buffer.concat([size, text, ...words, ...fragments.map(({ content }) => content)]));
  await rename(`${file}.part`, file);
  return { ...rest, fragments, words: wordsAt(file, size.length + text.length, sizes) };
}

/** Nothing where the file is missing or not whole. */
export async function readPack(file: string): Promise<BatchIndex | undefined> {
  try {
    const bytes = await readFile(file);
    const start = 4 + bytes.readUInt32BE(0);
    const { files, words, ...rest } = JSON.parse(bytes.toString("utf8", 4, start)) as Head;
    let at = words.reduce((sum, size) => sum + size, start);
    const fragments: IndexFile[] = files.map(([path, size]) => {
      at += size;
      return { path, content: bytes.subarray(at - size, at) };
    });
    return at === bytes.length ? { ...rest, fragments, words: wordsAt(file, start, words) } : undefined;
  } catch {
    return undefined;
  }
}

/** One piece after the other into the same memory. */
function* wordsAt(file: string, start: number, sizes: readonly number[]): Generator<Buffer> {
  const room = Buffer.allocUnsafeSlow(sizes.reduce((most, size) => Math.max(most, size), 0));
  let at = start;
  for (const size of sizes) {
    fill(file, at, room.subarray(0, size));
    yield room.subarray(0, size);
    at += size;
  }
}

function fill(path: string, at: number, bytes: Buffer): void {
  const file = openSync(path, "r");
  try {
    for (let done = 0; done < bytes.length; ) {
      const got = readSync(file, bytes, done, bytes.length - done, at + done);
      if (got === 0) throw new Error(`The part of the search index in "${path}" became shorter while it was read.`);
      done += got;
    }
  } finally {
    closeSync(file);
  }
}
