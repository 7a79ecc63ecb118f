// What must stand around an anchor before its rule is worth a try. A guard may ask for less than its rule, never for more.
import { digit, endsToken, inValue, is, lower, unit, upper, white, word } from "./memory.ts";

/** Four bytes for each target: which guard, its number, whether nothing matches behind a letter or a digit. */
export function passes(guard: usize, ptr: usize, len: i32, at: i32): bool {
  if (load<u8>(guard + 2) !== 0 && at > 0 && is(ptr, at - 1, digit | lower | upper)) return false;
  const kind = load<u8>(guard);
  if (kind === 0) return true;
  if (kind === 1) return isToken(ptr, len, at, load<u8>(guard + 1));
  if (kind === 2) return isAssigned(ptr, len, at);
  if (kind === 3) return hasUser(ptr, len, at);
  if (kind === 4) return isDotted(ptr, len, at);
  if (kind === 5) return at >= 2 && (unit(ptr, at - 2) === 50 || unit(ptr, at - 2) === 51);
  if (kind === 6) return isFlag(ptr, at);
  if (kind === 7) return isSaid(ptr, len, at);
  if (kind === 8) return unit(ptr, at) !== 45 || at === 0 || unit(ptr, at - 1) !== 45;
  return true;
}

/** So many characters of a token. */
function isToken(ptr: usize, len: i32, at: i32, least: i32): bool {
  if (at + least > len) return false;
  for (let index = at; index < at + least; index++) if (is(ptr, index, endsToken)) return false;
  return true;
}

/** A name, perhaps the end of its quotes, and a sign that assigns or parts. */
function isAssigned(ptr: usize, len: i32, at: i32): bool {
  const stop = min(len, at + 140);
  for (let index = at; index < stop; index++) {
    const code = unit(ptr, index);
    if (code === 61 || code === 58 || code === 44 || code === 124 || code === 62 || code === 60) return true;
    // Letters, digits, "_", white space, ".-", quotes, backslash, "])*"; all of another script is let pass.
    if (code >= 128 || is(ptr, index, word | white)) continue;
    if (code === 46 || code === 45 || code === 34 || code === 39 || code === 96) continue;
    if (code === 92 || code === 93 || code === 41 || code === 42) continue;
    return false;
  }
  return false;
}

/** `://…@` in one word. */
function hasUser(ptr: usize, len: i32, at: i32): bool {
  const stop = min(len, at + 420);
  for (let index = at; index < stop; index++) {
    const code = unit(ptr, index);
    if (code === 64) return true;
    if (code === 32 || (code >= 9 && code <= 13)) return false;
  }
  return false;
}

/** A digit, a dot, a digit, and soon another dot and digit. */
function isDotted(ptr: usize, len: i32, at: i32): bool {
  const stop = min(len, at + 6);
  for (let index = at + 2; index < stop; index++)
    if (unit(ptr, index) === 46) return index + 1 < len && is(ptr, index + 1, digit);
  return false;
}

/** In a word that begins with "-". */
function isFlag(ptr: usize, at: i32): bool {
  let start = at;
  while (start > 0 && at - start < 60 && (is(ptr, start - 1, word) || unit(ptr, start - 1) === 45)) start--;
  return start < at && unit(ptr, start) === 45;
}

/** A word of its own, and soon sixteen characters of a value. */
function isSaid(ptr: usize, len: i32, at: i32): bool {
  if (at > 0) {
    const before = unit(ptr, at - 1);
    if (is(ptr, at - 1, word) || before === 47 || before === 46 || before === 45) return false;
  }
  const stop = min(len, at + 70);
  let length = 0;
  for (let index = at; index < stop; index++) {
    length = is(ptr, index, inValue) ? length + 1 : 0;
    if (length >= 16) return true;
  }
  return false;
}
