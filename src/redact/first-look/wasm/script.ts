// A script that only hands over values: a list of JSON, whose strings are read one after the other.
import { hexAt, inBase64, is, put, unit } from "./memory.ts";

let listAt: usize = 0;
let listEnd: i32 = 0;
let at: i32 = 0;
let depth: i32 = 0;
/** What may come next: 0 a value, 1 a value or the end of a list, 2 a key or the end of a table, 3 a key, 4 what parts. */
let state: i32 = 0;
/** For each level whether it is a table. */
const tables = memory.data(64);
const deepest: i32 = 60;

/** Units of the arguments without their brackets. */
export function beginScript(list: usize, length: i32): void {
  listAt = list;
  listEnd = length;
  at = 0;
  depth = 0;
  state = 1;
}

function isTable(): bool {
  return depth > 0 && load<u8>(tables + depth) === 1;
}

/** The next string at `out`: its length, -1 behind the last, -2 where the list is not plain JSON. */
export function nextString(out: usize): i32 {
  while (at < listEnd) {
    const code = unit(listAt, at);
    if (code === 32 || code === 10 || code === 13 || code === 9) at++;
    else if (state === 4) {
      if (!isParted(code)) return -2;
      at++;
    } else if (code === 34) {
      const isKey = state === 2 || state === 3;
      const length = string(out);
      if (length < 0 || (isKey && !isColon())) return -2;
      state = isKey ? 0 : 4;
      return length;
    } else if (state === 2 || state === 3) {
      if (state === 3 || code !== 125) return -2;
      depth--;
      at++;
      state = 4;
    } else if (code === 91 || code === 123) {
      if (depth >= deepest) return -2;
      store<u8>(tables + ++depth, code === 123 ? 1 : 0);
      state = code === 123 ? 2 : 1;
      at++;
    } else if (code === 93 && state === 1 && depth > 0) {
      depth--;
      at++;
      state = 4;
    } else {
      if (!bare()) return -2;
      state = 4;
    }
  }
  return depth === 0 && (state === 4 || state === 1) ? -1 : -2;
}

/** Behind a value: a comma, or the end of what it stands in. */
function isParted(code: u32): bool {
  if (code === 44) {
    state = isTable() ? 3 : 0;
    return true;
  }
  if (depth === 0 || code !== (isTable() ? 125 : 93)) return false;
  depth--;
  return true;
}

function isColon(): bool {
  while (at < listEnd) {
    const code = unit(listAt, at++);
    if (code === 58) return true;
    if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return false;
  }
  return false;
}

/** A number or a word of JSON; too long or odd ones are left to others. */
function bare(): bool {
  const start = at;
  let digits = 0;
  let dots = 0;
  while (at < listEnd && at - start < 30) {
    const code = unit(listAt, at);
    if (code >= 48 && code <= 57) digits++;
    else if (code === 46) dots++;
    else if (code !== 45) break;
    at++;
  }
  if (at > start) return digits > 0 && dots <= 1 && unit(listAt, at - 1) !== 46 && isEnd();
  const first = unit(listAt, at);
  // true, false, null
  const size = first === 102 ? 5 : 4;
  if (at + size > listEnd) return false;
  const two = load<u32>(listAt + ((at + 1) << 1));
  const last = load<u32>(listAt + ((at + size - 2) << 1));
  const isTrue = first === 116 && two === 0x0075_0072 && last === 0x0065_0075;
  const isFalse = first === 102 && two === 0x006c_0061 && last === 0x0065_0073;
  const isNull = first === 110 && two === 0x006c_0075 && last === 0x006c_006c;
  at += size;
  return (isTrue || isFalse || isNull) && isEnd();
}

function isEnd(): bool {
  if (at >= listEnd) return true;
  const code = unit(listAt, at);
  return code === 44 || code === 93 || code === 125 || code === 32 || code === 10 || code === 13 || code === 9;
}

/** Whether the last string has "<", so that it is read as a page. */
export let isMarkup: bool = false;
/** Whether it is nothing but base64, in which something may be packed. */
export let isBase64: bool = false;

function string(out: usize): i32 {
  let size = 0;
  isMarkup = false;
  isBase64 = true;
  at++;
  while (at < listEnd) {
    const code = unit(listAt, at++);
    if (code === 34) return size;
    if (code < 32) return -1;
    let plain = code;
    if (code === 92) {
      if (at >= listEnd) return -1;
      const next = unit(listAt, at++);
      if (next === 110) plain = 10;
      else if (next === 34 || next === 92 || next === 47) plain = next;
      else if (next === 116) plain = 9;
      else if (next === 114) plain = 13;
      else if (next === 98) plain = 8;
      else if (next === 102) plain = 12;
      else if (next === 117) {
        if (at + 4 > listEnd) return -1;
        plain = 0;
        for (let index = 0; index < 4; index++) {
          const value = hexAt(unit(listAt, at++));
          if (value < 0) return -1;
          plain = (plain << 4) | value;
        }
      } else return -1;
    }
    put(out, size++, plain);
    if (plain === 60) isMarkup = true;
    else if (isBase64 && plain !== 61 && !is(out, size - 1, inBase64)) isBase64 = false;
  }
  return -1;
}
