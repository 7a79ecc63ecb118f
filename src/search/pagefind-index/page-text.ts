/**
 * The text of a page while it is read: its words, with one space between them, become numbers and JSON in one go. All of
 * it is bytes: a string for every word would cost more than the rest of the index.
 */
import type { PageWords } from "./page-words.ts";
import { signature } from "./pieces.ts";
import { hashFactor, hashStart } from "./vocabulary.ts";
import type { WordTerms } from "./word-terms.ts";

const space = 0x20;
const quote = 0x22;
const backslash = 0x5c;
const isSpace = new Uint8Array(256);
for (const byte of [0x09, 0x0a, 0x0b, 0x0c, 0x0d, space]) isSpace[byte] = 1;
/** As JSON writes bytes that cannot stand for themselves. */
const escapes: (Buffer | undefined)[] = Array.from({ length: 256 }, (_, byte) => {
  const text = JSON.stringify(String.fromCharCode(byte)).slice(1, -1);
  return byte < 0x80 && text.length > 1 ? Buffer.from(text) : undefined;
});
const isEscaped = Uint8Array.from(escapes, (each) => (each === undefined ? 0 : 1));
const longestEscape = 6;

/** What else Unicode calls a space; one without width parts no words and is none. */
const rareSpace = /[\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/g;
const noSpace = /\u200b/g;
const anyRare = /[\u0085\u00a0\u1680\u2000-\u200b\u2028\u2029\u202f\u205f\u3000]/;

/** How Pagefind sees spaces. */
export const withPlainSpaces = (text: string): string =>
  anyRare.test(text) ? text.replace(rareSpace, " ").replace(noSpace, "") : text;

export class PageText {
  readonly #known: WordTerms;
  readonly #words: PageWords;
  #input = Buffer.allocUnsafe(1 << 16);
  /** Signature and JSON of the page. */
  #json = Buffer.allocUnsafe(1 << 17);
  #size = 0;
  #start = 0;
  /** For each word the region that it was last seen in. */
  #regionOf = new Int32Array(1 << 12);
  #region = 0;

  constructor(known: WordTerms, words: PageWords) {
    this.#known = known;
    this.#words = words;
  }

  /** A new page: `head` is its JSON before the text. */
  begin(head: string): void {
    this.#size = signature.copy(this.#json);
    this.write(head);
    this.#start = this.#size;
  }

  /** JSON before or behind the text. */
  write(json: string): void {
    this.#reserve(json.length * 3);
    this.#size += this.#json.write(json, this.#size);
  }

  /** The words of the page, as JSON has them. Until the next write. */
  content(): Buffer {
    return this.#json.subarray(this.#start, this.#size);
  }

  all(): Buffer {
    return this.#json.subarray(0, this.#size);
  }

  read(text: string, weight: number): void {
    if (this.#input.length < text.length * 3) this.#input = Buffer.allocUnsafe(text.length * 4);
    let length = this.#input.write(text);
    // A text of ASCII has none of them.
    if (length !== text.length) length = this.#input.write(withPlainSpaces(text));
    this.#reserve(length * longestEscape + 2);
    const input = this.#input;
    const json = this.#json;
    const vocabulary = this.#known.words;
    // Every other character is a space at most.
    const words = this.#words.reserve((length >> 1) + 1);
    let count = this.#words.count;
    let out = this.#size;
    for (let at = 0; at < length; ) {
      if (isSpace[input[at] as number] === 1) {
        at++;
        continue;
      }
      if (count > 0) json[out++] = space;
      const start = at;
      let hash = hashStart;
      for (; at < length; at++) {
        const byte = input[at] as number;
        if (isSpace[byte] === 1) break;
        hash = Math.imul(hash ^ byte, hashFactor);
        if (byte === quote || byte === backslash) json[out++] = backslash;
        else if (isEscaped[byte] === 1) {
          out += (escapes[byte] as Buffer).copy(json, out);
          continue;
        }
        json[out++] = byte;
      }
      words[count++] = vocabulary.number(input, start, at, hash);
    }
    this.#size = out;
    this.#words.add(count, weight);
  }

  /** What the words from there on are also found by, but never shown as. */
  hiddenSince(from: number): string {
    const { words, count } = this.#words;
    if (this.#regionOf.length < this.#known.words.size) this.#regionOf = new Int32Array(this.#known.words.size * 2);
    const region = ++this.#region;
    const hidden = new Set<string>();
    for (let at = from; at < count; at++) {
      const word = words[at] as number;
      if (this.#regionOf[word] === region) continue;
      this.#regionOf[word] = region;
      for (const each of this.#known.hidden(word)) hidden.add(each);
    }
    return [...hidden].join(" ");
  }

  #reserve(more: number): void {
    if (this.#size + more <= this.#json.length) return;
    const larger = Buffer.allocUnsafe(2 * (this.#size + more));
    larger.set(this.#json.subarray(0, this.#size));
    this.#json = larger;
  }
}
