// What must stand around an anchor before its rule is worth a try. A guard may ask for less than its rule, never for more.
import { digit, endsToken, hexAt, inValue, is, isQuote, lower, signs, unit, upper, white, word } from "./memory.ts";
import { pairOddness } from "./strangeness.ts";

/** Four bytes for each target: which guard, its number, whether nothing matches behind a letter or a digit, from where on it is a word. */
export function passes(guard: usize, ptr: usize, len: i32, at: i32): bool {
  if (load<u8>(guard + 2) !== 0 && at > 0 && is(ptr, at - 1, digit | lower | upper)) return false;
  const kind = load<u8>(guard);
  if (kind === 0) return true;
  if (kind === 1) return isToken(ptr, len, at, load<u8>(guard + 1));
  if (kind === 2) return isAssigned(ptr, len, at);
  if (kind === 3) return hasUser(ptr, len, at);
  if (kind === 4) return isDotted(ptr, len, at);
  if (kind === 5) return isGlobal(ptr, len, at);
  if (kind === 6) return isFlag(ptr, at);
  if (kind === 7) return isSaid(ptr, len, at);
  if (kind === 8) return unit(ptr, at) !== 45 || at === 0 || unit(ptr, at - 1) !== 45;
  if (kind === 9) return isWordToken(ptr, len, at, load<u8>(guard + 1), load<u8>(guard + 3));
  if (kind === 10) return isLabelled(ptr, len, at);
  return true;
}

/** So many characters of a token, nothing but a word from `from` on. */
function isWordToken(ptr: usize, len: i32, at: i32, least: i32, from: i32): bool {
  if (at + least > len) return false;
  for (let index = at + from; index < at + least; index++) if (!is(ptr, index, word)) return false;
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
  return signAt(ptr, len, at) >= 0;
}

/** Where that sign stands; less than nothing where none does. */
function signAt(ptr: usize, len: i32, at: i32): i32 {
  const stop = min(len, at + 140);
  for (let index = at; index < stop; index++) {
    const code = unit(ptr, index);
    if (code === 61 || code === 58 || code === 44 || code === 124 || code === 62 || code === 60) return index;
    // Letters, digits, "_", white space, ".-", quotes, backslash, "])*"; all of another script is let pass.
    if (code >= 128 || is(ptr, index, word | white)) continue;
    if (code === 46 || code === 45 || code === 34 || code === 39 || code === 96) continue;
    if (code === 92 || code === 93 || code === 41 || code === 42) continue;
    return -1;
  }
  return -1;
}

/** What may stand between a name and its value: signs, white space, brackets, quotes. No value is odd by these. */
function isBetween(ptr: usize, at: i32): bool {
  const code = unit(ptr, at);
  if (code >= 128) return is(ptr, at, white);
  return !is(ptr, at, word) && code !== 38 && code !== 36 && code !== 64;
}

/** A name, a sign, and behind it what chance may have made: as odd as `looksRandom` asks for, up to any of its places. */
function isLabelled(ptr: usize, len: i32, at: i32): bool {
  const sign = signAt(ptr, len, at);
  if (sign < 0) return false;
  let from = sign + 1;
  let isQuoted = false;
  const limit = min(len, sign + 40);
  while (from < limit) {
    if (isBetween(ptr, from)) {
      const code = unit(ptr, from++);
      if (isQuote(code) || code === 92) isQuoted = true;
      continue;
    }
    // `b"`, `@"`; and a type, `: string =`, which is left to the rule.
    const next = from + 1 < len ? unit(ptr, from + 1) : 0;
    const third = from + 2 < len ? unit(ptr, from + 2) : 0;
    if (isQuote(next) || next === 92) from++;
    else if (isQuote(third) || third === 92) from += 2;
    else break;
  }
  if (from >= limit) return from < len;
  if (unit(ptr, from) === 38 || isTyped(ptr, len, from)) return true;
  return hasOddPrefix(ptr, len, from, max(1, 8 - (from - sign - 1)), isQuoted, 0.4);
}

/** A word and an equals sign: `string =`. */
function isTyped(ptr: usize, len: i32, from: i32): bool {
  let at = from;
  while (at < len && at < from + 8 && is(ptr, at, word)) at++;
  if (at < len && is(ptr, at, white)) at++;
  return at < len && unit(ptr, at) === 61;
}

/** Whether so many characters or more from `from` on are odd together; with `isLine` to the end of the line, else of the word. */
function hasOddPrefix(ptr: usize, len: i32, from: i32, least: i32, isLine: bool, bar: f64): bool {
  const stop = min(len, from + 128);
  let pairs = 0;
  let odd: f64 = 0;
  let before: u32 = 0;
  for (let at = from; at < stop; at++) {
    const code = unit(ptr, at);
    if (code === 10 || code === 13) return false;
    if (!isLine && is(ptr, at, white)) return false;
    const here = signs(code) & (digit | lower | upper);
    if (before !== 0 && here !== 0 && at > from) {
      pairs++;
      odd += pairOddness(unit(ptr, at - 1), code, before, here);
    }
    before = here;
    if (at + 1 - from >= least && pairs > 0 && odd / <f64>pairs >= bar) return true;
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

/** Four numbers with dots between, the first of which ends at `at`. */
function isDotted(ptr: usize, len: i32, at: i32): bool {
  let start = at;
  while (start > 0 && at - start < 3 && is(ptr, start - 1, digit)) start--;
  if (at - start > 2) return false;
  if (start > 0) {
    const before = unit(ptr, start - 1);
    if (is(ptr, start - 1, word) || before === 46 || before === 43 || before === 45) return false;
  }
  let end = at + 1;
  for (let number = 0; number < 3; number++) {
    if (end >= len || unit(ptr, end) !== 46) return false;
    const first = ++end;
    while (end < len && end < first + 3 && is(ptr, end, digit)) end++;
    if (end === first) return false;
  }
  if (end >= len) return true;
  const behind = unit(ptr, end);
  if (is(ptr, end, word) || behind === 43 || behind === 45) return false;
  return behind !== 46 || end + 1 >= len || !is(ptr, end + 1, digit);
}

/** The last two digits of a first group, and a second, which may be empty, with its colon. */
function isGlobal(ptr: usize, len: i32, at: i32): bool {
  if (at < 2 || (unit(ptr, at - 2) !== 50 && unit(ptr, at - 2) !== 51) || hexAt(unit(ptr, at - 1)) < 0) return false;
  if (at > 2) {
    const before = unit(ptr, at - 3);
    if (is(ptr, at - 3, word) || before === 58 || before === 46) return false;
  }
  let end = at + 3;
  while (end < len && end < at + 7 && hexAt(unit(ptr, end)) >= 0) end++;
  return end < len && unit(ptr, end) === 58;
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
    if (length < 16) continue;
    // The value begins where the run does, or behind a sign in it.
    if (isOddRun(ptr, len, index + 1 - length)) return true;
    while (index < stop && is(ptr, index, inValue)) index++;
    length = 0;
  }
  return false;
}

function isOddRun(ptr: usize, len: i32, start: i32): bool {
  for (let from = start; from < len && is(ptr, from, inValue); from++) {
    const isFirst = from === start || unit(ptr, from - 1) === 58 || unit(ptr, from - 1) === 61;
    if (isFirst && hasOddPrefix(ptr, len, from, 16, false, 0.5)) return true;
    if (from > start + 200) return true;
  }
  return false;
}
