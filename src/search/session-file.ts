/** The index of a session in one file of the cache, with a checksum: what is damaged is made anew. */
import { createHash } from "node:crypto";
import { closeSync, fstatSync, mkdirSync, openSync, readSync, renameSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import type { Measures, SessionIndex } from "./session-index.ts";

/** What is not bytes already; those follow: words, then fragments. */
interface Head extends Omit<SessionIndex, "words" | "fragments"> {
  readonly words: number;
  readonly fragments: readonly (readonly [path: string, bytes: number])[];
}

const hashBytes = 32;

export function writeSessionIndex(file: string, session: SessionIndex): Measures {
  const { words, fragments, ...rest } = session;
  const sizes = fragments.map(({ path, content }) => [path, content.length] as const);
  const head = Buffer.from(JSON.stringify({ ...rest, words: words.length, fragments: sizes } satisfies Head));
  const size = Buffer.alloc(4);
  size.writeUInt32BE(head.length);
  const parts = [size, head, words, ...fragments.map(({ content }) => content)];
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const aside = `${file}.${process.pid}`;
  // Logs are private, and so is what is kept of them.
  const open = openSync(aside, "w", 0o600);
  try {
    for (const part of [hash.digest(), ...parts]) {
      for (let done = 0; done < part.length; ) done += writeSync(open, part, done);
    }
  } finally {
    closeSync(open);
  }
  renameSync(aside, file);
  return { size: session.size, hash: session.hash };
}

/** All are read into it: one after the other would leave as much behind as the whole index. */
let room = Buffer.alloc(0);

/** Nothing where the file is missing or not as it was written. What it gives holds until the next one is read. */
export function readSessionIndex(file: string): SessionIndex | undefined {
  try {
    const bytes = bytesOf(file);
    const body = bytes.subarray(hashBytes);
    if (!createHash("sha256").update(body).digest().equals(bytes.subarray(0, hashBytes))) return undefined;
    const end = 4 + body.readUInt32BE(0);
    const { words, fragments, ...rest } = JSON.parse(body.toString("utf8", 4, end)) as Head;
    let at = end + words;
    return {
      ...rest,
      words: body.subarray(end, at),
      fragments: fragments.map(([path, length]) => {
        at += length;
        return { path, content: body.subarray(at - length, at) };
      }),
    };
  } catch {
    return undefined;
  }
}

function bytesOf(file: string): Buffer {
  const open = openSync(file, "r");
  try {
    const { size } = fstatSync(open);
    if (room.length < size) room = Buffer.allocUnsafeSlow(size * 2);
    let done = 0;
    for (let got = -1; done < size && got !== 0; done += got) got = readSync(open, room, done, size - done, done);
    return room.subarray(0, done);
  } finally {
    closeSync(open);
  }
}
