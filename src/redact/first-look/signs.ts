/** What each code unit is to the first look: the bits that wasm/memory.ts names. */

const bit = {
  digit: 1,
  lower: 2,
  upper: 4,
  word: 8,
  inValue: 16,
  white: 32,
  inEnd: 64,
  inMark: 128,
  noWidth: 256,
  endsToken: 512,
  inBase64: 1024,
} as const;

export interface SignSets {
  readonly inValue: Uint8Array;
  readonly inEnd: Uint8Array;
  readonly inMark: Uint8Array;
  readonly noWidth: Uint8Array;
}

/** Made of the tables that JavaScript reads with, so that both mean the same. */
export function signsOf(sets: SignSets): Uint16Array {
  const signs = new Uint16Array(65536);
  for (let code = 0; code < signs.length; code++) {
    const character = String.fromCharCode(code);
    let bits = 0;
    if (code < 128) {
      if (/\d/.test(character)) bits |= bit.digit;
      if (/[a-z]/.test(character)) bits |= bit.lower;
      if (/[A-Z]/.test(character)) bits |= bit.upper;
      if (/\w/.test(character)) bits |= bit.word;
      if (code <= 32 || /["'`<>\\]/.test(character)) bits |= bit.endsToken;
      if (/[A-Za-z0-9+/]/.test(character)) bits |= bit.inBase64;
    }
    if (/\s/.test(character)) bits |= bit.white;
    for (const name of ["inValue", "inEnd", "inMark", "noWidth"] as const)
      if (sets[name][code] === 1) bits |= bit[name];
    signs[code] = bits;
  }
  return signs;
}
