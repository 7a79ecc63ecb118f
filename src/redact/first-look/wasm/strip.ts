// A page as ../../strip.ts reads it: the words without tags, and what the tags say. The same units come out.
import { entityCode, entityEnd } from "./decode.ts";
import { copy, digit, find, findEither, inBase64, is, isQuote, lower, putCode, unit, upper, word } from "./memory.ts";

export let wordsLength: i32 = 0;
export let saidLength: i32 = 0;

const longestTag: i32 = 4000;
const apart: i32 = 5;
const span: u32 = (((((19 << 5) | 16) << 5) | 1) << 5) | 14;

/** A name of at most six letters as a number, whatever its case; behind a "/" where it ends something. */
function nameOf(ptr: usize, at: i32, end: i32): u32 {
  const from = unit(ptr, at + 1) === 47 ? at + 2 : at + 1;
  let last = from;
  let name: u32 = 0;
  while (last < end && (is(ptr, last, word) || unit(ptr, last) === 45)) {
    if (!is(ptr, last, lower | upper)) return 0;
    name = (name << 5) | (unit(ptr, last) & 31);
    last++;
    if (last - from > 6) return 0;
  }
  return name;
}

/** What Markdown and diffs put into the middle of a line: a, code, em, mark, strong, wbr. */
function isInline(name: u32): bool {
  if (name === 1) return true;
  if (name === ((((((3 << 5) | 15) << 5) | 4) << 5) | 5)) return true;
  if (name === ((5 << 5) | 13)) return true;
  if (name === ((((((13 << 5) | 1) << 5) | 18) << 5) | 11)) return true;
  if (name === ((((((((((19 << 5) | 20) << 5) | 18) << 5) | 15) << 5) | 14) << 5) | 7)) return true;
  return name === ((((23 << 5) | 2) << 5) | 18);
}

/** Behind the class attribute at `at`; there, where none is. */
function classEnd(ptr: usize, at: i32, end: i32): i32 {
  if (at + 8 > end) return at;
  if (load<u64>(ptr + (at << 1)) !== 0x0061_006c_0063_0020) return at;
  if (load<u32>(ptr + (at << 1) + 8) !== 0x0073_0073 || load<u32>(ptr + (at << 1) + 12) !== 0x0022_003d) return at;
  let last = at + 8;
  while (last < end && (is(ptr, last, word) || unit(ptr, last) === 45 || unit(ptr, last) === 32)) last++;
  return last < end && unit(ptr, last) === 34 ? last + 1 : at;
}

function isColour(ptr: usize, at: i32, end: i32): bool {
  const from = at + 5;
  if (from === end - 1 || classEnd(ptr, from, end) !== end - 1) return false;
  const value = from + 8;
  if (unit(ptr, value) === 97 && is(ptr, value + 1, digit)) return true;
  // "toke", "n"
  if (load<u64>(ptr + (value << 1)) !== 0x0065_006b_006f_0074 || unit(ptr, value + 4) !== 110) return false;
  const behind = unit(ptr, value + 5);
  return behind === 32 || behind === 34;
}

function tagEnd(ptr: usize, len: i32, at: i32): i32 {
  const last = findEither(ptr, len, at + 2, 62, 60);
  return last >= len || unit(ptr, last) === 60 || last - at - 2 > longestTag ? at : last + 1;
}

function isDecoded(ptr: usize, from: i32, end: i32): bool {
  if (unit(ptr, from) === 35 || (unit(ptr, from + 1) | 32) === 109) return true;
  for (let at = from; at < end - 1; at++) if (unit(ptr, at) < 97) return false;
  return true;
}

function gap(out: usize, at: i32): i32 {
  // More than are wanted: what comes next is put over them.
  v128.store(out + (at << 1), i16x8.splat(10));
  return at + apart;
}

function say(ptr: usize, at: i32, end: i32, said: usize, given: i32): i32 {
  const next = unit(ptr, at + 1);
  let isSaying = next === 33 || next === 63;
  for (let index = find(ptr, end, at, 61); !isSaying && index < end; index = find(ptr, end, index + 1, 61)) {
    const before = index - 6;
    isSaying = before < at || classEnd(ptr, before, end) === before;
  }
  if (!isSaying) return given;
  let size = given;
  let from = at;
  for (let index = findEither(ptr, end, at, 32, 38); index < end; index = findEither(ptr, end, index, 32, 38)) {
    const code = unit(ptr, index);
    const behind = code === 32 ? classEnd(ptr, index, end) : index;
    const entity = code === 38 ? entityEnd(ptr, end, index) : index;
    if (behind > index) {
      size = copy(ptr, from, index, said, size);
      index = behind;
      from = behind;
    } else if (entity > index && isDecoded(ptr, index + 1, entity)) {
      size = copy(ptr, from, index, said, size);
      size = putCode(said, size, entityCode(ptr, index, entity));
      index = entity;
      from = entity;
    } else index++;
  }
  return gap(said, copy(ptr, from, end, said, size));
}

/** Of each span that is open, whether it is a colour. */
let spansAt: usize = 0;
let mostSpans: i32 = 0;

export function placeSpans(at: usize, most: i32): void {
  spansAt = at;
  mostSpans = most;
}

/** `false` where there is no room: a page that is mostly tags of one letter, or a million spans. */
export function strip(ptr: usize, len: i32, words: usize, said: usize, room: i32): bool {
  let size = 0;
  let saidSize = 0;
  let spans = 0;
  let from = 0;
  const lt = i16x8.splat(60);
  const amp = i16x8.splat(38);
  for (let at = 0; at < len; ) {
    if (at + 8 <= len) {
      const block = v128.load(ptr + (at << 1));
      const signs = i16x8.bitmask(v128.or(i16x8.eq(block, lt), i16x8.eq(block, amp)));
      if (signs === 0) {
        at += 8;
        continue;
      }
      at += ctz(signs);
    }
    const code = unit(ptr, at);
    if (code === 38) {
      const end = entityEnd(ptr, len, at);
      if (end > at && isDecoded(ptr, at + 1, end)) {
        size = copy(ptr, from, at, words, size);
        size = putCode(words, size, entityCode(ptr, at, end));
        at = end;
        from = end;
      } else at++;
      continue;
    }
    const end = code === 60 && isTagStart(ptr, len, at + 1) ? tagEnd(ptr, len, at) : at;
    if (end === at) {
      at++;
      continue;
    }
    if (size + at - from + 16 > room || saidSize + end - at + 16 > room || spans >= mostSpans) return false;
    size = copy(ptr, from, at, words, size);
    const name = nameOf(ptr, at, end);
    let isColouring = false;
    if (name === span) {
      if (unit(ptr, at + 1) === 47) isColouring = spans > 0 && load<u8>(spansAt + --spans) === 1;
      else {
        isColouring = isColour(ptr, at, end);
        store<u8>(spansAt + spans++, isColouring ? 1 : 0);
      }
    }
    if (!isColouring) {
      saidSize = say(ptr, at, end, said, saidSize);
      if (!isInline(name)) size = gap(words, size);
    }
    at = end;
    from = end;
  }
  if (size + len - from > room) return false;
  wordsLength = copy(ptr, from, len, words, size);
  saidLength = saidSize;
  return true;
}

function isTagStart(ptr: usize, len: i32, at: i32): bool {
  if (at >= len) return false;
  const code = unit(ptr, at);
  return code === 33 || code === 47 || code === 63 || is(ptr, at, lower | upper);
}

/** Whether a long value of base64 stands between quotes: something may be packed in it. */
export function hasBase64(ptr: usize, len: i32): bool {
  for (let at = 63; at < len; at += 64) {
    if (!is(ptr, at, inBase64)) continue;
    let start = at;
    while (start > 0 && is(ptr, start - 1, inBase64)) start--;
    while (at + 1 < len && is(ptr, at + 1, inBase64)) at++;
    if (at + 1 - start < 64 || start === 0 || !isQuote(unit(ptr, start - 1))) continue;
    let end = at + 1;
    while (end < len && end < at + 3 && unit(ptr, end) === 61) end++;
    if (end < len && isQuote(unit(ptr, end))) return true;
  }
  return false;
}
