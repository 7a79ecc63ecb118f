/**
 * A page as its reader has it, in one pass over its code units: the words without tags, entities decoded, and what the
 * tags themselves say. Both are views of the page, so that what is found in them is known by its place in the page.
 *
 * Colours cut a token into elements that stand in one line; without them it is whole again. Every other element of
 * ours is a border: what stands before it and behind it are two things, however close they are drawn.
 */
import { entityCode, entityEnd } from "./views/percent.ts";
import { View } from "./views/view.ts";

export interface Stripped {
  /** To be closed by whoever has read them. */
  readonly words: View;
  readonly said: View;
  /** The words around a place of the page that no element but a colour parts from it. */
  readonly around: (place: number) => string;
}

const [newline, space, exclamation, quote, hash, ampersand, slash] = [10, 32, 33, 34, 35, 38, 47];
const [opened, equals, closed, question] = [60, 61, 62, 63];
const longestTag = 4000;
/** More white space than any rule allows between a name and its value. */
const apart = 5;

const bit = { letter: 1, word: 2, inClass: 4, tagStart: 8, digit: 16 } as const;
const kindOf = new Uint8Array(65536);
for (let code = 0; code < 128; code++) {
  const isLetter = (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
  const isDigit = code >= 48 && code <= 57;
  const isWord = isLetter || isDigit || code === 95;
  kindOf[code] =
    (isLetter ? bit.letter : 0) |
    (isWord || code === 45 ? bit.word : 0) |
    (isWord || code === 45 || code === space ? bit.inClass : 0) |
    (isLetter || code === exclamation || code === slash || code === question ? bit.tagStart : 0) |
    (isDigit ? bit.digit : 0);
}
const is = (code: number | undefined, kind: number): boolean => ((kindOf[code ?? 0] as number) & kind) !== 0;

/** A name of at most six letters as a number, whatever its case. */
function nameNumber(codes: Uint16Array, from: number, end: number): number {
  let name = 0;
  if (end - from > 6) return 0;
  for (let at = from; at < end; at++) {
    if (!is(codes[at], bit.letter)) return 0;
    name = (name << 5) | ((codes[at] as number) & 31);
  }
  return name;
}

const codesOf = (text: string): Uint16Array => Uint16Array.from([...text].map((one) => one.charCodeAt(0)));
const nameOf = (text: string): number => nameNumber(codesOf(text), 0, text.length);
/** What Markdown and diffs put into the middle of a line; what we lay a page out with is not among them. */
const inline = new Set("a code em mark strong wbr".split(" ").map(nameOf));
const span = nameOf("span");
const [classStart, tokenClass] = [codesOf(' class="'), codesOf("token")];

function startsWith(codes: Uint16Array, at: number, word: Uint16Array): boolean {
  for (let index = 0; index < word.length; index++) if (codes[at + index] !== word[index]) return false;
  return true;
}

/** Behind the class attribute at `at`; there, where none is. */
function classEnd(codes: Uint16Array, at: number, end: number): number {
  if (!startsWith(codes, at, classStart)) return at;
  let last = at + classStart.length;
  while (last < end && is(codes[last], bit.inClass)) last++;
  return last < end && codes[last] === quote ? last + 1 : at;
}

/** `<span class="token string">` of highlighted code, `<span class="a31 a1">` of a terminal. */
function isColour(codes: Uint16Array, at: number, end: number): boolean {
  const from = at + "<span".length;
  // Without any attribute what would be its class stands behind the tag.
  if (from === end - 1 || classEnd(codes, from, end) !== end - 1) return false;
  const value = from + classStart.length;
  if (codes[value] === 97 && is(codes[value + 1], bit.digit)) return true;
  const behind = codes[value + tokenClass.length];
  return startsWith(codes, value, tokenClass) && (behind === space || behind === quote);
}

export function stripped(page: View): Stripped {
  const { codes, length } = page.units;
  // A tag has three characters or more, and leaves five, or itself and five.
  const words = new View(page, undefined, length * 2 + 16);
  const said = new View(page, undefined, length * 3 + 16);
  /** Where tags that are no colours begin and end. */
  const borders: number[] = [];
  /** Of each span that is open, whether it is a colour. */
  const spans: boolean[] = [];
  let from = 0;
  for (let at = 0; at < length; ) {
    const code = codes[at] as number;
    if (code === ampersand) {
      const end = entityEnd(codes, length, at);
      if (end > at && isDecoded(codes, at + 1, end)) {
        words.keep(from, at);
        words.put(entityCode(codes, at, end), at, end);
        at = end;
        from = end;
      } else at++;
      continue;
    }
    const end = code === opened && is(codes[at + 1], bit.tagStart) ? tagEnd(codes, length, at) : at;
    if (end === at) {
      at++;
      continue;
    }
    words.keep(from, at);
    if (!isColouring(codes, at, end, spans)) {
      borders.push(at, end);
      say(codes, at, end, said);
      if (isParting(codes, at, end)) words.gap(newline, apart, end);
    }
    at = end;
    from = end;
  }
  words.keep(from, length);
  return { words, said, around: (place) => aroundPlace(page, borders, place) };
}

/** Behind the tag at `at`; there, where no whole one is. */
function tagEnd(codes: Uint16Array, length: number, at: number): number {
  let last = at + 2;
  while (last < length && codes[last] !== closed && codes[last] !== opened) last++;
  return last >= length || codes[last] === opened || last - at - 2 > longestTag ? at : last + 1;
}

function nameEnd(codes: Uint16Array, from: number, end: number): number {
  let last = from;
  while (last < end && is(codes[last], bit.word)) last++;
  return last;
}

/** Whether a tag only begins or ends a colour; keeps the list of open spans. */
function isColouring(codes: Uint16Array, at: number, end: number, spans: boolean[]): boolean {
  const isEnd = codes[at + 1] === slash;
  const from = isEnd ? at + 2 : at + 1;
  if (nameNumber(codes, from, nameEnd(codes, from, end)) !== span) return false;
  if (isEnd) return spans.pop() ?? false;
  const isOne = isColour(codes, at, end);
  spans.push(isOne);
  return isOne;
}

function isParting(codes: Uint16Array, at: number, end: number): boolean {
  const from = codes[at + 1] === slash ? at + 2 : at + 1;
  return !inline.has(nameNumber(codes, from, nameEnd(codes, from, end)));
}

/** A tag without its class, which is ours: a person may be called like one ("chip"). */
function say(codes: Uint16Array, at: number, end: number, said: View): void {
  let isSaying = codes[at + 1] === exclamation || codes[at + 1] === question;
  for (let index = at; !isSaying && index < end; index++) {
    if (codes[index] !== equals) continue;
    // Nothing but a class.
    const before = index - " class".length;
    isSaying = before < at || classEnd(codes, before, end) === before;
  }
  if (!isSaying) return;
  let from = at;
  for (let index = at; index < end; ) {
    const code = codes[index];
    const behind = code === space ? classEnd(codes, index, end) : index;
    const entity = code === ampersand ? entityEnd(codes, end, index) : index;
    if (behind > index) {
      said.keep(from, index);
      index = behind;
      from = behind;
    } else if (entity > index && isDecoded(codes, index + 1, entity)) {
      said.keep(from, index);
      said.put(entityCode(codes, index, entity), index, entity);
      index = entity;
      from = entity;
    } else index++;
  }
  said.keep(from, end);
  said.gap(newline, apart, end);
}

const isM = (code: number | undefined): boolean => code === 109 || code === 77;

/** Names in capitals are none, but for that of "&" itself. */
function isDecoded(codes: Uint16Array, from: number, end: number): boolean {
  if (codes[from] === hash || isM(codes[from + 1])) return true;
  for (let at = from; at < end - 1; at++) if ((codes[at] as number) < 97) return false;
  return true;
}

const nearby = 6000;

/** Only asked where something was found, so that nobody else pays for it. */
function aroundPlace(page: View, borders: readonly number[], place: number): string {
  let low = 0;
  let high = borders.length / 2;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((borders[middle * 2] as number) <= place) low = middle + 1;
    else high = middle;
  }
  const start = low === 0 ? 0 : (borders[low * 2 - 1] as number);
  const end = borders[low * 2] ?? page.length;
  const part = page.slice(Math.max(start, place - nearby), Math.min(end, place + nearby));
  const own = new View(undefined, part);
  const { words, said } = stripped(own);
  const { text } = words;
  for (const view of [words, said, own]) view.close();
  return text;
}
