// The decodings of ../../views: the same units come out, without the way back. Each returns how many there are then.
import { digit, find, findEither, hexAt, is, noWidth, put, putCode, unit } from "./memory.ts";
import { keep } from "./runs.ts";

/** Whether a text that another decoding made has colours. */
export function hasSequences(ptr: usize, len: i32): bool {
  for (let at = nextSequence(ptr, len, 0); at < len; at = nextSequence(ptr, len, at + 1)) {
    const code = unit(ptr, at);
    if (code === 27 || code === 0x200b) return true;
    if (code === 91 && at + 2 < len && unit(ptr, at + 1) === 48 && unit(ptr, at + 2) === 109) return true;
  }
  return false;
}

export function withoutSequences(ptr: usize, len: i32, out: usize): i32 {
  let from = 0;
  let size = 0;
  for (let at = nextSequence(ptr, len, 0); at < len; at = nextSequence(ptr, len, at)) {
    const code = unit(ptr, at);
    const end = code === 27 || code === 91 || code === 0x9b || is(ptr, at, noWidth) ? sequenceEnd(ptr, len, at) : at;
    if (end === at) {
      at++;
      continue;
    }
    size = keep(ptr, from, at, out, size);
    at = end;
    from = end;
  }
  return keep(ptr, from, len, out, size);
}

/** Where the next character stands that may begin a sequence: "[", escape, backspace, zero, all beyond ASCII. */
function nextSequence(ptr: usize, len: i32, from: i32): i32 {
  let at = from;
  const bracket = i16x8.splat(91);
  const control = i16x8.splat(27);
  const back = i16x8.splat(8);
  const zero = i16x8.splat(0);
  const last = i16x8.splat(127);
  for (; at + 8 <= len; at += 8) {
    const block = v128.load(ptr + (at << 1));
    const isOne = v128.or(i16x8.eq(block, bracket), i16x8.eq(block, control));
    const isNone = v128.or(i16x8.eq(block, back), i16x8.eq(block, zero));
    const bits = i16x8.bitmask(v128.or(v128.or(isOne, isNone), i16x8.gt_u(block, last)));
    if (bits !== 0) return at + ctz(bits);
  }
  return at;
}

function sequenceEnd(ptr: usize, len: i32, at: i32): i32 {
  const code = unit(ptr, at);
  if (is(ptr, at, noWidth)) return at + 1;
  if (code === 91) return lostEnd(ptr, len, at);
  if (code === 0x9b) return controlEnd(ptr, len, at, at + 1, 0);
  const next: u32 = at + 1 < len ? unit(ptr, at + 1) : 0;
  if (next === 0x5d || next === 0x50 || next === 0x58 || next === 0x5e || next === 0x5f)
    return stringEnd(ptr, len, at + 2);
  const end = next === 91 ? controlEnd(ptr, len, at, at + 2, 4) : at;
  return end === at ? shortEnd(ptr, len, at) : end;
}

function controlEnd(ptr: usize, len: i32, at: i32, first: i32, intermediates: i32): i32 {
  let end = first;
  while (end < len && end < first + 40 && unit(ptr, end) >= 0x30 && unit(ptr, end) <= 0x3f) end++;
  const last = end + intermediates;
  while (end < len && end < last && unit(ptr, end) >= 0x20 && unit(ptr, end) <= 0x2f) end++;
  return end < len && unit(ptr, end) >= 0x40 && unit(ptr, end) <= 0x7e ? end + 1 : at;
}

function stringEnd(ptr: usize, len: i32, first: i32): i32 {
  let end = first;
  while (end < len && end < first + 2000) {
    const code = unit(ptr, end);
    if (code === 7 || code === 27 || code === 10) break;
    end++;
  }
  if (end < len && unit(ptr, end) === 7) return end + 1;
  return end + 1 < len && unit(ptr, end) === 27 && unit(ptr, end + 1) === 92 ? end + 2 : end;
}

function shortEnd(ptr: usize, len: i32, at: i32): i32 {
  let end = at + 1;
  while (end < len && end < at + 3 && unit(ptr, end) >= 0x20 && unit(ptr, end) <= 0x2f) end++;
  return end < len && unit(ptr, end) >= 0x30 && unit(ptr, end) <= 0x7e ? end + 1 : at;
}

function lostEnd(ptr: usize, len: i32, at: i32): i32 {
  let end = at + 1;
  if (end < len && unit(ptr, end) === 109) return end + 1;
  for (let number = 0; number < 6; number++) {
    const first = end;
    while (end < len && end < first + 3 && is(ptr, end, digit)) end++;
    if (end === first || end >= len) return at;
    if (unit(ptr, end) === 109) return end + 1;
    if (unit(ptr, end) !== 59) return at;
    end++;
  }
  return at;
}

/** What a character behind a backslash stands for; less than nothing for none. */
function simple(code: u32): i32 {
  if (code === 110) return 10;
  if (code === 114) return 13;
  if (code === 116) return 9;
  if (code === 98) return 8;
  if (code === 102) return 12;
  if (code === 101) return 27;
  if (code === 34 || code === 39 || code === 96 || code === 47 || code === 92 || code === 36 || code === 32)
    return code;
  return -1;
}

export function hasEscapes(ptr: usize, len: i32): bool {
  for (let at = find(ptr, len, 0, 92); at + 1 < len; at = find(ptr, len, at + 1, 92)) {
    const next = unit(ptr, at + 1);
    if (next === 10 || next === 48 || next === 117 || next === 120 || simple(next) >= 0) return true;
  }
  return false;
}

export function unescaped(ptr: usize, len: i32, out: usize): i32 {
  let from = 0;
  let size = 0;
  for (let at = find(ptr, len, 0, 92); at < len; at = find(ptr, len, from, 92)) {
    size = keep(ptr, from, at, out, size);
    const next: u32 = at + 1 < len ? unit(ptr, at + 1) : 0;
    const plain = at + 1 < len ? simple(next) : -1;
    if (plain >= 0) {
      put(out, size++, plain);
      from = at + 2;
    } else if (next === 10) from = at + 2;
    else {
      const end = numberedEnd(ptr, len, at, next);
      if (end > at) {
        if (numbered <= 0x10ffff) size = putCode(out, size, numbered);
        from = end;
      } else {
        put(out, size++, 92);
        from = at + 1;
      }
    }
  }
  return keep(ptr, from, len, out, size);
}

/** The number that `numberedEnd` read. */
let numbered: u32 = 0;

function numberedEnd(ptr: usize, len: i32, at: i32, kind: u32): i32 {
  numbered = 0;
  let first = at + 2;
  let digits = 0;
  let end = 0;
  if (kind === 48) {
    if (at + 3 >= len || unit(ptr, at + 2) !== 51 || unit(ptr, at + 3) !== 51) return at;
    numbered = 27;
    return at + 4;
  }
  if (kind === 117 && at + 2 < len && unit(ptr, at + 2) === 123) {
    first = at + 3;
    while (digits < 6 && first + digits < len && hexAt(unit(ptr, first + digits)) >= 0) digits++;
    if (digits === 0 || first + digits >= len || unit(ptr, first + digits) !== 125) return at;
    end = first + digits + 1;
  } else if (kind === 117 || kind === 120) {
    digits = kind === 117 ? 4 : 2;
    end = first + digits;
    if (end > len) return at;
    for (let index = first; index < end; index++) if (hexAt(unit(ptr, index)) < 0) return at;
  } else return at;
  for (let index = first; index < first + digits; index++) numbered = numbered * 16 + hexAt(unit(ptr, index));
  return end;
}

export function hasCodes(ptr: usize, len: i32): bool {
  for (let at = find(ptr, len, 0, 37); at < len; at = find(ptr, len, at + 1, 37))
    if (isPercentCode(ptr, len, at)) return true;
  for (let at = find(ptr, len, 0, 38); at < len; at = find(ptr, len, at + 1, 38))
    if (entityEnd(ptr, len, at) > at) return true;
  return false;
}

function isPercentCode(ptr: usize, len: i32, at: i32): bool {
  return at + 2 < len && hexAt(unit(ptr, at + 1)) >= 0 && hexAt(unit(ptr, at + 2)) >= 0;
}

export function percentDecoded(ptr: usize, len: i32, out: usize): i32 {
  let size = 0;
  let from = 0;
  for (let at = findEither(ptr, len, 0, 37, 38); at < len; at = findEither(ptr, len, at, 37, 38)) {
    const code = unit(ptr, at);
    if (code === 37 && isPercentCode(ptr, len, at)) {
      size = keep(ptr, from, at, out, size);
      const value = hexAt(unit(ptr, at + 1)) * 16 + hexAt(unit(ptr, at + 2));
      put(out, size++, value < 128 ? value : 0xfffd);
      at += 3;
      from = at;
      continue;
    }
    const end = code === 38 ? entityEnd(ptr, len, at) : at;
    if (end === at) {
      at++;
      continue;
    }
    size = keep(ptr, from, at, out, size);
    size = putCode(out, size, entityCode(ptr, at, end));
    at = end;
    from = end;
  }
  return keep(ptr, from, len, out, size);
}

/** Where the entity ends that begins at `at`; there, where none does. */
export function entityEnd(ptr: usize, len: i32, at: i32): i32 {
  if (at + 2 >= len) return at;
  if (unit(ptr, at + 1) !== 35) {
    const name = nameAt(ptr, len, at);
    return name === 0 ? at : at + 1 + nameLength;
  }
  const isHex = (unit(ptr, at + 2) | 32) === 120;
  const first = isHex ? at + 3 : at + 2;
  const most = isHex ? 6 : 7;
  let end = first;
  while (end < len && end < first + most) {
    if (isHex ? hexAt(unit(ptr, end)) < 0 : !is(ptr, end, digit)) break;
    end++;
  }
  return end > first && end < len && unit(ptr, end) === 59 ? end + 1 : at;
}

let nameLength: i32 = 0;

/** What the entity behind the "&" at `at` stands for, 0 for none; `nameLength` is with its semicolon. */
function nameAt(ptr: usize, len: i32, at: i32): u32 {
  const a = small(ptr, len, at + 1);
  const b = small(ptr, len, at + 2);
  const c = small(ptr, len, at + 3);
  nameLength = 3;
  if (a === 108 && b === 116 && c === 59) return 60;
  if (a === 103 && b === 116 && c === 59) return 62;
  const d = small(ptr, len, at + 4);
  nameLength = 4;
  if (a === 97 && b === 109 && c === 112 && d === 59) return 38;
  const isLast = small(ptr, len, at + 5) === 59;
  nameLength = 5;
  if (a === 113 && b === 117 && c === 111 && d === 116 && isLast) return 34;
  if (a === 97 && b === 112 && c === 111 && d === 115 && isLast) return 39;
  return 0;
}

function small(ptr: usize, len: i32, at: i32): u32 {
  if (at >= len) return 0;
  const code = unit(ptr, at);
  return code >= 65 && code <= 90 ? code + 32 : code;
}

export function entityCode(ptr: usize, at: i32, end: i32): u32 {
  if (unit(ptr, at + 1) !== 35) return nameAt(ptr, end, at);
  const isHex = (unit(ptr, at + 2) | 32) === 120;
  let code: u32 = 0;
  for (let index = isHex ? at + 3 : at + 2; index < end - 1; index++)
    code = code * (isHex ? 16 : 10) + hexAt(unit(ptr, index));
  return code > 0 && code <= 0x10ffff ? code : 32;
}
