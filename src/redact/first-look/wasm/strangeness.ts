// How odd a piece of a text is, by the same measure and in the same numbers as ../../randomness.ts.
import { digit, lower, pairsAt, signs, unit, upper } from "./memory.ts";

/** Asked of JavaScript, for the few that get so far. */
export declare function looksRandom(ptr: usize, tailStart: i32, tailEnd: i32, from: i32, headEnd: i32): bool;

const judged: i32 = 128;

export function pieceStrangeness(ptr: usize, start: i32, end: i32): f64 {
  const stop = min(end, start + judged);
  let pairs = 0;
  let odd: f64 = 0;
  for (let at = start + 1; at < stop; at++) {
    const first = unit(ptr, at - 1);
    const second = unit(ptr, at);
    const before = signs(first) & (digit | lower | upper);
    const here = signs(second) & (digit | lower | upper);
    if (before === 0 || here === 0) continue;
    pairs++;
    odd += pairOddness(first, second, before, here);
  }
  return pairs === 0 ? 0 : odd / <f64>pairs;
}

/** Of two letters or digits beside each other, of which kind each is. */
export function pairOddness(first: u32, second: u32, before: u32, here: u32): f64 {
  const isCommon = load<u8>(pairsAt + (((first & 31) << 5) | (second & 31))) === 1;
  if (before === digit && here === digit) return 0.6;
  if (before === upper && here === lower) return isCommon ? 0.1 : 1;
  return before !== here || !isCommon ? 1 : 0;
}
