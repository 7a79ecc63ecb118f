/**
 * The words of a page and what its tags say, in one pass over its code units. Says no where a "<" begins no whole tag:
 * what that means `markup.ts` tells from the text.
 */
import { entityCode, entityEnd } from "./views/percent.ts";
import type { View } from "./views/view.ts";

const [newline, space, exclamation, quote, hash, ampersand, slash] = [10, 32, 33, 34, 35, 38, 47];
const [opened, equals, closed, question] = [60, 61, 62, 63];
const longestTag = 4000;
/** More white space than any rule allows between a name and its value. */
const apart = 5;

const bit = { letter: 1, word: 2, inClass: 4, tagStart: 8 } as const;
const kindOf = new Uint8Array(65536);
for (let code = 0; code < 128; code++) {
  const isLetter = (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
  const isWord = isLetter || (code >= 48 && code <= 57) || code === 95;
  kindOf[code] =
    (isLetter ? bit.letter : 0) |
    (isWord || code === 45 ? bit.word : 0) |
    (isWord || code === 45 || code === space ? bit.inClass : 0) |
    (isLetter || code === exclamation || code === slash || code === question ? bit.tagStart : 0);
}

/** A name of at most six letters as a number, whatever its case. */
function packed(codes: Uint16Array, from: number, end: number): number {
  let name = 0;
  if (end - from > 6) return 0;
  for (let at = from; at < end; at++) {
    const code = codes[at] as number;
    if (((kindOf[code] as number) & bit.letter) === 0) return 0;
    name = (name << 5) | (code & 31);
  }
  return name;
}

const codesOf = (text: string): Uint16Array => Uint16Array.from([...text].map((one) => one.charCodeAt(0)));
const nameOf = (text: string): number => packed(codesOf(text), 0, text.length);
/** Elements that stand in one line with what is around them. */
const inline = new Set(
  "a abbr b bdi bdo cite code data dfn em font i kbd mark q rp rt ruby s samp small strong sub sup time tt u var wbr"
    .split(" ")
    .map(nameOf),
);
const span = nameOf("span");
const classStart = codesOf(' class="');

/** Behind the class attribute at `at`; there, where none is. */
function classEnd(codes: Uint16Array, at: number, end: number): number {
  for (let index = 0; index < classStart.length; index++) if (codes[at + index] !== classStart[index]) return at;
  let last = at + classStart.length;
  while (last < end && ((kindOf[codes[last] as number] as number) & bit.inClass) !== 0) last++;
  return last < end && codes[last] === quote ? last + 1 : at;
}

const spanTag = codesOf("<span");
const spanEnd = codesOf("</span");

function startsWith(codes: Uint16Array, at: number, word: Uint16Array): boolean {
  for (let index = 0; index < word.length; index++) if (codes[at + index] !== word[index]) return false;
  return true;
}

/** Whether a tag of `end - at` units is a `span` with nothing but a class, or its end. */
function isColour(codes: Uint16Array, at: number, end: number): boolean {
  const start = codes[at + 1] === slash ? spanEnd : spanTag;
  const behind = at + start.length;
  if (behind >= end || !startsWith(codes, at, start)) return false;
  return behind === end - 1 || classEnd(codes, behind, end) === end - 1;
}

/** Whether a tag parts what is before it from what is behind; of a span that is not plain only its text tells. */
function parts(codes: Uint16Array, at: number, end: number): boolean | undefined {
  const from = codes[at + 1] === slash ? at + 2 : at + 1;
  let nameEnd = from;
  while (nameEnd < end && ((kindOf[codes[nameEnd] as number] as number) & bit.word) !== 0) nameEnd++;
  const name = packed(codes, from, nameEnd);
  return name === span ? undefined : !inline.has(name);
}

/** A tag without its class, if that says anything; returns how long `said` is then. */
function say(codes: Uint16Array, at: number, end: number, said: Uint16Array, length: number): number {
  let isSaying = codes[at + 1] === exclamation || codes[at + 1] === question;
  let size = length;
  for (let from = at; from < end; ) {
    const behind = codes[from] === space ? classEnd(codes, from, end) : from;
    if (behind > from) {
      from = behind;
      continue;
    }
    if (codes[from] === equals) isSaying = true;
    said[size++] = codes[from++] as number;
  }
  if (!isSaying) return length;
  for (let index = 0; index < apart; index++) said[size++] = newline;
  return size;
}

/** Fills both from `page`; they have room for as much, and so much more. */
export const spare = 1 << 14;

export function strip(page: View, words: View, said: View, isInline: (tag: string) => boolean): boolean {
  const { codes, length } = page.units;
  const [out, tags] = [words.units.codes, said.units.codes];
  let [size, tagsSize] = [0, 0];
  for (let at = 0; at < length; ) {
    let code = codes[at] as number;
    for (; code !== opened; code = codes[at] as number) {
      if (code === ampersand) {
        const end = entityEnd(codes, length, at);
        if (end > at && isDecoded(codes, at + 1, end)) {
          size = put(entityCode(codes, at, end), out, size);
          at = end;
        } else if (isCut(codes, length, at)) return false;
        else {
          out[size++] = code;
          at++;
        }
      } else {
        out[size++] = code;
        at++;
      }
      if (at === length) break;
    }
    if (at === length) break;
    const next = at + 1 < length ? (codes[at + 1] as number) : space;
    if (next === opened) return false;
    if (((kindOf[next] as number) & bit.tagStart) === 0) {
      out[size++] = code;
      at++;
      continue;
    }
    let last = at + 2;
    let isSaying = next === exclamation || next === question;
    for (; last < length && codes[last] !== closed && codes[last] !== opened; last++)
      if (codes[last] === equals) isSaying = true;
    if (last >= length || codes[last] === opened || last - at - 2 > longestTag) return false;
    const end = last + 1;
    // Many short tags, and far apart what they part: rarer than a page that is not made as pages are.
    if (Math.max(size, tagsSize) > at + spare - 2 * apart) return false;
    if (!isColour(codes, at, end)) {
      if (isSaying) tagsSize = say(codes, at, end, tags, tagsSize);
      if (parts(codes, at, end) ?? !isInline(page.slice(at, end)))
        for (let index = 0; index < apart; index++) out[size++] = newline;
    }
    at = end;
  }
  words.units.length = size;
  said.units.length = decodeEntities(tags, tagsSize);
  return true;
}

/** Whether a tag stands where the "&" at `at` may begin an entity: without the tag it is perhaps whole. */
function isCut(codes: Uint16Array, length: number, at: number): boolean {
  let end = at + 1;
  while (end < length && (codes[end] === hash || ((kindOf[codes[end] as number] as number) & bit.word) !== 0)) end++;
  return codes[end] === opened && end < length;
}

function put(character: number, codes: Uint16Array, length: number): number {
  if (character <= 0xffff) {
    codes[length] = character;
    return length + 1;
  }
  codes[length] = 0xd800 + ((character - 0x10000) >> 10);
  codes[length + 1] = 0xdc00 + ((character - 0x10000) & 0x3ff);
  return length + 2;
}

/** In place; returns how many are left. */
function decodeEntities(codes: Uint16Array, length: number): number {
  let from = codes.subarray(0, length).indexOf(ampersand);
  if (from === -1) return length;
  let size = from;
  while (from < length) {
    const code = codes[from] as number;
    if (code !== ampersand) {
      codes[size++] = code;
      from++;
      continue;
    }
    const end = entityEnd(codes, length, from);
    if (end === from || !isDecoded(codes, from + 1, end)) {
      codes[size++] = code;
      from++;
      continue;
    }
    size = put(entityCode(codes, from, end), codes, size);
    from = end;
  }
  return size;
}

const isM = (code: number | undefined): boolean => code === 109 || code === 77;

/** Names in capitals are none, but for that of "&" itself. */
function isDecoded(codes: Uint16Array, from: number, end: number): boolean {
  if (codes[from] === hash || isM(codes[from + 1])) return true;
  for (let at = from; at < end - 1; at++) if ((codes[at] as number) < 97) return false;
  return true;
}
