// What all parts of the module share: where the host put its tables, and how texts are read.

/** For each code unit its class in the low bits and bits of `has` above them, as in kinds.ts. */
export let kindsAt: usize = 0;
/** For each code unit bits of what `is` below tells. */
export let signsAt: usize = 0;
/** One byte for each pair of letters that words have. */
export let pairsAt: usize = 0;

export function placeTables(kinds: usize, signs: usize, pairs: usize): void {
  kindsAt = kinds;
  signsAt = signs;
  pairsAt = pairs;
}

/** Bits in the table of signs: the host fills it, so that JavaScript decides what is white space. */
export const digit: u32 = 1;
export const lower: u32 = 2;
export const upper: u32 = 4;
/** Letters, digits, "_". */
export const word: u32 = 8;
/** Characters that values on broken lines are made of. */
export const inValue: u32 = 16;
/** What `\s` is to an expression. */
export const white: u32 = 32;
/** What may stand behind a value at the end of its line. */
export const inEnd: u32 = 64;
/** What may stand before it. */
export const inMark: u32 = 128;
/** Characters of no width. */
export const noWidth: u32 = 256;
/** Control characters and space, quotes, "<", ">", backslash. */
export const endsToken: u32 = 512;
/** Letters, digits and "+/". */
export const inBase64: u32 = 1024;

export function unit(ptr: usize, at: i32): u32 {
  return load<u16>(ptr + (at << 1));
}

export function put(ptr: usize, at: i32, code: u32): void {
  store<u16>(ptr + (at << 1), <u16>code);
}

/** Beyond the first 65,536 two units; returns where the next goes. */
export function putCode(ptr: usize, at: i32, code: u32): i32 {
  if (code <= 0xffff) {
    put(ptr, at, code);
    return at + 1;
  }
  put(ptr, at, 0xd800 + ((code - 0x10000) >> 10));
  put(ptr, at + 1, 0xdc00 + ((code - 0x10000) & 0x3ff));
  return at + 2;
}

export function signs(code: u32): u32 {
  return load<u16>(signsAt + (code << 1));
}

export function is(ptr: usize, at: i32, sign: u32): bool {
  return (signs(unit(ptr, at)) & sign) !== 0;
}

export function copy(from: usize, start: i32, end: i32, to: usize, at: i32): i32 {
  const size = end - start;
  if (size <= 0) return at;
  const source = from + (start << 1);
  const target = to + (at << 1);
  // A call of the engine's own costs more than most stretches are long. Rooms have space for the rest of a block.
  if (size > 256) memory.copy(target, source, size << 1);
  else for (let offset = 0; offset < size << 1; offset += 16) v128.store(target + offset, v128.load(source + offset));
  return at + size;
}

export function isQuote(code: u32): bool {
  return code === 34 || code === 39 || code === 96;
}

/** The value of a hexadecimal digit; less than nothing for any other. */
export function hexAt(code: u32): i32 {
  if (code >= 48 && code <= 57) return code - 48;
  const small = code | 32;
  return small >= 97 && small <= 102 ? small - 87 : -1;
}

/** Where a unit stands from `from` on; `len` where it does not. */
export function find(ptr: usize, len: i32, from: i32, code: u16): i32 {
  let at = from;
  const wanted = i16x8.splat(<i16>code);
  for (; at + 8 <= len; at += 8) {
    const bits = i16x8.bitmask(i16x8.eq(v128.load(ptr + (at << 1)), wanted));
    if (bits !== 0) return at + ctz(bits);
  }
  while (at < len && unit(ptr, at) !== <u32>code) at++;
  return at;
}

/** Where one of two units stands from `from` on. */
export function findEither(ptr: usize, len: i32, from: i32, one: u16, other: u16): i32 {
  let at = from;
  const first = i16x8.splat(<i16>one);
  const second = i16x8.splat(<i16>other);
  for (; at + 8 <= len; at += 8) {
    const block = v128.load(ptr + (at << 1));
    const bits = i16x8.bitmask(v128.or(i16x8.eq(block, first), i16x8.eq(block, second)));
    if (bits !== 0) return at + ctz(bits);
  }
  while (at < len && unit(ptr, at) !== <u32>one && unit(ptr, at) !== <u32>other) at++;
  return at;
}
