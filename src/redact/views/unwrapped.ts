/**
 * Lines that belong together, joined: a terminal, a mail or an editor broke one long value. Line numbers of `cat -n`
 * and the signs of a diff are left out. Only stretches with such a break are in the view.
 */
import { looksRandom, strangeness } from "../randomness.ts";
import { type View, viewOf } from "./view.ts";

const closed = /^["'`]?[,;)\]}>]{0,4}["'`]?\s{0,8}\\?$/;
const expectsValue = /[:=]\s{0,2}["'`]?$/;

/** Characters that values are made of. */
const inValue = new Uint8Array(65536);
for (const character of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=_.~%:-")
  inValue[character.charCodeAt(0)] = 1;

const isSpace = (code: number): boolean => code === 32 || code === 9;
const isQuote = (code: number): boolean => code === 34 || code === 39 || code === 96;
const isDigit = (code: number): boolean => code >= 48 && code <= 57;

interface Bounds {
  start: number;
  end: number;
}

interface Line extends Bounds {
  /** Where its own text begins, after line number and sign. */
  readonly body: number;
  /** Which number and sign that is. */
  readonly mark: number;
}

const [tab, newline, returned, space, hyphen, colon, equals, bar, backslash] = [9, 10, 13, 32, 45, 58, 61, 124, 92];
const [arrow, verticalBar] = [0x2192, 0x2502];
const isSign = new Uint8Array(65536);
for (const sign of "+->|│#") isSign[sign.charCodeAt(0)] = 1;
const withNumber = 1 << 16;

/** Behind the number of a line and what parts it from the line: `→`, a tab, `: `, ` | `, `- `. */
function numberEnd(codes: Uint16Array, length: number, first: number): number | undefined {
  let at = first;
  while (at < first + 6 && at < length && isDigit(codes[at] as number)) at++;
  if (at >= length) return undefined;
  const next = at + 1 < length ? codes[at + 1] : 0;
  switch (codes[at]) {
    case arrow:
    case tab:
      return at + 1;
    case colon:
      return next === space ? at + 2 : at + 1;
    case hyphen:
      return next === space ? at + 2 : undefined;
    case space:
      if (next !== bar && next !== verticalBar) return undefined;
      return at + 2 < length && codes[at + 2] === space ? at + 3 : at + 2;
    case bar:
    case verticalBar:
      return next === space ? at + 2 : at + 1;
    default:
      return undefined;
  }
}

function lineOf(codes: Uint16Array, length: number, start: number, end: number): Line {
  let body = start;
  let mark = 0;
  let first = start;
  while (first < end && first < start + 8 && isSpace(codes[first] as number)) first++;
  if (first < length && isDigit(codes[first] as number)) {
    const number = numberEnd(codes, length, first);
    if (number !== undefined && number <= end) {
      body = number;
      mark = withNumber;
    }
  }
  if (body < end && isSign[codes[body] as number] === 1) {
    mark |= codes[body] as number;
    body++;
  }
  return { start, end: endOf(codes, start, end), body, mark };
}

/** Where the line's own text begins, if the line before has the same marks; a "+" may be part of the value. */
function bodyOf(codes: Uint16Array, line: Line, before: Line): number {
  let body = before.mark === line.mark ? line.body : line.start;
  while (body < line.end && isSpace(codes[body] as number)) body++;
  return body;
}

function runEnd(codes: Uint16Array, from: number, limit: number): number {
  let end = from;
  while (end < limit && inValue[codes[end] as number] === 1) end++;
  return end;
}

function runStart(codes: Uint16Array, end: number, limit: number): number {
  let start = end;
  while (start > limit && inValue[codes[start - 1] as number] === 1) start--;
  return start;
}

const hasDigitOrCase = (piece: string): boolean =>
  /\d/.test(piece) || (/[a-z]/.test(piece) && /[A-Z]/.test(piece.slice(1)));

/** In running text both ends of the break must look like parts of a value. */
const bothOdd = (tail: string, head: string): boolean =>
  tail.length >= 8 && [tail, head].every((piece) => hasDigitOrCase(piece) && strangeness(piece) >= 0.4);

/** Columns: the lines are as long as each other because something cut them so. */
function isColumn(line: Bounds, next: Bounds, widthBefore: number): boolean {
  const width = line.end - line.start;
  const following = next.end - next.start;
  return width >= 16 && (width === following || (width === widthBefore && following < width));
}

/** Whether `next` goes on where `line` stops. */
function isContinued(view: View, line: Line, next: Line, widthBefore: number): boolean {
  const { codes } = view.units;
  const from = bodyOf(codes, next, line);
  if (from >= next.end || line.end <= line.start) return false;
  const headStart = isQuote(codes[from] as number) ? from + 1 : from;
  const headEnd = runEnd(codes, headStart, Math.min(next.end, from + 4096));
  if (headEnd === from) return false;
  const last = codes[line.end - 1] as number;
  const tailEnd = last === backslash ? line.end - 1 : line.end;
  const tailStart = runStart(codes, tailEnd, Math.max(line.start, tailEnd - 200));
  if (tailStart === tailEnd && !mayExpect(last)) return false;
  const isAlone = headEnd === next.end || (next.end - headEnd < 16 && closed.test(view.slice(headEnd, next.end)));
  const isCut = isColumn(line, next, widthBefore);
  // Ordinary prose leaves here: a word, and more words on the next line.
  if (!isAlone && !isCut && tailEnd - tailStart < 8) return false;
  return isPart(view, line, next, { isAlone, isCut, tailStart, tailEnd, from, headEnd });
}

interface Break {
  readonly isAlone: boolean;
  readonly isCut: boolean;
  readonly tailStart: number;
  readonly tailEnd: number;
  readonly from: number;
  readonly headEnd: number;
}

function isPart(
  view: View,
  line: Line,
  next: Line,
  { isAlone, isCut, tailStart, tailEnd, from, headEnd }: Break,
): boolean {
  const tail = view.slice(tailStart, tailEnd);
  const head = view.slice(from, headEnd);
  const before = view.slice(Math.max(line.start, line.end - 40), line.end);
  if (isAlone && expectsValue.test(before)) return head.length >= 8 && hasDigitOrCase(head);
  if (isCut && (tail !== "" || expectsValue.test(before))) return true;
  if (!isAlone) return bothOdd(tail, head);
  // The next line of an environment file is no rest of the value before it.
  if (/^[A-Za-z_][\w.-]{0,60}=[^=]/.test(head)) return false;
  const isValue = expectsValue.test(view.slice(Math.max(line.start, tailStart - 6), tailStart));
  if (isValue && tail !== "" && next.end - next.start <= line.end - line.start && looksRandom(tail + head)) return true;
  if (tail.length >= 8 && head.length >= 16) return true;
  if (tail.length < 4) return false;
  // The rest of a value may have no digit; a word has not either, but reads like one.
  return hasDigitOrCase(head) || (bothOdd(tail, tail) && (head.length <= 2 || strangeness(head) >= 0.3));
}

const widest = 2000;

const [inEnd, inMark] = [1, 2];
/** What may stand behind a value at the end of its line, and what before it. */
const besides = new Uint8Array(65536);
for (const character of "\"'`,;)]}>\\ \t\v\f\r\u00a0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff")
  besides[character.charCodeAt(0)] = inEnd;
for (let code = 0x2000; code <= 0x200a; code++) besides[code] = inEnd;
for (const character of "0123456789→:|│-+>#") {
  const code = character.charCodeAt(0);
  besides[code] = (besides[code] as number) | inMark;
}

/** The same for whoever joins lines otherwise: 1 for each character that is one. */
export const valueSigns = {
  inValue,
  inEnd: besides.map((bits) => bits & inEnd),
  inMark: besides.map((bits) => (bits & inMark) >> 1),
} as const;

const mayExpect = (last: number): boolean => isSpace(last) || isQuote(last) || last === colon || last === equals;

/** A quick no for most lines: neither the end of a long value nor a line with nothing but a value follows. */
function mayContinue(codes: Uint16Array, line: Bounds, next: Bounds, widthBefore: number): boolean {
  const { start, end } = line;
  const last = codes[end - 1] as number;
  const tailEnd = last === backslash ? end - 1 : end;
  const tailStart = runStart(codes, tailEnd, Math.max(start, tailEnd - 8));
  if (tailEnd - tailStart >= 8 || isColumn(line, next, widthBefore)) return true;
  if (tailStart === tailEnd && !mayExpect(last)) return false;
  let at = next.end;
  while (at > next.start && ((besides[codes[at - 1] as number] as number) & inEnd) !== 0) at--;
  at = runStart(codes, at, next.start);
  while (at > next.start && (isQuote(codes[at - 1] as number) || isSpace(codes[at - 1] as number))) at--;
  return at === next.start || ((besides[codes[at - 1] as number] as number) & inMark) !== 0;
}

/** A line that ends in none of these goes on nowhere; most lines of code do not. */
const mayGoOn = Uint8Array.from(inValue);
for (const character of "\\ \t\"'`") mayGoOn[character.charCodeAt(0)] = 1;

/** The view of joined lines, or nothing where no line goes on. */
export function unwrapped(source: View): View | undefined {
  const { codes, length } = source.units;
  let view: View | undefined;
  let widthBefore = -1;
  let isOpen = false;
  const [here, next] = [
    { start: 0, end: 0 },
    { start: 0, end: 0 },
  ];
  for (let breakAt = nextBreakIn(codes, length, 0); breakAt < length; ) {
    const nextBreak = nextBreakIn(codes, length, breakAt + 1);
    here.end = endOf(codes, here.start, breakAt);
    next.start = breakAt + 1;
    next.end = endOf(codes, next.start, nextBreak);
    const { start, end } = here;
    let goesOn = end > start && mayGoOn[codes[end - 1] as number] === 1;
    if (goesOn && mayContinue(codes, here, next, widthBefore)) {
      const line = lineOf(codes, length, start, breakAt);
      const following = lineOf(codes, length, next.start, nextBreak);
      goesOn = isContinued(source, line, following, widthBefore);
      if (goesOn) {
        view ??= viewOf(source);
        if (!isOpen) view.keep(Math.max(start, end - widest), contentEnd(codes, line));
        const body = bodyOf(codes, following, line);
        view.keep(body, Math.min(contentEnd(codes, following), body + 2 * widest));
      }
    } else goesOn = false;
    if (isOpen && !goesOn) view?.put(newline, end, end + 1);
    isOpen = goesOn;
    widthBefore = end - start;
    here.start = next.start;
    breakAt = nextBreak;
  }
  return view;
}

function nextBreakIn(codes: Uint16Array, length: number, from: number): number {
  let at = from;
  while (at < length && codes[at] !== newline) at++;
  return at;
}

/** Without the carriage return of a Windows line. */
const endOf = (codes: Uint16Array, start: number, end: number): number =>
  end > start && codes[end - 1] === returned ? end - 1 : end;

/** Without the backslash that continues a line, and without spaces after it. */
function contentEnd(codes: Uint16Array, line: Line): number {
  let end = line.end;
  while (end > line.start && isSpace(codes[end - 1] as number) && !isAssigning(codes, end - 2)) end--;
  return end > line.start && codes[end - 1] === backslash ? end - 1 : end;
}

const isAssigning = (codes: Uint16Array, at: number): boolean =>
  at >= 0 && (codes[at] === colon || codes[at] === equals);
