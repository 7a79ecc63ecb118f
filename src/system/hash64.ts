/** 64 bits of some texts, as twelve letters. Not cryptographic: there is one for each line of an archive. */
export function hash64(texts: readonly string[]): string {
  let one = 0xdeadbeef | 0;
  let two = 0x41c6ce57;
  // Piece by piece: joined first they would be copied once more.
  for (const text of texts) {
    const { length } = text;
    for (let at = 0; at < length; at++) {
      const code = text.charCodeAt(at);
      one = Math.imul(one ^ code, 0x9e3779b1);
      two = Math.imul(two ^ code, 0x5f356495);
    }
  }
  one = Math.imul(one ^ (one >>> 16), 0x85ebca6b) ^ Math.imul(two ^ (two >>> 13), 0xc2b2ae35);
  two = Math.imul(two ^ (two >>> 16), 0x85ebca6b) ^ Math.imul(one ^ (one >>> 13), 0xc2b2ae35);
  return `${digits(one)}${digits(two)}`;
}

/** 32 bits as six of 64 letters, which `toString` would make one by one by division. */
function digits(bits: number): string {
  return String.fromCharCode(
    letter(bits),
    letter(bits >>> 6),
    letter(bits >>> 12),
    letter(bits >>> 18),
    letter(bits >>> 24),
    letter(bits >>> 30),
  );
}

const letters = Uint8Array.from("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_-", (each) =>
  each.charCodeAt(0),
);

const letter = (bits: number): number => letters[bits & 63] as number;
