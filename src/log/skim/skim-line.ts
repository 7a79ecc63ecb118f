/**
 * A line's text without the contents of strings that counting never looks at: results of tools, inputs, copies of files.
 * Only contents of strings go, and only those that JSON.parse would take: the text that is left is JSON where the line is,
 * and is none where the line is none. See README.md.
 */

export interface SkimLimits {
  /** Bytes. Shorter lines are parsed as they are: for them that is as quick. */
  readonly line: number;
  /** Shorter strings stay: to leave them out costs more than to parse them. */
  readonly string: number;
}

const usual: SkimLimits = { line: 16_000, string: 200 };

const [quote, backslash, colon, comma, letterU] = [0x22, 0x5c, 0x3a, 0x2c, 0x75];
const [openObject, closeObject, openList, closeList] = [0x7b, 0x7d, 0x5b, 0x5d];

const [details, message, content, input] = ["toolUseResult", "message", "content", "input"].map((name) =>
  Buffer.from(name),
) as [Buffer, Buffer, Buffer, Buffer];

/** The bytes four at a time, of the buffer that was asked for last. */
let view: { readonly bytes: Buffer; readonly words: Int32Array } | undefined;
let short = Buffer.allocUnsafeSlow(1 << 16);

/** `undefined` where nothing is left out, or where the line is not sure to be JSON. */
export function skimLine(bytes: Buffer, start: number, end: number, least = usual): string | undefined {
  if (end - start < least.line) return undefined;
  const words = wordsOf(bytes);
  if (words === undefined) return undefined;
  let at = start;
  /** All before it is copied or left out. */
  let kept = start;
  let length = 0;
  let depth = 0;
  /** How deep the key stands whose value is left out; 0 outside of such. */
  let skipping = 0;
  let isMessage = false;
  let isContent = false;
  while (at < end) {
    switch (bytes[at]) {
      case quote: {
        const from = at + 1;
        const to = stringEnd(bytes, words, from, end);
        if (to < 0) return undefined;
        at = to + 1;
        if (skipping > 0) {
          if (to - from < least.string) break;
          length = copy(bytes, kept, from, length);
          kept = to;
        } else if (bytes[at] === colon) {
          // The fields of the line are 1 deep, those of its message 2, those of a block of the message's content 4.
          if (depth === 1) {
            isMessage = isSame(bytes, from, to, message);
            if (isSame(bytes, from, to, details)) skipping = depth;
          } else if (depth === 2) isContent = isMessage && isSame(bytes, from, to, content);
          else if (depth === 4 && isMessage && isContent)
            if (isSame(bytes, from, to, content) || isSame(bytes, from, to, input)) skipping = depth;
        }
        break;
      }
      case openObject:
      case openList:
        depth++;
        at++;
        break;
      case closeObject:
      case closeList:
        depth--;
        if (depth < skipping) skipping = 0;
        at++;
        break;
      case comma:
        if (depth === skipping) skipping = 0;
        at++;
        break;
      default:
        at++;
    }
  }
  if (kept === start) return undefined;
  length = copy(bytes, kept, end, length);
  return short.toString("utf8", 0, length);
}

/** Where the string ends that begins at `from`; -1 where JSON.parse would not take it. */
function stringEnd(bytes: Buffer, words: Int32Array, from: number, end: number): number {
  const lastWord = (end - 1) >> 2;
  let at = from;
  while (at < end) {
    // To the next border of four bytes, then four at a time, then to the letter that stopped that.
    while ((at & 3) !== 0 && special[bytes[at] as number] === 0) at++;
    if ((at & 3) === 0) {
      let index = at >> 2;
      for (; index <= lastWord; index++) {
        const word = words[index] as number;
        const quotes = word ^ 0x22222222;
        const escapes = word ^ 0x5c5c5c5c;
        // The highest bit of some byte is set where there is a quote, a backslash or a control letter.
        const found =
          ((quotes - 0x01010101) & ~quotes) | ((escapes - 0x01010101) & ~escapes) | ((word - 0x20202020) & ~word);
        if ((found & -0x7f7f7f80) !== 0) break;
      }
      at = index << 2;
      while (special[bytes[at] as number] === 0) at++;
    }
    if (at >= end) return -1;
    const byte = bytes[at] as number;
    if (byte === quote) return at;
    if (byte !== backslash) return -1;
    const length = escapeLength(bytes, at + 1);
    if (length === 0) return -1;
    at += 1 + length;
  }
  return -1;
}

/** Quotes, backslashes and control letters. */
const special = new Uint8Array(256).fill(1, 0, 0x20);
special[quote] = 1;
special[backslash] = 1;

/** Of what may stand after a backslash; 0 where it may not. */
const escapes = new Uint8Array(256);
for (const letter of '"\\/bfnrt') escapes[letter.charCodeAt(0)] = 1;

const hexDigits = new Uint8Array(256);
for (const letter of "0123456789abcdefABCDEF") hexDigits[letter.charCodeAt(0)] = 1;

function escapeLength(bytes: Buffer, at: number): number {
  const byte = bytes[at] ?? 0;
  if (byte !== letterU) return escapes[byte] as number;
  for (let digit = at + 1; digit < at + 5; digit++) if (hexDigits[bytes[digit] ?? 0] === 0) return 0;
  return 5;
}

function isSame(bytes: Buffer, from: number, to: number, name: Buffer): boolean {
  if (to - from !== name.length) return false;
  for (let index = 0; index < name.length; index++) if (bytes[from + index] !== name[index]) return false;
  return true;
}

/** To the end of what was kept so far; returns where that ends now. */
function copy(bytes: Buffer, from: number, to: number, length: number): number {
  const all = length + to - from;
  if (all > short.length) {
    const longer = Buffer.allocUnsafeSlow(2 * all);
    short.copy(longer, 0, 0, length);
    short = longer;
  }
  bytes.copy(short, length, from, to);
  return all;
}

function wordsOf(bytes: Buffer): Int32Array | undefined {
  if (view?.bytes === bytes) return view.words;
  if ((bytes.byteOffset & 3) !== 0 || (bytes.length & 3) !== 0) return undefined;
  view = { bytes, words: new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2) };
  return view.words;
}
