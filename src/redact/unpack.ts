/** The texts inside a finished file: markup without its tags, search chunks out of scripts, base64 and gzip. */
import { extname } from "node:path";
import { gunzipSync } from "node:zlib";
import { digest } from "../files/checked.ts";
import { base64Runs } from "./base64.ts";
import { markupTexts } from "./markup.ts";
import { emptyView, originalView, type View } from "./views/index.ts";
import { zippedIn } from "./zipped.ts";

export interface Unpacked {
  /** To be closed by whoever has read it. */
  readonly view: View;
  /** How it was packed, for the message. */
  readonly inside?: string;
  /** The line of the file that it begins at, where it has no lines of its own. */
  readonly line?: number;
  /** The line of the file that an offset of its text stands in, where that is not its own. */
  readonly lineOf?: (offset: number) => number;
  /** Words of people, not code of ours. */
  readonly isContent: boolean;
  /** Of the bytes that it was packed in. */
  readonly packed?: string;
  /** What stood together before it was drawn or indexed, around an offset. */
  readonly around?: (offset: number) => string;
}

const markup = new Set([".html", ".htm", ".svg", ".xml", ".xhtml"]);
const code = new Set([".js", ".mjs", ".cjs", ".css", ".map"]);
const plain = new Set([
  ".json",
  ".jsonl",
  ".txt",
  ".md",
  ".csv",
  ".webmanifest",
  ".yaml",
  ".yml",
  ".log",
  ".atom",
  ".rss",
  "",
]);
const packed = new Set([".gz", ".pf_fragment", ".pf_index", ".pf_meta", ".pf_filter", ".pf_word"]);

const largest = 256 * 1024 * 1024;

const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

function inflated(bytes: Uint8Array): Buffer | undefined {
  try {
    return gunzipSync(bytes, { maxOutputLength: largest });
  } catch {
    return undefined;
  }
}

/** Whether a decoded chunk can be read at all; a picture or a program cannot. */
function isReadable(bytes: Uint8Array): boolean {
  let odd = 0;
  const length = Math.min(bytes.length, 4096);
  for (let index = 0; index < length; index++) {
    const byte = bytes[index] as number;
    if (byte < 9 || (byte > 13 && byte < 27)) odd++;
  }
  return odd * 10 < length;
}

/** One after the other: what was yielded is read before the next. Pieces that are known by their digest are not unpacked. */
export function* unpacked(file: string, bytes: Buffer, isKnown: (packed: string) => boolean): Generator<Unpacked> {
  const kind = extname(file).toLowerCase();
  if (isGzip(bytes)) yield* zippedTexts([bytes], "compressed", isKnown);
  else if (packed.has(kind)) {
    if (isReadable(bytes)) yield { view: viewOf(bytes), inside: "compressed", line: 1, isContent: true };
  } else if (markup.has(kind)) {
    const page = viewOf(bytes);
    yield* pageTexts(page);
    yield* base64Chunks(page);
    page.close();
  } else if (plain.has(kind)) yield* textAndChunks(viewOf(bytes), true);
  else if (code.has(kind)) yield* codeTexts(kind, bytes, isKnown);
}

function* codeTexts(kind: string, bytes: Buffer, isKnown: (packed: string) => boolean): Generator<Unpacked> {
  const zipped = kind === ".js" ? zippedIn(bytes) : undefined;
  // As text the packed pieces say nothing.
  if (zipped !== undefined) {
    yield { view: originalView(zipped.around), isContent: false };
    yield* zippedTexts(zipped.pieces, "script, compressed", isKnown);
    return;
  }
  const strings = handedStrings(bytes);
  if (strings === undefined) yield* textAndChunks(viewOf(bytes), false);
  else for (const text of strings) yield* stringTexts(text);
}

/** Read as UTF-8. */
function viewOf(bytes: Buffer): View {
  const view = emptyView(bytes.length);
  if (view.units.decode(bytes)) return view;
  view.close();
  return originalView(bytes.toString("utf8"));
}

function* textAndChunks(view: View, isContent: boolean): Generator<Unpacked> {
  const chunks = [...base64Chunks(view)];
  yield { view, isContent };
  yield* chunks;
}

function* pageTexts(page: View, more: Partial<Unpacked> = {}): Generator<Unpacked> {
  for (const { view, place, around } of markupTexts(page))
    yield {
      view,
      lineOf: (offset) => lineAt(page.text, place(offset)),
      ...(around === undefined ? {} : { around }),
      isContent: true,
      ...more,
    };
}

const call = /^\w{1,40}\(/;
const [openingBracket, closingBracket, closingParenthesis] = [0x5b, 0x5d, 0x29];

/** A script that does nothing but hand over data: parts of a page, a chunk of the search index. */
function handedStrings(script: Buffer): readonly string[] | undefined {
  const name = call.exec(script.toString("latin1", 0, 64))?.[0];
  const end = script.lastIndexOf(closingParenthesis);
  if (name === undefined || end === -1 || script.toString("utf8", end + 1).trim() !== "") return undefined;
  // The arguments as a list, without a copy of them.
  const list = script.subarray(name.length - 1, end + 1);
  const opening = list[0] as number;
  list[0] = openingBracket;
  list[list.length - 1] = closingBracket;
  try {
    const values: unknown[] = JSON.parse(list.toString("utf8"));
    const strings: string[] = [];
    eachText(values, (string) => void strings.push(string));
    return strings;
  } catch {
    return undefined;
  } finally {
    list[0] = opening;
    list[list.length - 1] = closingParenthesis;
  }
}

/** Keys of tables are texts as well. */
function eachText(value: unknown, visit: (text: string) => void): void {
  const stack: unknown[] = [value];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (typeof next === "string") visit(next);
    else if (typeof next === "object" && next !== null) {
      const items = Array.isArray(next) ? next : Object.entries(next).flat();
      for (const item of items) if (item !== undefined) stack.push(item);
    }
  }
}

const onlyBase64 = /^[A-Za-z0-9+/]{64,}={0,2}$/;

function* stringTexts(text: string): Generator<Unpacked> {
  if (onlyBase64.test(text)) {
    const inner = chunk(text, 1);
    if (inner?.inside === "base64, compressed") {
      yield inner;
      return;
    }
    inner?.view.close();
  }
  const inside = { line: 1, inside: "script" };
  const view = originalView(text);
  if (!text.includes("<")) {
    yield { view, isContent: true, ...inside };
    return;
  }
  yield* pageTexts(view, inside);
  view.close();
}

function* base64Chunks(text: View): Generator<Unpacked> {
  for (const { at, base64 } of base64Runs(text)) {
    const inner = chunk(base64, 0);
    if (inner !== undefined) yield { ...inner, line: lineAt(text.text, at) };
  }
}

function chunk(base64: string, line: number): Unpacked | undefined {
  const bytes = Buffer.from(base64, "base64");
  const inner = isGzip(bytes) ? inflated(bytes) : bytes;
  if (!inner || !isReadable(inner)) return undefined;
  const inside = isGzip(bytes) ? "base64, compressed" : "base64";
  return { view: viewOf(inner), inside, line, isContent: true };
}

function* zippedTexts(
  pieces: readonly Buffer[],
  inside: string,
  isKnown: (packed: string) => boolean,
): Generator<Unpacked> {
  for (const piece of pieces) {
    const print = digest(piece);
    const inner = isKnown(print) ? undefined : inflated(piece);
    if (inner === undefined || !isReadable(inner)) continue;
    const view = viewOf(inner);
    // The index has texts of many places in a row: only within a word do a name and a value belong together.
    const around = (offset: number): string => wordAt(view.text, offset);
    yield { view, inside, line: 1, isContent: true, packed: print, around };
  }
}

function wordAt(text: string, offset: number): string {
  const end = text.indexOf(" ", offset);
  return text.slice(text.lastIndexOf(" ", offset) + 1, end === -1 ? text.length : end);
}

export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < offset; at = text.indexOf("\n", at + 1)) line++;
  return line;
}
