/**
 * The places of the words of pages, by term. A page's places are put in order when it is whole; then nothing is kept of
 * them but the bytes that Pagefind's index has for them (postings.ts).
 */
import type { Postings } from "./postings.ts";
import { longer } from "./vocabulary.ts";
import type { WordTerms } from "./word-terms.ts";

/** Bits of a place in a page; a weight comes before them. */
const placeBits = 22;
const mostPlaces = 2 ** placeBits;
/** The weight that needs no mark in Pagefind's index; sorted, it comes first. */
const unmarked = 25;
const mostParts = 255;

export class PageWords {
  /** Words of the page, by number: whoever reads its text puts them there. */
  words = new Int32Array(1 << 12);
  /** How many of them are in the page so far. */
  count = 0;
  readonly #known: WordTerms;
  readonly #postings: Postings;
  /** The page's places as they come: the term, and weight and place. */
  #terms = new Int32Array(1 << 14);
  #values = new Int32Array(1 << 14);
  #size = 0;
  /** How many places each term has; then, where its next one goes. */
  #counts = new Int32Array(1 << 12);
  #present = new Int32Array(1 << 12);
  #sorted = new Int32Array(1 << 14);

  constructor(known: WordTerms, postings: Postings) {
    this.#known = known;
    this.#postings = postings;
  }

  /** Room for so many more words. */
  reserve(more: number): Int32Array<ArrayBuffer> {
    if (this.count + more > mostPlaces) throw new Error("A page of the search index has too many words.");
    while (this.count + more > this.words.length) this.words = longer(this.words);
    return this.words;
  }

  /** The words up to there are in the page, too. */
  add(end: number, weight: number): void {
    const { words } = this;
    const known = this.#known;
    let terms = this.#terms;
    let values = this.#values;
    let size = this.#size;
    for (let place = this.count; place < end; place++) {
      let index = known.at(words[place] as number);
      const { list } = known;
      const whole = list[index++] as number;
      const parts = list[index++] as number;
      while (size + whole + parts > terms.length) {
        terms = longer(terms);
        values = longer(values);
      }
      const value = packed(weight, place);
      for (const last = index + whole; index < last; index++, size++) {
        terms[size] = list[index] as number;
        values[size] = value;
      }
      if (parts === 0) continue;
      const share = packed(Math.max(1, Math.floor(weight / Math.min(parts, mostParts))), place);
      for (const last = index + parts; index < last; index++, size++) {
        terms[size] = list[index] as number;
        values[size] = share;
      }
    }
    this.#terms = terms;
    this.#values = values;
    this.#size = size;
    this.count = end;
  }

  /** The page is whole. */
  close(page: number): void {
    const present = this.#countTerms();
    const terms = this.#terms;
    const counts = this.#counts;
    if (this.#sorted.length < this.#size) this.#sorted = new Int32Array(this.#terms.length);
    const sorted = this.#sorted;
    let start = 0;
    for (let index = 0; index < present; index++) {
      const term = this.#present[index] as number;
      const count = counts[term] as number;
      counts[term] = start;
      start += count;
    }
    for (let at = 0; at < this.#size; at++) {
      const term = terms[at] as number;
      const to = counts[term] as number;
      sorted[to] = this.#values[at] as number;
      counts[term] = to + 1;
    }
    for (let index = 0, from = 0; index < present; index++) {
      const term = this.#present[index] as number;
      const to = counts[term] as number;
      counts[term] = 0;
      inOrder(sorted, from, to);
      this.#postings.add(term, page, sorted, from, to);
      from = to;
    }
    this.#size = 0;
    this.count = 0;
  }

  #countTerms(): number {
    while (this.#known.terms.size > this.#counts.length) this.#counts = longer(this.#counts);
    const { length } = this.#counts;
    if (this.#present.length < length) this.#present = new Int32Array(length);
    const counts = this.#counts;
    let present = 0;
    for (let at = 0; at < this.#size; at++) {
      const term = this.#terms[at] as number;
      const count = counts[term] as number;
      if (count === 0) this.#present[present++] = term;
      counts[term] = count + 1;
    }
    return present;
  }
}

const packed = (weight: number, place: number): number => ((weight === unmarked ? 0 : weight) << placeBits) | place;

export const weightIn = (value: number): number => value >>> placeBits;
export const placeIn = (value: number): number => value & (mostPlaces - 1);

/** By weight, then by place: they came by place, so that most are in order already. */
function inOrder(values: Int32Array, from: number, to: number): void {
  for (let at = from + 1; at < to; at++) {
    if ((values[at] as number) >= (values[at - 1] as number)) continue;
    values.subarray(from, to).sort();
    return;
  }
}
