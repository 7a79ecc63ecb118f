/** Random values from a fixed seed: the same samples in every run, and none of them in the repository. */

export const alphabets = {
  digits: "0123456789",
  hex: "0123456789abcdef",
  hexUpper: "0123456789ABCDEF",
  lower: "abcdefghijklmnopqrstuvwxyz",
  upper: "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
  letters: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
  lowerDigits: "abcdefghijklmnopqrstuvwxyz0123456789",
  upperDigits: "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
  alnum: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
  url: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-",
  base64: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
  password: "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789!#%^*",
  bech32: "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L",
} as const;

export type Alphabet = keyof typeof alphabets;

export interface Random {
  /** From 0 up to, but not, `limit`. */
  readonly below: (limit: number) => number;
  readonly text: (length: number, alphabet?: Alphabet) => string;
  readonly uuid: () => string;
  readonly pick: <Item>(items: readonly Item[]) => Item;
}

/** mulberry32 */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  const text = (length: number, alphabet: Alphabet = "alnum"): string =>
    Array.from({ length }, () => alphabets[alphabet][below(alphabets[alphabet].length)]).join("");
  return {
    below,
    text,
    uuid: () => [8, 4, 4, 4, 12].map((length) => text(length, "hex")).join("-"),
    pick: (items) => items[below(items.length)] as (typeof items)[number],
  };
}
