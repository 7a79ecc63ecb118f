/** Long values of base64 between quotes. */
import type { View } from "./views/index.ts";

const least = 64;
const isBase64 = new Uint8Array(65536);
for (const character of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
  isBase64[character.charCodeAt(0)] = 1;
const isQuote = (code: number): boolean => code === 34 || code === 39 || code === 96;
const equals = 61;

/** `at` is where the opening quote stands. */
export interface Base64Run {
  readonly at: number;
  readonly base64: string;
}

/** A run is so long that one step in as many characters cannot miss it. */
export function base64Runs(text: View): readonly Base64Run[] {
  const { codes, length } = text.units;
  const runs: Base64Run[] = [];
  let free = 0;
  for (let at = least - 1; at < length; at += least) {
    if (isBase64[codes[at] as number] === 0) continue;
    let start = at;
    while (start > 0 && isBase64[codes[start - 1] as number] === 1) start--;
    while (at + 1 < length && isBase64[codes[at + 1] as number] === 1) at++;
    let end = at + 1;
    while (end < length && end < at + 3 && codes[end] === equals) end++;
    if (at + 1 - start < least || start === 0 || start - 1 < free || end >= length) continue;
    if (!isQuote(codes[start - 1] as number) || !isQuote(codes[end] as number)) continue;
    runs.push({ at: start - 1, base64: text.slice(start, end) });
    // A quote that closes one value opens no other.
    free = end + 1;
  }
  return runs;
}
