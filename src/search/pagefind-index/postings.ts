/**
 * The terms of a session with the pages that have them, in bytes that are read once, one after the other, when sessions
 * are joined. For each term: its hash (4 bytes) and name, how many pages have it, the first of them and how far the last
 * is from it, then Pagefind's bytes of all that follows the first page's number. Whole numbers as CBOR has them.
 */
import { CborWriter, headSize, kinds, writeHead } from "./cbor.ts";
import { placeIn, weightIn } from "./page-words.ts";
import { longer, type Vocabulary } from "./vocabulary.ts";

/** Where a term's numbers stand in its row: first and last piece, how many pages, the first and last of them. */
const row = { firstPiece: 0, lastPiece: 1, count: 2, first: 3, last: 4, size: 5 } as const;
const piece = { start: 0, end: 1, next: 2, size: 3 } as const;

export class Postings {
  /** The pages of all terms as they come; each piece tells where its term's next one is. */
  readonly #pages = new CborWriter(1 << 18);
  #pieces = new Int32Array(1 << 14);
  #used = 0;
  #rows = new Int32Array(1 << 14);
  /** Those that have pages, as they come. */
  #present: number[] = [];

  /** A page of a term: `values` are its weights and places in order. */
  add(term: number, page: number, values: Int32Array, from: number, to: number): void {
    const at = term * row.size;
    while (at + row.size > this.#rows.length) this.#rows = longer(this.#rows);
    if (this.#used + piece.size > this.#pieces.length) this.#pieces = longer(this.#pieces);
    const rows = this.#rows;
    const pieces = this.#pieces;
    const used = this.#used;
    pieces[used + piece.start] = this.#pages.size;
    pieces[used + piece.next] = -1;
    const pages = this.#pages;
    if (rows[at + row.count] === 0) {
      rows[at + row.firstPiece] = used;
      rows[at + row.first] = page;
      this.#present.push(term);
    } else {
      pieces[(rows[at + row.lastPiece] as number) + piece.next] = used;
      pages.list(3);
      pages.number(page - (rows[at + row.last] as number));
    }
    writePlaces(pages, values, from, to);
    // Titles are known when sessions are joined.
    pages.list(0);
    pieces[used + piece.end] = pages.size;
    rows[at + row.lastPiece] = used;
    rows[at + row.last] = page;
    rows[at + row.count] = (rows[at + row.count] as number) + 1;
    this.#used += piece.size;
  }

  /** All of them; then it is empty. */
  finish(terms: Vocabulary): Buffer {
    const writer = new CborWriter(this.#pages.size + this.#present.length * 24);
    const bytes = this.#pages.view();
    for (const term of this.#present) {
      const at = term * row.size;
      const rows = this.#rows;
      const [start, end] = [terms.start(term), terms.ends[term] as number];
      writer.fixed(terms.hashes[term] as number);
      writer.number(end - start);
      writer.bytes(terms.bytes, start, end);
      writer.number(rows[at + row.count] as number);
      writer.number(rows[at + row.first] as number);
      writer.number((rows[at + row.last] as number) - (rows[at + row.first] as number));
      writer.number(this.#length(at));
      for (let next = rows[at + row.firstPiece] as number; next !== -1; ) {
        writer.bytes(bytes, this.#pieces[next + piece.start], this.#pieces[next + piece.end]);
        next = this.#pieces[next + piece.next] as number;
      }
      rows[at + row.count] = 0;
    }
    this.#present = [];
    this.#used = 0;
    this.#pages.clear();
    return writer.view();
  }

  #length(at: number): number {
    let length = 0;
    for (let next = this.#rows[at + row.firstPiece] as number; next !== -1; ) {
      length += (this.#pieces[next + piece.end] as number) - (this.#pieces[next + piece.start] as number);
      next = this.#pieces[next + piece.next] as number;
    }
    return length;
  }
}

/** A negative number changes the weight; a place is written as its distance from the one before of the same weight. */
function writePlaces(writer: CborWriter, values: Int32Array, from: number, to: number): void {
  let changes = 0;
  let weight = 0;
  for (let at = from; at < to; at++) {
    const now = weightIn(values[at] as number);
    if (now !== weight) changes++;
    weight = now;
  }
  const count = to - from + changes;
  const bytes = writer.reserve((count + 1) * headSize);
  let end = writeHead(bytes, writer.size, kinds.list, count);
  weight = 0;
  let before = 0;
  for (let at = from; at < to; at++) {
    const value = values[at] as number;
    const now = weightIn(value);
    const place = placeIn(value);
    if (now !== weight) {
      end = writeHead(bytes, end, kinds.negative, now);
      before = 0;
    }
    end = writeHead(bytes, end, kinds.number, place - before);
    weight = now;
    before = place;
  }
  writer.size = end;
}
