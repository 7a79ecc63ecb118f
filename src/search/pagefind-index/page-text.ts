/**
 * The text of a page while it is read: its words become numbers, places and JSON in one go, in WebAssembly (wasm/). All
 * of it is bytes: a string for every word would cost more than the rest of the index.
 */
import { binary } from "./binary.ts";
import { hiddenWords } from "./hidden-words.ts";
import { indexables } from "./indexable.ts";
import { signature } from "./pieces.ts";
import { stem } from "./stem.ts";

interface Exports {
  readonly memory: WebAssembly.Memory;
  readonly count: { readonly value: number };
  readonly knownWords: () => number;
  readonly inputFor: (bytes: number) => number;
  readonly jsonFor: (size: number, bytes: number) => number;
  readonly nameFor: (bytes: number) => number;
  readonly read: (length: number, weight: number, size: number) => number;
  readonly tellHidden: (from: number) => void;
  readonly listTerms: (same: number, less: number) => void;
  readonly addTerm: (length: number) => void;
  readonly close: (page: number) => void;
  readonly finishAll: () => number;
  readonly finishedAt: () => number;
}

/** Places have so many numbers. */
const mostWords = 2 ** 22;

/** What else Unicode calls a space; one without width parts no words and is none. */
const rareSpace = /[\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/g;
const noSpace = /\u200b/g;
const anyRare = /[\u0085\u00a0\u1680\u2000-\u200b\u2028\u2029\u202f\u205f\u3000]/;

/** How Pagefind sees spaces. */
export const withPlainSpaces = (text: string): string =>
  anyRare.test(text) ? text.replace(rareSpace, " ").replace(noSpace, "") : text;

let module: WebAssembly.Module | undefined;

export class PageText {
  readonly #exports: Exports;
  #memory = Buffer.alloc(0);
  /** Of the page's JSON with the signature before it; where its text starts. */
  #size = 0;
  #start = 0;
  /** What words are also found by, by a number that is noted of each; nothing is 1, and 0 is what nobody asked for. */
  readonly #hidden: (readonly string[])[] = [[], []];
  #found = new Set<string>();

  constructor() {
    module ??= new WebAssembly.Module(Buffer.from(binary, "base64"));
    const { exports } = new WebAssembly.Instance(module, {
      terms: { stem: this.#stem, takeApart: this.#takeApart },
      index: { hide: this.#hide },
      env: { abort: tooMuch },
    });
    this.#exports = exports as unknown as Exports;
  }

  /** Different words so far; they stay known when an index is finished. */
  get knownWords(): number {
    return this.#exports.knownWords();
  }

  get memory(): number {
    return this.#exports.memory.buffer.byteLength;
  }

  /** Words of the page so far. */
  get count(): number {
    return this.#exports.count.value;
  }

  /** A new page: `head` is its JSON before the text. */
  begin(head: string): void {
    const at = this.#exports.jsonFor(0, signature.length);
    signature.copy(this.#bytes, at);
    this.#size = signature.length;
    this.write(head);
    this.#start = this.#size;
  }

  /** JSON before or behind the text. */
  write(json: string): void {
    const at = this.#exports.jsonFor(this.#size, json.length * 3);
    this.#size += this.#bytes.write(json, at);
  }

  /** The words of the page, as JSON has them. Until the next write. */
  content(): Buffer {
    return this.#json(this.#start);
  }

  all(): Buffer {
    return this.#json(0);
  }

  read(text: string, weight: number): void {
    const at = this.#exports.inputFor(text.length * 3);
    let length = this.#bytes.write(text, at);
    // A text of ASCII has none of them.
    if (length !== text.length) length = this.#bytes.write(withPlainSpaces(text), at);
    if (this.count + length > mostWords) throw new Error("A page of the search index has too many words.");
    this.#size = this.#exports.read(length, weight, this.#size);
  }

  /** What the words from there on are also found by, but never shown as. */
  hiddenSince(from: number): string {
    this.#exports.tellHidden(from);
    if (this.#found.size === 0) return "";
    const hidden = [...this.#found].join(" ");
    this.#found = new Set();
    return hidden;
  }

  /** The page is whole. */
  close(page: number): void {
    this.#exports.close(page);
  }

  /** Where each word stands in the pages since the last time (wasm/places.ts has the format). */
  finish(): Buffer {
    const size = this.#exports.finishAll();
    const at = this.#exports.finishedAt();
    return Buffer.from(this.#bytes.subarray(at, at + size));
  }

  #json(from: number): Buffer {
    const at = this.#exports.jsonFor(0, 0);
    return this.#bytes.subarray(at + from, at + this.#size);
  }

  /** Memory that has grown is another buffer. */
  get #bytes(): Buffer {
    const { buffer } = this.#exports.memory;
    if (this.#memory.buffer !== buffer) this.#memory = Buffer.from(buffer);
    return this.#memory;
  }

  readonly #stem = (at: number, length: number): number => {
    const bytes = this.#bytes;
    const word = bytes.toString("latin1", at, at + length);
    const found = stem(word);
    return found === word ? length : bytes.write(found, at, "latin1");
  };

  /** A form with accents stands behind its stem, which a space parts from it. */
  readonly #takeApart = (at: number, length: number): void => {
    const all = indexables(this.#bytes.toString("utf8", at, at + length));
    const parts = all.filter(({ isPart }) => isPart);
    const { listTerms, addTerm, nameFor } = this.#exports;
    listTerms(all.length - parts.length, parts.length);
    for (const { stem: own, original } of [...all.filter(({ isPart }) => !isPart), ...parts]) {
      const name = original === undefined ? own : `${own} ${original}`;
      const to = nameFor(name.length * 3);
      addTerm(this.#bytes.write(name, to));
    }
  };

  readonly #hide = (known: number, at: number, length: number): number => {
    const found = known === 0 ? hiddenWords(this.#bytes.toString("utf8", at, at + length)) : this.#hidden[known];
    if (found === undefined || found.length === 0) return 1;
    for (const each of found) this.#found.add(each);
    return known === 0 ? this.#hidden.push(found) - 1 : known;
  };
}

function tooMuch(): never {
  throw new Error("The words of a session need more memory than there is.");
}
