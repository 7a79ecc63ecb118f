// JSON in memory, gone through byte by byte and checked as JSON.parse checks it. Whatever is odd ends a line's look: the host
// then reads that line itself.

/** The byte that is looked at. */
export let at: usize = 0;
/** Where the line ends. There is room to read blocks beyond it. */
export let limit: usize = 0;

export const quote: u32 = 0x22;
export const backslash: u32 = 0x5c;
export const colon: u32 = 0x3a;
export const comma: u32 = 0x2c;
export const openObject: u32 = 0x7b;
export const closeObject: u32 = 0x7d;
export const openList: u32 = 0x5b;
export const closeList: u32 = 0x5d;

/** Deeper ones are for the host. */
const deepest: i32 = 100;

export function begin(from: usize, to: usize): void {
  at = from;
  limit = to;
}

export function moveTo(place: usize): void {
  at = place;
}

/** The next byte that is no white space; 0 at the end. */
export function next(): u32 {
  while (at < limit) {
    const byte: u32 = load<u8>(at);
    if (byte > 0x20) return byte;
    if (byte !== 0x20 && byte !== 0x09 && byte !== 0x0d) return 0;
    at++;
  }
  return 0;
}

export function take(byte: u32): bool {
  if (next() !== byte) return false;
  at++;
  return true;
}

/** The name of the field that was begun last. */
export let keyFrom: usize = 0;
export let keyTo: usize = 0;

/** The name of a field, to where its value begins. Names that are written in another way than usual are for the host. */
export function readKey(): bool {
  if (!take(quote)) return false;
  keyFrom = at;
  keyTo = stringEnd();
  if (keyTo === 0 || !isPlain(keyFrom, keyTo)) return false;
  at = keyTo + 1;
  return take(colon);
}

/** Goes into an object or list that begins here: `true` where it holds nothing, and ends. */
export function isEmpty(close: u32): bool {
  at++;
  if (next() !== close) return false;
  at++;
  return true;
}

export const isOver: i32 = 1;
export const goesOn: i32 = 0;

/** What comes behind a value: another one, the end, or something odd. */
export function after(close: u32): i32 {
  const byte = next();
  at++;
  return byte === close ? isOver : byte === comma ? goesOn : -1;
}

/** From behind the opening quote to the closing one; 0 where JSON.parse would not take the string. */
export function stringEnd(): usize {
  const quotes = i8x16.splat(<i8>quote);
  const backslashes = i8x16.splat(<i8>backslash);
  const least = i8x16.splat(0x20);
  let from = at;
  while (true) {
    const block = v128.load(from);
    const bits = i8x16.bitmask(
      v128.or(v128.or(i8x16.eq(block, quotes), i8x16.eq(block, backslashes)), i8x16.lt_u(block, least)),
    );
    if (bits === 0) {
      from += 16;
      if (from >= limit) return 0;
      continue;
    }
    from += ctz(bits);
    if (from >= limit) return 0;
    const byte: u32 = load<u8>(from);
    if (byte === quote) return from;
    if (byte !== backslash) return 0;
    const length = escapeLength(from + 1);
    if (length === 0) return 0;
    from += 1 + length;
    if (from >= limit) return 0;
  }
}

/** Of what may stand after a backslash; 0 where it may not. */
function escapeLength(from: usize): usize {
  if (from >= limit) return 0;
  const byte: u32 = load<u8>(from);
  switch (byte) {
    case 0x6e: // n
    case 0x22:
    case 0x5c:
    case 0x2f:
    case 0x62: // b
    case 0x66: // f
    case 0x72: // r
    case 0x74: // t
      return 1;
    case 0x75: // u
      break;
    default:
      return 0;
  }
  if (from + 5 > limit) return 0;
  for (let digit = from + 1; digit < from + 5; digit++) if (!isHex(load<u8>(digit))) return 0;
  return 5;
}

function isHex(byte: u32): bool {
  return isDigit(byte) || ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x66);
}

export function isDigit(byte: u32): bool {
  return byte - 0x30 < 10;
}

/** Goes on behind the value that begins here; `false` where it is none. */
export function skipValue(depth: i32 = 0): bool {
  const byte = next();
  if (byte === quote) {
    at++;
    const end = stringEnd();
    if (end === 0) return false;
    at = end + 1;
    return true;
  }
  if (byte === openObject) return skipObject(depth);
  if (byte === openList) return skipList(depth);
  if (byte === 0x74) return word(0x65757274, 4); // true
  if (byte === 0x6e) return word(0x6c6c756e, 4); // null
  if (byte === 0x66) return at + 1 < limit && load<u8>(at) === 0x66 && falseAt();
  return skipNumber();
}

function falseAt(): bool {
  at++;
  return word(0x65736c61, 4); // alse
}

function word(letters: u32, length: usize): bool {
  if (at + length > limit || load<u32>(at) !== letters) return false;
  at += length;
  return true;
}

function skipObject(depth: i32): bool {
  if (depth > deepest) return false;
  if (isEmpty(closeObject)) return true;
  while (true) {
    if (!take(quote)) return false;
    const end = stringEnd();
    if (end === 0) return false;
    at = end + 1;
    if (!take(colon) || !skipValue(depth + 1)) return false;
    const then = after(closeObject);
    if (then !== goesOn) return then === isOver;
  }
}

function skipList(depth: i32): bool {
  if (depth > deepest) return false;
  if (isEmpty(closeList)) return true;
  while (true) {
    if (!skipValue(depth + 1)) return false;
    const then = after(closeList);
    if (then !== goesOn) return then === isOver;
  }
}

function skipNumber(): bool {
  if (at < limit && load<u8>(at) === 0x2d) at++;
  if (at >= limit) return false;
  if (load<u8>(at) === 0x30) at++;
  else if (!digits()) return false;
  if (at < limit && load<u8>(at) === 0x2e) {
    at++;
    if (!digits()) return false;
  }
  if (at < limit && (load<u8>(at) | 0x20) === 0x65) {
    at++;
    if (at < limit && (load<u8>(at) === 0x2b || load<u8>(at) === 0x2d)) at++;
    if (!digits()) return false;
  }
  return true;
}

function digits(): bool {
  const from = at;
  while (at < limit && isDigit(load<u8>(at))) at++;
  return at > from;
}

/** A count as logs have them; -1 for `null`, -2 for anything else, which is not read then. */
export function count(): i32 {
  const byte = next();
  if (byte === 0x6e) return word(0x6c6c756e, 4) ? -1 : -2;
  const from = at;
  let sum: i32 = 0;
  while (at < limit && at - from < 10 && isDigit(load<u8>(at))) {
    sum = sum * 10 + (<i32>load<u8>(at) - 0x30);
    at++;
  }
  const size = at - from;
  const then = next();
  if (size > 0 && size < 10 && (size === 1 || load<u8>(from) !== 0x30) && (then === comma || then === closeObject))
    return sum;
  at = from;
  return -2;
}

export function isNull(): bool {
  return next() === 0x6e && at + 4 <= limit && load<u32>(at) === 0x6c6c756e;
}

export function isTrue(): bool {
  return next() === 0x74 && at + 4 <= limit && load<u32>(at) === 0x65757274;
}

/** ASCII without escapes: its characters are its bytes. */
export function isPlain(from: usize, to: usize): bool {
  const backslashes = i8x16.splat(<i8>backslash);
  for (let place = from; place < to; place += 16) {
    const block = v128.load(place);
    let bits = i8x16.bitmask(v128.or(block, i8x16.eq(block, backslashes)));
    const left = to - place;
    if (left < 16) bits &= (1 << (<i32>left)) - 1;
    if (bits !== 0) return false;
  }
  return true;
}

export function isSame(one: usize, other: usize, size: usize): bool {
  let place: usize = 0;
  for (; place + 16 <= size; place += 16) {
    const alike = i8x16.eq(v128.load(one + place), v128.load(other + place));
    if (!i8x16.all_true(alike)) return false;
  }
  if (place === size) return true;
  const mask = (1 << (<i32>(size - place))) - 1;
  return (i8x16.bitmask(i8x16.eq(v128.load(one + place), v128.load(other + place))) & mask) === mask;
}
