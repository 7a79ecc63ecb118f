/** The texts inside a finished file: markup without its tags, search chunks out of scripts, base64 and gzip. */
import { extname } from "node:path";
import { gunzipSync } from "node:zlib";
import { digest } from "../system/checked-file.ts";
import { base64Runs } from "./base64.ts";
import type { FileKind } from "./first-look/index.ts";
import { isWordList, pieceValue } from "./index-piece.ts";
import { stripped } from "./strip.ts";
import { textOf } from "./text-of.ts";
import { emptyView, originalView, type Span, type View } from "./views/index.ts";
import { zippedIn } from "./zipped.ts";

export interface Unpacked {
  /** To be closed by whoever has read it. */
  readonly view: View;
  /** How it was packed, for the message. */
  readonly inside?: string;
  /** The line of the file that it begins at, where it has no lines of its own. */
  readonly line?: number;
  /** The line that a place stands in, by the text that the view was made from. */
  readonly lineOf: (place: number) => number;
  /** Words of people, not code of ours. */
  readonly isContent: boolean;
  /** Of the bytes that it was packed in. */
  readonly packed?: string;
  /** Words of the search index, without the signs between their parts: a rule would judge what stands nowhere. */
  readonly isWordList?: boolean;
  /** What stood together before it was drawn or indexed, around a place. */
  readonly around?: (place: number) => string;
  /** The characters of the text around it that it was unpacked from as a whole; places in it are not places there. */
  readonly whole?: Span;
}

const markup = new Set([".html", ".htm", ".svg", ".xml", ".xhtml"]);
const code = new Set([".js", ".mjs", ".cjs", ".css", ".map"]);
const plain = new Set([
  ".json",
  ".jsonl",
  ".ndjson",
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
const mostAtOnce = 1 << 20;

const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

function inflated(bytes: Buffer): Buffer | undefined {
  try {
    // What it says of its size need not be true: then it comes in several chunks.
    const size = bytes.length < 18 ? 0 : bytes.readUInt32LE(bytes.length - 4);
    const chunkSize = Math.min(Math.max(size, 1 << 10), mostAtOnce);
    return gunzipSync(bytes, { maxOutputLength: largest, chunkSize });
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
    if (isReadable(bytes)) yield { ...plainText(viewOf(bytes)), inside: "compressed", line: 1 };
  } else if (markup.has(kind) || plain.has(kind)) yield* textsOf(viewOf(bytes), markup.has(kind));
  else if (code.has(kind)) yield* codeTexts(kind, bytes, isKnown);
  else {
    // A document of a session may be anything.
    const text = textOf(bytes);
    if (text !== undefined) yield* textsOf(originalView(text), false);
  }
}

/** How the first look may read a file; nothing where it is packed, or may be anything. */
export function kindOf(file: string): FileKind | undefined {
  const kind = extname(file).toLowerCase();
  return markup.has(kind) ? "page" : plain.has(kind) ? "text" : code.has(kind) ? "script" : undefined;
}

export const isMarkup = (file: string): boolean => markup.has(extname(file).toLowerCase());
export const isCode = (file: string): boolean => code.has(extname(file).toLowerCase());

/** Of a page or a plain text, with what is packed inside. Closes the view. */
export function* textsOf(view: View, isPage: boolean): Generator<Unpacked> {
  if (!isPage) {
    yield* textAndChunks(view, true);
    return;
  }
  yield* pageTexts(view);
  yield* base64Chunks(view);
  view.close();
}

const plainText = (view: View, isContent = true): Unpacked => ({
  view,
  lineOf: (place) => lineAt(view.text, place),
  isContent,
});

function* codeTexts(kind: string, bytes: Buffer, isKnown: (packed: string) => boolean): Generator<Unpacked> {
  const zipped = kind === ".js" ? zippedIn(bytes) : undefined;
  // As text the packed pieces say nothing.
  if (zipped !== undefined) {
    yield plainText(originalView(zipped.around), false);
    yield* zippedTexts(zipped.pieces, "script, compressed", isKnown);
    return;
  }
  const handed = handedValues(bytes);
  if (handed === undefined) yield* textAndChunks(viewOf(bytes), false);
  else for (const text of stringsIn(handed.values)) yield* stringTexts(text);
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
  yield plainText(view, isContent);
  yield* chunks;
}

function* pageTexts(page: View, more: Partial<Unpacked> = {}): Generator<Unpacked> {
  const { words, said, around } = stripped(page);
  const lineOf = (place: number): number => lineAt(page.text, place);
  yield { view: words, lineOf, around, isContent: true, ...more };
  if (said.length === 0) said.close();
  else yield { view: said, lineOf, isContent: true, ...more };
}

const call = /^\w{1,40}\(/;
const [openingBracket, closingBracket, closingParenthesis] = [0x5b, 0x5d, 0x29];

/** What a script hands over that does nothing else: parts of a page, a chunk of the search index. */
export interface Handed {
  /** The function it calls. */
  readonly name: string;
  readonly values: readonly unknown[];
}

export function handedValues(script: Buffer): Handed | undefined {
  const name = call.exec(script.toString("latin1", 0, 64))?.[0];
  const end = script.lastIndexOf(closingParenthesis);
  if (name === undefined || end === -1 || script.toString("utf8", end + 1).trim() !== "") return undefined;
  // The arguments as a list, without a copy of them.
  const list = script.subarray(name.length - 1, end + 1);
  const opening = list[0] as number;
  list[0] = openingBracket;
  list[list.length - 1] = closingBracket;
  try {
    return { name: name.slice(0, -1), values: JSON.parse(list.toString("utf8")) as unknown[] };
  } catch {
    return undefined;
  } finally {
    list[0] = opening;
    list[list.length - 1] = closingParenthesis;
  }
}

/** Each once. Keys of tables are texts as well. */
function stringsIn(value: unknown): readonly string[] {
  const strings = new Set<string>();
  const stack: unknown[] = [value];
  while (stack.length > 0) {
    const next = stack.pop();
    if (typeof next === "string") strings.add(next);
    else if (Array.isArray(next)) for (const item of next) stack.push(item);
    else if (typeof next === "object" && next !== null) {
      for (const [key, item] of Object.entries(next)) {
        strings.add(key);
        stack.push(item);
      }
    }
  }
  return [...strings];
}

const onlyBase64 = /^[A-Za-z0-9+/]{64,}={0,2}$/;

export const isPageText = (text: string): boolean => text.includes("<");

function* stringTexts(text: string): Generator<Unpacked> {
  if (onlyBase64.test(text)) {
    const inner = chunk(text);
    if (inner?.inside === "base64, compressed") {
      yield* chunkTexts(inner, { line: 1 });
      return;
    }
  }
  const inside = { line: 1, inside: "script" };
  const view = originalView(text);
  if (!isPageText(text)) {
    yield { ...plainText(view), ...inside };
    return;
  }
  yield* pageTexts(view, inside);
  view.close();
}

function* base64Chunks(text: View): Generator<Unpacked> {
  for (const { at, base64 } of base64Runs(text)) {
    const inner = chunk(base64);
    const whole = { start: at + 1, end: at + 1 + base64.length };
    if (inner !== undefined) yield* chunkTexts(inner, { line: lineAt(text.text, at), whole });
  }
}

interface Chunk {
  readonly bytes: Buffer;
  readonly inside: string;
}

function chunk(base64: string): Chunk | undefined {
  const bytes = Buffer.from(base64, "base64");
  const inner = isGzip(bytes) ? inflated(bytes) : bytes;
  if (!inner || !isReadable(inner)) return undefined;
  return { bytes: inner, inside: isGzip(bytes) ? "base64, compressed" : "base64" };
}

function* chunkTexts({ bytes, inside }: Chunk, more: Partial<Unpacked>): Generator<Unpacked> {
  const pieces = inside === "base64" ? undefined : pieceStrings(bytes);
  for (const view of pieces?.map(originalView) ?? [viewOf(bytes)])
    yield { ...plainText(view), inside, isWordList: isWordList(bytes), ...more };
}

function* zippedTexts(
  pieces: readonly Buffer[],
  inside: string,
  isKnown: (packed: string) => boolean,
): Generator<Unpacked> {
  for (const piece of pieces) {
    const fingerprint = digest(piece);
    const inner = isKnown(fingerprint) ? undefined : inflated(piece);
    if (inner === undefined) continue;
    if (!isReadable(inner)) {
      // Its copy need not be unpacked to know that.
      yield { ...plainText(emptyView(0)), packed: fingerprint };
      continue;
    }
    const strings = pieceStrings(inner);
    const views = strings === undefined ? [viewOf(inner)] : [originalView(strings.join(between))];
    for (const view of views) {
      // The index has texts of many places in a row: only within a word do a name and a value belong together.
      const around = (place: number): string => wordAt(view.text, place);
      yield { ...plainText(view), inside, line: 1, packed: fingerprint, around, isWordList: isWordList(inner) };
    }
  }
}

/** More white space than any rule allows between a name and its value. */
const between = "\n".repeat(5);

function pieceStrings(bytes: Buffer): readonly string[] | undefined {
  const value = pieceValue(bytes);
  return value === undefined ? undefined : stringsIn(value);
}

function wordAt(text: string, place: number): string {
  let [start, end] = [place, place];
  while (start > 0 && !isSpace(text[start - 1])) start--;
  while (end < text.length && !isSpace(text[end])) end++;
  return text.slice(start, end);
}

const isSpace = (character: string | undefined): boolean => character === " " || character === "\n";

function lineAt(text: string, place: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < place; at = text.indexOf("\n", at + 1)) line++;
  return line;
}
