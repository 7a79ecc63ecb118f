/** What each code unit is to the scanner: a class in the low bits, and above them which decodings a text may need. */

/** What a text holds, as bits of what `scan` returns. */
export const has = {
  terminal: 1 << 8,
  backslash: 1 << 9,
  code: 1 << 10,
  newline: 1 << 11,
  at: 1 << 12,
  /** What tells of colours in a decoded text. */
  sequence: 1 << 14,
  /** "[0m", the end of a colour whose escape character was lost on the way. */
  lostCode: 1 << 15,
} as const;

export const classMask = 63;
const symbols = [..."_-:=/@.\\%+ \"'?&[$~<|!#;,{"];

/** Letters in any case 1 to 26, digits, the symbols of anchors; other ASCII is 0, all else is of one class. */
export const kinds = new Uint16Array(65536).fill(classMask, 128);
for (let letter = 0; letter < 26; letter++) kinds[65 + letter] = kinds[97 + letter] = letter + 1;
for (let digit = 0; digit < 10; digit++) kinds[48 + digit] = 27 + digit;
for (const [index, symbol] of symbols.entries()) kinds[symbol.charCodeAt(0)] = 37 + index;

function mark(characters: string, bit: number): void {
  for (const character of characters) kinds[character.charCodeAt(0)] = (kinds[character.charCodeAt(0)] ?? 0) | bit;
}
mark("\x1b\x08\x9b\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff", has.terminal);
mark("\x1b\u200b", has.sequence);
mark("\\", has.backslash);
mark("%&", has.code);
mark("\n", has.newline);
mark("@", has.at);

export const classOf = (text: string, at: number): number => (kinds[text.charCodeAt(at)] as number) & classMask;
