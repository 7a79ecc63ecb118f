/** The texts inside a finished file: markup without its tags, search chunks out of scripts, base64 and gzip. */
import { extname } from "node:path";
import { gunzipSync } from "node:zlib";
import { digest } from "../files/checked.ts";
import { markupTexts } from "./markup.ts";

export interface Unpacked {
  readonly text: string;
  /** How it was packed, for the message. */
  readonly inside?: string;
  /** The line of the file that it begins at, where it has no lines of its own. */
  readonly line?: number;
  /** The line of the file that an offset of `text` stands in, where that is not its own. */
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
const chunks = /["'`]([A-Za-z0-9+/]{64,}={0,2})["'`]/g;

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

/** Pieces that are known by their digest are not unpacked. */
export function unpacked(file: string, bytes: Buffer, isKnown: (packed: string) => boolean): readonly Unpacked[] {
  const kind = extname(file).toLowerCase();
  if (isGzip(bytes)) return zippedTexts([bytes], "compressed", isKnown);
  if (packed.has(kind)) {
    return isReadable(bytes) ? [{ text: bytes.toString("utf8"), inside: "compressed", line: 1, isContent: true }] : [];
  }
  if (!markup.has(kind) && !code.has(kind) && !plain.has(kind)) return [];
  const zipped = kind === ".js" ? zippedIn(bytes) : undefined;
  // As text the packed pieces say nothing.
  if (zipped !== undefined && zipped.pieces.length > 0) {
    return [{ text: zipped.around, isContent: false }, ...zippedTexts(zipped.pieces, "script, compressed", isKnown)];
  }
  const text = bytes.toString("utf8");
  if (markup.has(kind)) return [...pageTexts(text), ...base64Chunks(text)];
  const strings = code.has(kind) ? handedStrings(text) : undefined;
  if (strings !== undefined) return strings.flatMap(stringTexts);
  return [{ text, isContent: !code.has(kind) }, ...base64Chunks(text)];
}

function pageTexts(page: string): readonly Unpacked[] {
  return markupTexts(page).map(({ text, place, around }) => ({
    text,
    lineOf: (offset) => lineAt(page, place(offset)),
    ...(around === undefined ? {} : { around }),
    isContent: true,
  }));
}

const call = /^\w{1,40}\(/;

/** A script that does nothing but hand over data: parts of a page, a chunk of the search index. */
function handedStrings(text: string): readonly string[] | undefined {
  const end = text.trimEnd();
  const name = call.exec(end)?.[0];
  if (name === undefined || !end.endsWith(")")) return undefined;
  try {
    const values: unknown[] = JSON.parse(`[${end.slice(name.length, -1)}]`);
    const strings: string[] = [];
    eachText(values, (string) => void strings.push(string));
    return strings;
  } catch {
    return undefined;
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

function stringTexts(text: string): readonly Unpacked[] {
  if (onlyBase64.test(text)) {
    const inner = chunk(text, 1);
    if (inner?.inside === "base64, compressed") return [inner];
  }
  const inside = { line: 1, inside: "script" };
  if (!text.includes("<")) return [{ text, isContent: true, ...inside }];
  return pageTexts(text).map((part) => ({ ...part, ...inside }));
}

function base64Chunks(text: string): readonly Unpacked[] {
  const texts: Unpacked[] = [];
  for (const match of text.matchAll(chunks)) {
    const inner = chunk(match[1] as string, 0);
    if (inner !== undefined) texts.push({ ...inner, line: lineAt(text, match.index) });
  }
  return texts;
}

function chunk(base64: string, line: number): Unpacked | undefined {
  const bytes = Buffer.from(base64, "base64");
  const inner = isGzip(bytes) ? inflated(bytes) : bytes;
  if (!inner || !isReadable(inner)) return undefined;
  const inside = isGzip(bytes) ? "base64, compressed" : "base64";
  return { text: inner.toString("utf8"), inside, line, isContent: true };
}

function zippedTexts(
  pieces: readonly Buffer[],
  inside: string,
  isKnown: (packed: string) => boolean,
): readonly Unpacked[] {
  return pieces.flatMap((piece) => {
    const print = digest(piece);
    const inner = isKnown(print) ? undefined : inflated(piece);
    if (inner === undefined || !isReadable(inner)) return [];
    const text = inner.toString("utf8");
    // The index has texts of many places in a row: only within a word do a name and a value belong together.
    const around = (offset: number): string => wordAt(text, offset);
    return [{ text, inside, line: 1, isContent: true, packed: print, around }];
  });
}

function wordAt(text: string, offset: number): string {
  const end = text.indexOf(" ", offset);
  return text.slice(text.lastIndexOf(" ", offset) + 1, end === -1 ? text.length : end);
}

/** The search index as scripts: gzip with a character of windows-1252 for each byte, as src/search/offline.ts writes it. */
function zippedIn(script: Buffer): { readonly pieces: readonly Buffer[]; readonly around: string } {
  const start = '"\u001f\u008b';
  const pieces: Buffer[] = [];
  const around: string[] = [];
  let from = 0;
  for (let at = script.indexOf(start, 0, "latin1"); at !== -1; at = script.indexOf(start, from, "latin1")) {
    around.push(script.toString("utf8", from, at));
    const end = closingQuote(script, at + 1);
    pieces.push(plainBytes(script.subarray(at + 1, end)));
    from = end + 1;
  }
  return { pieces, around: [...around, script.toString("utf8", from)].join('""') };
}

const [quote, backslash] = [0x22, 0x5c];

function closingQuote(script: Buffer, from: number): number {
  for (let at = from; at < script.length; at++) {
    if (script[at] === backslash) at++;
    else if (script[at] === quote) return at;
  }
  return script.length;
}

function plainBytes(escaped: Buffer): Buffer {
  const bytes = Buffer.allocUnsafe(escaped.length);
  let size = 0;
  for (let at = 0; at < escaped.length; at++) {
    const byte = escaped[at] as number;
    bytes[size++] = byte === backslash ? unescaped(escaped[++at] as number) : byte;
  }
  return bytes.subarray(0, size);
}

const unescaped = (byte: number): number => (byte === 0x6e ? 0x0a : byte === 0x72 ? 0x0d : byte);

export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < offset; at = text.indexOf("\n", at + 1)) line++;
  return line;
}
