/**
 * Lines that belong together, joined: a terminal, a mail or an editor broke one long value. Line numbers of `cat -n`
 * and the signs of a diff are left out. Only stretches with such a break are in the view.
 */
import { looksRandom, strangeness } from "../randomness.ts";
import { type View, ViewBuilder } from "./view.ts";

const closed = /^["'`]?[,;)\]}>]{0,4}["'`]?\s{0,8}\\?$/;
const expectsValue = /[:=]\s{0,2}["'`]?$/;

/** Characters that values are made of. */
const inValue = new Uint8Array(65536);
for (const character of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=_.~%:-")
  inValue[character.charCodeAt(0)] = 1;

const isSpace = (code: number): boolean => code === 32 || code === 9;
const isQuote = (code: number): boolean => code === 34 || code === 39 || code === 96;
const isDigit = (code: number): boolean => code >= 48 && code <= 57;

interface Line {
  readonly start: number;
  readonly end: number;
  /** Where its own text begins, after line number and sign. */
  readonly body: number;
  readonly mark: string;
}

const numbered = /[ \t]{0,8}(\d{1,6})(?:→|\t|: ?| ?[│|] ?|- )/y;
const signs = "+->|│#";

function lineOf(text: string, start: number, end: number): Line {
  let body = start;
  let mark = "";
  let first = start;
  while (first < end && first < start + 8 && isSpace(text.charCodeAt(first))) first++;
  if (isDigit(text.charCodeAt(first))) {
    numbered.lastIndex = start;
    const number = numbered.exec(text);
    if (number && start + number[0].length <= end) {
      body += number[0].length;
      mark = "number";
    }
  }
  const sign = body < end ? (text[body] as string) : "";
  if (sign !== "" && signs.includes(sign)) {
    mark += sign;
    body++;
  }
  return { start, end: endOf(text, start, end), body, mark };
}

/** Where the line's own text begins, if the line before has the same marks; a "+" may be part of the value. */
function bodyOf(text: string, line: Line, before: Line): number {
  let body = before.mark === line.mark ? line.body : line.start;
  while (body < line.end && isSpace(text.charCodeAt(body))) body++;
  return body;
}

function runEnd(text: string, from: number, limit: number): number {
  let end = from;
  while (end < limit && inValue[text.charCodeAt(end)] === 1) end++;
  return end;
}

function runStart(text: string, end: number, limit: number): number {
  let start = end;
  while (start > limit && inValue[text.charCodeAt(start - 1)] === 1) start--;
  return start;
}

const hasDigitOrCase = (piece: string): boolean =>
  /\d/.test(piece) || (/[a-z]/.test(piece) && /[A-Z]/.test(piece.slice(1)));

/** In running text both ends of the break must look like parts of a value. */
const bothOdd = (tail: string, head: string): boolean =>
  tail.length >= 8 && [tail, head].every((piece) => hasDigitOrCase(piece) && strangeness(piece) >= 0.4);

/** Columns: the lines are as long as each other because something cut them so. */
function isColumn(line: Line, next: Line, widthBefore: number): boolean {
  const width = line.end - line.start;
  const following = next.end - next.start;
  return width >= 16 && (width === following || (width === widthBefore && following < width));
}

/** Whether `next` goes on where `line` stops. */
function isContinued(text: string, line: Line, next: Line, widthBefore: number): boolean {
  const from = bodyOf(text, next, line);
  if (from >= next.end || line.end <= line.start) return false;
  const headEnd = runEnd(text, isQuote(text.charCodeAt(from)) ? from + 1 : from, Math.min(next.end, from + 4096));
  if (headEnd === from) return false;
  const last = text.charCodeAt(line.end - 1);
  const tailEnd = last === 92 ? line.end - 1 : line.end;
  const tailStart = runStart(text, tailEnd, Math.max(line.start, tailEnd - 200));
  const mayExpect = isSpace(last) || isQuote(last) || last === 58 || last === 61;
  if (tailStart === tailEnd && !mayExpect) return false;
  const isAlone = headEnd === next.end || (next.end - headEnd < 16 && closed.test(text.slice(headEnd, next.end)));
  const isCut = isColumn(line, next, widthBefore);
  // Ordinary prose leaves here: a word, and more words on the next line.
  if (!isAlone && !isCut && tailEnd - tailStart < 8) return false;
  return isPart(text, line, next, { isAlone, isCut, tailStart, tailEnd, from, headEnd });
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
  text: string,
  line: Line,
  next: Line,
  { isAlone, isCut, tailStart, tailEnd, from, headEnd }: Break,
): boolean {
  const tail = text.slice(tailStart, tailEnd);
  const head = text.slice(from, headEnd);
  const before = text.slice(Math.max(line.start, line.end - 40), line.end);
  if (isAlone && expectsValue.test(before)) return head.length >= 8 && hasDigitOrCase(head);
  if (isCut && (tail !== "" || expectsValue.test(before))) return true;
  if (!isAlone) return bothOdd(tail, head);
  const isValue = expectsValue.test(text.slice(Math.max(line.start, tailStart - 6), tailStart));
  if (isValue && tail !== "" && next.end - next.start <= line.end - line.start && looksRandom(tail + head)) return true;
  if (tail.length >= 8 && head.length >= 16) return true;
  if (tail.length < 4) return false;
  // The rest of a value may have no digit; a word has not either, but reads like one.
  return hasDigitOrCase(head) || (bothOdd(tail, tail) && (head.length <= 2 || strangeness(head) >= 0.3));
}

const widest = 2000;

/** A line that ends in none of these goes on nowhere; most lines of code do not. */
const mayGoOn = Uint8Array.from(inValue);
for (const character of "\\ \t\"'`") mayGoOn[character.charCodeAt(0)] = 1;

/** The view of joined lines, or nothing where no line goes on. */
export function unwrapped(source: View): View | undefined {
  const { text } = source;
  let breakAt = text.indexOf("\n");
  if (breakAt === -1) return undefined;
  let builder: ViewBuilder | undefined;
  let widthBefore = -1;
  let line: Line | undefined;
  let isOpen = false;
  for (let start = 0; breakAt !== -1; ) {
    const nextStart = breakAt + 1;
    const nextBreak = text.indexOf("\n", nextStart);
    const end = endOf(text, start, breakAt);
    let next: Line | undefined;
    let goesOn = false;
    if (end > start && mayGoOn[text.charCodeAt(end - 1)] === 1) {
      line ??= lineOf(text, start, breakAt);
      next = lineOf(text, nextStart, nextBreak === -1 ? text.length : nextBreak);
      goesOn = isContinued(text, line, next, widthBefore);
      if (goesOn) {
        builder ??= new ViewBuilder(source);
        if (!isOpen) builder.keep(Math.max(start, end - widest), contentEnd(text, line));
        const body = bodyOf(text, next, line);
        builder.keep(body, Math.min(contentEnd(text, next), body + 2 * widest));
      }
    }
    if (isOpen && !goesOn) builder?.put("\n", end, end + 1);
    isOpen = goesOn;
    widthBefore = end - start;
    line = next;
    start = nextStart;
    breakAt = nextBreak;
  }
  return builder?.view();
}

/** Without the carriage return of a Windows line. */
const endOf = (text: string, start: number, end: number): number =>
  end > start && text.charCodeAt(end - 1) === 13 ? end - 1 : end;

/** Without the backslash that continues a line, and without spaces after it. */
function contentEnd(text: string, line: Line): number {
  let end = line.end;
  while (
    end > line.start &&
    (text[end - 1] === " " || text[end - 1] === "\t") &&
    text[end - 2] !== ":" &&
    text[end - 2] !== "="
  )
    end--;
  return end > line.start && text[end - 1] === "\\" ? end - 1 : end;
}
