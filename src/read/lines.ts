/** The only place that knows bytes: BOM, CRLF, NULs, UTF-16, a line cap, a file that grows while it is read. */
import { closeSync, readSync } from "node:fs";
import { openRegular } from "./regular-file.ts";

export interface Line {
  readonly number: number;
  readonly text: string;
  /** The file ends here without a line end: it may have been cut, or is being written. */
  readonly isLast?: true;
}

export interface OddLine {
  readonly number: number;
  readonly problem: "long-line" | "bad-encoding";
  readonly bytes: number;
}

const chunkBytes = 1 << 18;
/** A pasted PDF may have 32 MB, a third more in base64; above that a line is not a log line. */
const mostBytes = 64 << 20;
const newline = 10;

export function* lines(path: string): Generator<Line | OddLine> {
  // Regular files only, links refused: a planted link must not bring in other files.
  const { file, size } = openRegular(path);
  const chunk = spare ?? Buffer.allocUnsafe(chunkBytes);
  spare = undefined;
  try {
    // What is appended while we read belongs to the next build.
    yield* split(file, size, chunk);
  } finally {
    spare = chunk;
    closeSync(file);
  }
}

/** For the next file: a new one each time would pile up outside the heap, where nobody collects it soon. */
let spare: Buffer | undefined;

function* split(file: number, size: number, chunk: Buffer): Generator<Line | OddLine> {
  let number = 0;
  let read = 0;
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  while (read < size) {
    const got = readSync(file, chunk, 0, Math.min(chunk.length, size - read), read);
    if (got === 0) break;
    const bytes = got === chunk.length ? chunk : chunk.subarray(0, got);
    if (read === 0 && isUtf16(bytes)) {
      yield { number: 1, problem: "bad-encoding", bytes: size };
      yield* utf16(file, size, bytes[0] === 0xff ? "utf-16le" : "utf-16be");
      return;
    }
    let start = read === 0 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
    read += got;
    for (let end = bytes.indexOf(newline, start); end >= 0; end = bytes.indexOf(newline, start)) {
      number++;
      const total = pendingBytes + end - start;
      if (total > mostBytes) yield { number, problem: "long-line", bytes: total };
      else {
        const text =
          pendingBytes === 0
            ? textIn(bytes, start, end)
            : textIn(Buffer.concat([...pending, bytes.subarray(start, end)]), 0, total);
        if (text !== "") yield { number, text };
      }
      if (pendingBytes > 0) {
        pending = [];
        pendingBytes = 0;
      }
      start = end + 1;
    }
    if (start < bytes.length) {
      pendingBytes += bytes.length - start;
      // Beyond the cap only the count goes on.
      if (pendingBytes <= mostBytes) pending.push(Buffer.from(bytes.subarray(start)));
      else pending = [];
    }
  }
  if (pendingBytes === 0) return;
  number++;
  const text = pendingBytes > mostBytes ? "" : textIn(Buffer.concat(pending), 0, pendingBytes);
  if (pendingBytes > mostBytes) yield { number, problem: "long-line", bytes: pendingBytes };
  else if (text !== "") yield { number, text, isLast: true };
}

function textIn(bytes: Buffer, start: number, end: number): string {
  return bytes.toString("utf8", start, end > start && bytes[end - 1] === 13 ? end - 1 : end);
}

/** The mark alone may be junk; a log's first letter is ASCII, so its other byte is zero. */
function isUtf16(bytes: Buffer): boolean {
  return (
    (bytes[0] === 0xff && bytes[1] === 0xfe && bytes[3] === 0) ||
    (bytes[0] === 0xfe && bytes[1] === 0xff && bytes[2] === 0)
  );
}

function* utf16(file: number, size: number, encoding: "utf-16le" | "utf-16be"): Generator<Line> {
  const bytes = Buffer.alloc(Math.min(size, mostBytes));
  readSync(file, bytes, 0, bytes.length, 0);
  const text = new TextDecoder(encoding).decode(bytes);
  let number = 0;
  for (const line of text.split("\n")) {
    number++;
    const clean = line.replace(/\r$/, "");
    if (clean !== "") yield { number, text: clean };
  }
}
