/**
 * Where each word stands, page by page, as Pagefind's index tells it: for each word its pages, for each page the places
 * by weight. Nothing is kept of a page but these bytes.
 */
import type { CborWriter } from "./cbor.ts";
import { hiddenWords } from "./hidden-words.ts";
import { indexables } from "./indexable.ts";
import { Terms } from "./terms.ts";
import { longer, Vocabulary } from "./vocabulary.ts";

/** Bits of a place in a page, of a weight; a term's number comes before them. */
const placeSize = 2 ** 22;
const weightSize = 2 ** 8;
/** The weight that needs no mark in Pagefind's index. */
const unmarked = 25;
/** The only field of metadata that is searched: the title. */
const titleField = -1;

export class WordIndex {
  readonly words = new Vocabulary();
  readonly #terms = new Terms();
  readonly #hidden: (readonly string[])[] = [];
  /** For each word where its terms stand in the list: how many count as much as itself, how many are parts, then both. */
  #termsAt = new Int32Array(1 << 14).fill(-1);
  #termList = new Int32Array(1 << 15);
  #listed = 0;
  #places = new Float64Array(1 << 14);
  #size = 0;

  /** What a word is also found by. */
  hidden(word: number): readonly string[] {
    const known = this.#hidden[word];
    if (known !== undefined) return known;
    const found = hiddenWords(this.words.word(word));
    this.#hidden[word] = found;
    return found;
  }

  /** A word of the page that is open, by its number. */
  add(word: number, weight: number, place: number): void {
    const at = this.#termsOf(word);
    const list = this.#termList;
    const whole = at + 2 + (list[at] as number);
    const parts = list[at + 1] as number;
    for (let index = at + 2; index < whole; index++) this.#place(list[index] as number, weight, place);
    if (parts === 0) return;
    const share = Math.max(1, Math.floor(weight / Math.min(parts, weightSize - 1)));
    for (let index = whole; index < whole + parts; index++) this.#place(list[index] as number, share, place);
  }

  /** The page is whole. */
  close(page: number, title: string): void {
    const places = this.#places.subarray(0, this.#size).sort();
    const inTitle = this.#inTitle(title);
    for (let from = 0; from < places.length; ) {
      const term = Math.floor((places[from] as number) / (placeSize * weightSize));
      let to = from + 1;
      const next = (term + 1) * placeSize * weightSize;
      while (to < places.length && (places[to] as number) < next) to++;
      this.#page(term, page, from, to, inTitle.get(term) ?? []);
      inTitle.delete(term);
      from = to;
    }
    for (const [term, at] of inTitle) this.#page(term, page, 0, 0, at);
    this.#size = 0;
  }

  /** All words of the pages so far in the order of their bytes; then it is empty, but for what it knows of words. */
  finish(): Buffer[] {
    return this.#terms.finish();
  }

  #termsOf(word: number): number {
    while (word >= this.#termsAt.length) {
      const known = this.#termsAt.length;
      this.#termsAt = longer(this.#termsAt).fill(-1, known);
    }
    const known = this.#termsAt[word] as number;
    return known === -1 ? this.#learn(word) : known;
  }

  #learn(word: number): number {
    const all = indexables(this.words.word(word));
    while (this.#listed + all.length + 2 > this.#termList.length) this.#termList = longer(this.#termList);
    const at = this.#listed;
    const parts = all.reduce((sum, { isPart }) => sum + (isPart ? 1 : 0), 0);
    this.#termList[this.#listed++] = all.length - parts;
    this.#termList[this.#listed++] = parts;
    for (const each of all) if (!each.isPart) this.#termList[this.#listed++] = this.#terms.number(each);
    for (const each of all) if (each.isPart) this.#termList[this.#listed++] = this.#terms.number(each);
    this.#termsAt[word] = at;
    return at;
  }

  #place(term: number, weight: number, place: number): void {
    if (place >= placeSize) throw new Error("A page of the search index has too many words.");
    if (this.#size === this.#places.length) {
      const larger = new Float64Array(this.#size * 2);
      larger.set(this.#places);
      this.#places = larger;
    }
    // Sorted, the unmarked weight comes first.
    const rank = weight === unmarked ? 0 : weight;
    this.#places[this.#size++] = (term * weightSize + rank) * placeSize + place;
  }

  #inTitle(title: string): Map<number, number[]> {
    const found = new Map<number, number[]>();
    let place = 0;
    this.words.read(title, (word) => {
      for (const each of indexables(this.words.word(word))) {
        if (each.isEnd) continue;
        const term = this.#terms.number(each);
        const places = found.get(term) ?? [];
        found.set(term, places);
        places.push(place);
      }
      place++;
    });
    return found;
  }

  #page(term: number, page: number, from: number, to: number, inTitle: readonly number[]): void {
    const writer = this.#terms.open(term, page);
    this.#weighted(writer, from, to);
    writer.list(inTitle.length === 0 ? 0 : inTitle.length + 1);
    if (inTitle.length > 0) writer.number(titleField);
    for (let at = 0; at < inTitle.length; at++) {
      writer.number((inTitle[at] as number) - (at === 0 ? 0 : (inTitle[at - 1] as number)));
    }
    this.#terms.close(term);
  }

  /** A negative number changes the weight; a place is written as its distance from the one before of the same weight. */
  #weighted(writer: CborWriter, from: number, to: number): void {
    const places = this.#places;
    let changes = 0;
    let rank = 0;
    for (let at = from; at < to; at++) {
      const now = Math.floor((places[at] as number) / placeSize) % weightSize;
      if (now !== rank) changes++;
      rank = now;
    }
    writer.list(to - from + changes);
    rank = 0;
    let before = 0;
    for (let at = from; at < to; at++) {
      const value = places[at] as number;
      const now = Math.floor(value / placeSize) % weightSize;
      const place = value % placeSize;
      if (now !== rank) {
        writer.number(-1 - now);
        before = 0;
      }
      writer.number(place - before);
      rank = now;
      before = place;
    }
  }
}
