/** Stems, and forms of them with accents, each with the pages that have it. */
import { CborWriter } from "./cbor.ts";
import type { Indexable } from "./indexable.ts";
import { longer } from "./vocabulary.ts";

/** Where a term's numbers stand in its row: its first and last piece, how many pages, the last page. */
const row = { first: 0, last: 1, count: 2, page: 3, size: 4 } as const;
const noPages = [-1, -1, 0, 0];
const piece = { start: 0, end: 1, next: 2, size: 3 } as const;
/** Bytes of words that are read at a time. */
const readable = 1 << 16;

export class Terms {
  readonly #numbers = new Map<string, number>();
  /** A character for each byte. */
  readonly #stems: string[] = [];
  readonly #forms = new Map<number, string>();
  /** The pages of all terms as they come; each piece tells where its term's next one is. */
  readonly #pages = new CborWriter(1 << 20);
  #pieces = new Int32Array(1 << 16);
  #used = 0;
  #rows = new Int32Array(1 << 16);
  /** Those that have pages. */
  #present: number[] = [];

  number({ stem, original }: Indexable): number {
    const name = original === undefined ? stem : `${stem} ${original}`;
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    const term = this.#stems.push(bytesOf(stem)) - 1;
    this.#numbers.set(name, term);
    if (original !== undefined) this.#forms.set(term, original);
    if ((term + 1) * row.size > this.#rows.length) this.#rows = longer(this.#rows);
    this.#rows.set(noPages, term * row.size);
    return term;
  }

  /** Begins the next page of a term: its places are written until `close`. */
  open(term: number, page: number): CborWriter {
    const at = term * row.size;
    if (this.#used + piece.size > this.#pieces.length) this.#pieces = longer(this.#pieces);
    this.#pieces[this.#used + piece.start] = this.#pages.size;
    this.#pieces[this.#used + piece.next] = -1;
    this.#pages.list(3);
    this.#pages.number(page - (this.#rows[at + row.page] as number));
    this.#rows[at + row.page] = page;
    return this.#pages;
  }

  close(term: number): void {
    const at = term * row.size;
    this.#pieces[this.#used + piece.end] = this.#pages.size;
    const last = this.#rows[at + row.last] as number;
    if (last === -1) {
      this.#rows[at + row.first] = this.#used;
      this.#present.push(term);
    } else this.#pieces[last + piece.next] = this.#used;
    this.#rows[at + row.last] = this.#used;
    this.#rows[at + row.count] = (this.#rows[at + row.count] as number) + 1;
    this.#used += piece.size;
  }

  /** All of them in the order of their bytes, some at a time. */
  finish(): Buffer[] {
    const byStem = new Map<string, { plain?: number; readonly forms: number[] }>();
    for (const term of this.#present) {
      const stem = this.#stems[term] as string;
      const known = byStem.get(stem) ?? { forms: [] };
      byStem.set(stem, known);
      if (this.#forms.has(term)) known.forms.push(term);
      else known.plain = term;
    }
    const done: Buffer[] = [];
    const writer = new CborWriter(readable * 2);
    for (const stem of [...byStem.keys()].sort()) {
      const { plain, forms } = byStem.get(stem) ?? { forms: [] };
      writer.list(3);
      writer.text(stem, "latin1");
      if (plain === undefined) writer.list(0);
      else this.#pagesOf(writer, plain);
      writer.list(forms.length);
      // Numbers depend on what was read before; the same pages must give the same bytes.
      const sorted = forms.map((term) => [this.#forms.get(term) ?? "", term] as const);
      for (const [form, term] of sorted.sort(([one], [two]) => (one < two ? -1 : 1))) {
        writer.list(2);
        writer.text(form);
        this.#pagesOf(writer, term);
      }
      if (writer.size < readable) continue;
      done.push(Buffer.from(writer.view()));
      writer.clear();
    }
    this.#clear();
    return [...done, writer.view()];
  }

  #clear(): void {
    for (const term of this.#present) this.#rows.set(noPages, term * row.size);
    this.#present = [];
    this.#used = 0;
    this.#pages.clear();
  }

  #pagesOf(writer: CborWriter, term: number): void {
    const at = term * row.size;
    writer.list(this.#rows[at + row.count] as number);
    const bytes = this.#pages.view();
    for (
      let next = this.#rows[at + row.first] as number;
      next !== -1;
      next = this.#pieces[next + piece.next] as number
    ) {
      writer.bytes(bytes, this.#pieces[next + piece.start], this.#pieces[next + piece.end]);
    }
  }
}

const isAscii = (text: string): boolean => Buffer.byteLength(text) === text.length;

/** A character for each byte of its UTF-8: Pagefind's words are in the order of bytes. */
const bytesOf = (text: string): string => (isAscii(text) ? text : Buffer.from(text).toString("latin1"));
