// Lines that belong together, joined: as ../../views/unwrapped.ts does it, unit for unit.
import { digit, find, inEnd, inMark, inValue, is, isQuote, lower, put, unit, upper, white } from "./memory.ts";
import { keep } from "./runs.ts";
import { looksRandom, pieceStrangeness } from "./strangeness.ts";

function isSpace(code: u32): bool {
  return code === 32 || code === 9;
}

// The line that is read and the one behind it.
let hereStart: i32 = 0;
let hereEnd: i32 = 0;
let nextStart: i32 = 0;
let nextEnd: i32 = 0;

const withNumber: u32 = 1 << 16;
/** Of the line that `readLine` read: where its own text begins, and which number and sign stand before it. */
let body: i32 = 0;
let mark: u32 = 0;

/** Behind the number of a line and what parts it from the line; less than nothing for none. */
function numberEnd(ptr: usize, len: i32, first: i32): i32 {
  let at = first;
  while (at < first + 6 && at < len && is(ptr, at, digit)) at++;
  if (at >= len) return -1;
  const code = unit(ptr, at);
  const next: u32 = at + 1 < len ? unit(ptr, at + 1) : 0;
  if (code === 0x2192 || code === 9) return at + 1;
  if (code === 58) return next === 32 ? at + 2 : at + 1;
  if (code === 45) return next === 32 ? at + 2 : -1;
  if (code === 32) {
    if (next !== 124 && next !== 0x2502) return -1;
    return at + 2 < len && unit(ptr, at + 2) === 32 ? at + 3 : at + 2;
  }
  if (code === 124 || code === 0x2502) return next === 32 ? at + 2 : at + 1;
  return -1;
}

function readLine(ptr: usize, len: i32, start: i32, end: i32): void {
  body = start;
  mark = 0;
  let first = start;
  while (first < end && first < start + 8 && isSpace(unit(ptr, first))) first++;
  if (first < len && is(ptr, first, digit)) {
    const number = numberEnd(ptr, len, first);
    if (number >= 0 && number <= end) {
      body = number;
      mark = withNumber;
    }
  }
  if (body < end) {
    const code = unit(ptr, body);
    if (code === 43 || code === 45 || code === 62 || code === 124 || code === 0x2502 || code === 35) {
      mark |= code;
      body++;
    }
  }
}

function runEnd(ptr: usize, from: i32, limit: i32): i32 {
  let end = from;
  while (end < limit && is(ptr, end, inValue)) end++;
  return end;
}

function runStart(ptr: usize, end: i32, limit: i32): i32 {
  let start = end;
  while (start > limit && is(ptr, start - 1, inValue)) start--;
  return start;
}

function isColumn(widthBefore: i32): bool {
  const width = hereEnd - hereStart;
  const following = nextEnd - nextStart;
  return width >= 16 && (width === following || (width === widthBefore && following < width));
}

function mayExpect(last: u32): bool {
  return isSpace(last) || isQuote(last) || last === 58 || last === 61;
}

/** A quick no for most lines. */
function mayContinue(ptr: usize, widthBefore: i32): bool {
  const last = unit(ptr, hereEnd - 1);
  const tailEnd = last === 92 ? hereEnd - 1 : hereEnd;
  const tailStart = runStart(ptr, tailEnd, max(hereStart, tailEnd - 8));
  if (tailEnd - tailStart >= 8 || isColumn(widthBefore)) return true;
  if (tailStart === tailEnd && !mayExpect(last)) return false;
  let at = nextEnd;
  while (at > nextStart && is(ptr, at - 1, inEnd)) at--;
  at = runStart(ptr, at, nextStart);
  while (at > nextStart && (isQuote(unit(ptr, at - 1)) || isSpace(unit(ptr, at - 1)))) at--;
  return at === nextStart || is(ptr, at - 1, inMark);
}

/** Nothing behind the value but what closes it. */
function isClosed(ptr: usize, from: i32, end: i32): bool {
  let at = from;
  if (at < end && isQuote(unit(ptr, at))) at++;
  for (let count = 0; count < 4 && at < end; count++) {
    const code = unit(ptr, at);
    if (code !== 44 && code !== 59 && code !== 41 && code !== 93 && code !== 125 && code !== 62) break;
    at++;
  }
  if (at < end && isQuote(unit(ptr, at))) at++;
  for (let count = 0; count < 8 && at < end && is(ptr, at, white); count++) at++;
  if (at < end && unit(ptr, at) === 92) at++;
  return at === end;
}

/** Ends in ":" or "=", perhaps with white space or a quote behind. */
function expectsValue(ptr: usize, start: i32, end: i32): bool {
  let at = end;
  if (at > start && isQuote(unit(ptr, at - 1))) at--;
  for (let count = 0; count < 2 && at > start && is(ptr, at - 1, white); count++) at--;
  return at > start && (unit(ptr, at - 1) === 58 || unit(ptr, at - 1) === 61);
}

function hasDigitOrCase(ptr: usize, start: i32, end: i32): bool {
  let isLower = false;
  let isUpper = false;
  for (let at = start; at < end; at++) {
    if (is(ptr, at, digit)) return true;
    if (is(ptr, at, lower)) isLower = true;
    else if (at > start && is(ptr, at, upper)) isUpper = true;
  }
  return isLower && isUpper;
}

function isOdd(ptr: usize, start: i32, end: i32): bool {
  return hasDigitOrCase(ptr, start, end) && pieceStrangeness(ptr, start, end) >= 0.4;
}

/** The next line of an environment file. */
function isAssignment(ptr: usize, start: i32, end: i32): bool {
  if (start >= end || !(is(ptr, start, lower | upper) || unit(ptr, start) === 95)) return false;
  let at = start + 1;
  while (at < end && at < start + 61) {
    const code = unit(ptr, at);
    if (!(is(ptr, at, lower | upper | digit) || code === 95 || code === 46 || code === 45)) break;
    at++;
  }
  return at + 1 < end && unit(ptr, at) === 61 && unit(ptr, at + 1) !== 61;
}

/** Whether the next line goes on where this one stops. Both are read: `line` and `next` with their own marks. */
function isContinued(ptr: usize, from: i32, widthBefore: i32): bool {
  if (from >= nextEnd || hereEnd <= hereStart) return false;
  const headStart = isQuote(unit(ptr, from)) ? from + 1 : from;
  const headEnd = runEnd(ptr, headStart, min(nextEnd, from + 4096));
  if (headEnd === from) return false;
  const last = unit(ptr, hereEnd - 1);
  const tailEnd = last === 92 ? hereEnd - 1 : hereEnd;
  const tailStart = runStart(ptr, tailEnd, max(hereStart, tailEnd - 200));
  if (tailStart === tailEnd && !mayExpect(last)) return false;
  const isAlone = headEnd === nextEnd || (nextEnd - headEnd < 16 && isClosed(ptr, headEnd, nextEnd));
  const isCut = isColumn(widthBefore);
  if (!isAlone && !isCut && tailEnd - tailStart < 8) return false;
  const tail = tailEnd - tailStart;
  const head = headEnd - from;
  const isExpected = expectsValue(ptr, max(hereStart, hereEnd - 40), hereEnd);
  if (isAlone && isExpected) return head >= 8 && hasDigitOrCase(ptr, from, headEnd);
  if (isCut && (tail > 0 || isExpected)) return true;
  if (!isAlone) return tail >= 8 && isOdd(ptr, tailStart, tailEnd) && isOdd(ptr, from, headEnd);
  if (isAssignment(ptr, from, headEnd)) return false;
  const isValue = expectsValue(ptr, max(hereStart, tailStart - 6), tailStart);
  if (isValue && tail > 0 && nextEnd - nextStart <= hereEnd - hereStart) {
    if (looksRandom(ptr, tailStart, tailEnd, from, headEnd)) return true;
  }
  if (tail >= 8 && head >= 16) return true;
  if (tail < 4) return false;
  if (hasDigitOrCase(ptr, from, headEnd)) return true;
  if (tail < 8 || !isOdd(ptr, tailStart, tailEnd)) return false;
  return head <= 2 || pieceStrangeness(ptr, from, headEnd) >= 0.3;
}

function contentEnd(ptr: usize, start: i32, lineEnd: i32): i32 {
  let end = lineEnd;
  while (end > start && isSpace(unit(ptr, end - 1))) {
    if (end >= 2 && (unit(ptr, end - 2) === 58 || unit(ptr, end - 2) === 61)) break;
    end--;
  }
  return end > start && unit(ptr, end - 1) === 92 ? end - 1 : end;
}

function endOf(ptr: usize, start: i32, end: i32): i32 {
  return end > start && unit(ptr, end - 1) === 13 ? end - 1 : end;
}

function mayGoOn(code: u32, ptr: usize, at: i32): bool {
  return is(ptr, at, inValue) || code === 92 || code === 32 || code === 9 || isQuote(code);
}

const widest: i32 = 2000;

/** Only stretches with such a break; nothing where no line goes on. */
export function unwrapped(ptr: usize, len: i32, out: usize): i32 {
  let size = 0;
  let widthBefore = -1;
  let isOpen = false;
  hereStart = 0;
  for (let breakAt = find(ptr, len, 0, 10); breakAt < len; ) {
    // Nothing goes on in an empty line, nor does that: between the words of a page there are many.
    if (breakAt + 1 < len && unit(ptr, breakAt + 1) === 10) {
      if (isOpen) put(out, size++, 10);
      isOpen = false;
      widthBefore = 0;
      hereStart = breakAt + 2;
      while (hereStart < len && unit(ptr, hereStart) === 10) hereStart++;
      breakAt = find(ptr, len, hereStart, 10);
      continue;
    }
    const nextBreak = find(ptr, len, breakAt + 1, 10);
    hereEnd = endOf(ptr, hereStart, breakAt);
    nextStart = breakAt + 1;
    nextEnd = endOf(ptr, nextStart, nextBreak);
    let goesOn = hereEnd > hereStart && mayGoOn(unit(ptr, hereEnd - 1), ptr, hereEnd - 1);
    if (goesOn && mayContinue(ptr, widthBefore)) {
      readLine(ptr, len, hereStart, breakAt);
      const markBefore = mark;
      readLine(ptr, len, nextStart, nextBreak);
      let from = mark === markBefore ? body : nextStart;
      while (from < nextEnd && isSpace(unit(ptr, from))) from++;
      goesOn = isContinued(ptr, from, widthBefore);
      if (goesOn) {
        if (!isOpen) size = keep(ptr, max(hereStart, hereEnd - widest), contentEnd(ptr, hereStart, hereEnd), out, size);
        size = keep(ptr, from, min(contentEnd(ptr, nextStart, nextEnd), from + 2 * widest), out, size);
      }
    } else goesOn = false;
    if (isOpen && !goesOn) put(out, size++, 10);
    isOpen = goesOn;
    widthBefore = hereEnd - hereStart;
    hereStart = nextStart;
    breakAt = nextBreak;
  }
  return size;
}
