/** A first look at finished files, from their bytes: markup and JSON are taken off where the bytes lie. */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { everyStretch } from "../stretches.ts";
import { type Engine, type Judge, mostUnits } from "./engine.ts";

/** A page; a script that may hand over strings, pages among them; anything else that is read as it is. */
export type FileKind = "page" | "script" | "text";

/** What the rooms are for. The last two change hands: a file's bytes are gone once they are text. */
const [text, words, said, spare, bytes, script] = [0, 1, 2, 3, 4, 5];
/** Borders between elements may make the words of a page longer than the page. */
const slack = 1 << 16;

export function isClearFile(engine: Engine, path: string, kind: FileKind, judge: Judge): boolean {
  if (kind === "text") return isClearText(engine, path, judge);
  const size = read(engine, path);
  if (size === undefined) return false;
  const from = engine.roomAt(bytes);
  if (kind === "script") {
    const list = handedList(engine.bytes.subarray(from, from + size));
    if (list !== undefined) return isClearScript(engine, list, judge);
  }
  const length = engine.exports.fromUtf8(from, size, engine.roomAt(text));
  if (length < 0 || engine.exports.hasBase64(engine.roomAt(text), length) !== 0) return false;
  return kind === "page" ? isClearPage(engine, length, judge) : isClear(engine, text, length, judge);
}

/** The same for a page that is written just now. */
export function isClearContent(engine: Engine, content: string, judge: Judge): boolean {
  const { length } = content;
  if (length + slack > mostUnits || !engine.reserve(length + slack)) return false;
  const at = engine.roomAt(text);
  engine.bytes.write(content, at, "utf16le");
  return engine.exports.hasBase64(at, length) === 0 && isClearPage(engine, length, judge);
}

function isClearText(engine: Engine, path: string, judge: Judge): boolean {
  const roomFor = (size: number): Buffer | undefined => {
    if (!engine.reserve(size)) return undefined;
    return engine.bytes.subarray(engine.roomAt(bytes), engine.roomAt(bytes) + size);
  };
  return everyStretch(path, roomFor, ({ byteOffset, length: size }) => {
    const length = engine.exports.fromUtf8(byteOffset, size, engine.roomAt(text));
    if (length < 0 || engine.exports.hasBase64(engine.roomAt(text), length) !== 0) return false;
    return isClear(engine, text, length, judge);
  });
}

/** Into the room for bytes; nothing where there is too much, or more than was said. */
function read(engine: Engine, path: string): number | undefined {
  const file = openSync(path, "r");
  try {
    const { size } = fstatSync(file);
    if (size + slack > mostUnits || !engine.reserve(size + slack)) return undefined;
    const start = engine.roomAt(bytes);
    let length = 0;
    while (length <= size) {
      const count = readSync(file, engine.bytes, start + length, size + 1 - length, null);
      if (count === 0) return length;
      length += count;
    }
    return undefined;
  } finally {
    closeSync(file);
  }
}

/** The page in the first room, without its tags and as what they say. */
function isClearPage(engine: Engine, length: number, judge: Judge): boolean {
  const { exports } = engine;
  const [page, wordsAt, saidAt] = [engine.roomAt(text), engine.roomAt(words), engine.roomAt(said)];
  if (exports.strip(page, length, wordsAt, saidAt, engine.room) === 0) return false;
  const saidLength = exports.saidLength.value;
  return isClear(engine, words, exports.wordsLength.value, judge) && isClear(engine, said, saidLength, judge);
}

function isClear(engine: Engine, room: number, length: number, judge: Judge): boolean {
  const views = room === text ? ([words, spare, bytes] as const) : ([text, spare, bytes] as const);
  if (engine.look(room, length, views, judge) !== 0) return false;
  const sightings = engine.sightings();
  if (sightings.length === 0) return true;
  return !judge(engine.inMemory(engine.roomAt(room), length), sightings, engine.exports.originOf, engine.sightings);
}

const call = /^\w{1,40}\(/;
const closing = 0x29;

/** The arguments of a script that is one call, as a stretch of its bytes. */
function handedList(content: Buffer): { readonly start: number; readonly end: number } | undefined {
  const name = call.exec(content.toString("latin1", 0, 64))?.[0];
  const end = content.lastIndexOf(closing);
  if (name === undefined || end === -1 || content.toString("utf8", end + 1).trim() !== "") return undefined;
  return { start: name.length, end };
}

function isClearScript(
  engine: Engine,
  { start, end }: { readonly start: number; readonly end: number },
  judge: Judge,
): boolean {
  const { exports } = engine;
  const length = exports.fromUtf8(engine.roomAt(bytes) + start, end - start, engine.roomAt(script));
  if (length < 0) return false;
  exports.beginScript(engine.roomAt(script), length);
  for (;;) {
    const size = exports.nextString(engine.roomAt(text));
    if (size < 0) return size === -1;
    if (exports.isBase64.value !== 0 && size >= leastBase64) return false;
    const isOne = exports.isMarkup.value === 0 ? isClear(engine, text, size, judge) : isClearPage(engine, size, judge);
    if (!isOne) return false;
  }
}

/** A shorter value holds nothing packed. */
const leastBase64 = 64;
