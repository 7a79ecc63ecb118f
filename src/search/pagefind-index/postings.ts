/** Words of Pagefind's index with the pages that have them, read and joined without looking at the places. */
import { CborReader, type CborWriter } from "./cbor.ts";

/** A row of pages; each is written as its distance from the one before. */
export interface Pages {
  readonly count: number;
  readonly first: number;
  readonly last: number;
  /** Everything behind the first page's number. */
  readonly rest: Buffer;
}

export interface Word {
  /** UTF-8, a character for each byte. */
  readonly word: string;
  readonly pages: Pages;
  /** Spellings with other accents. */
  readonly variants: readonly (readonly [form: string, pages: Pages])[];
}

/** Each holds until the next one is asked for. */
export function* wordsIn(pieces: Iterable<Buffer>): Generator<Word> {
  for (const piece of pieces) {
    const reader = new CborReader(piece);
    while (reader.at < piece.length) yield wordAt(reader);
  }
}

function wordAt(reader: CborReader): Word {
  if (reader.list() !== 3) throw new Error("Pagefind’s words are not as expected.");
  const word = reader.textBytes();
  const pages = pagesAt(reader);
  const variants: [string, Pages][] = [];
  for (let more = reader.list(); more > 0; more--) {
    reader.list();
    variants.push([reader.textBytes(), pagesAt(reader)]);
  }
  return { word, pages, variants };
}

const none = Buffer.alloc(0);

function pagesAt(reader: CborReader): Pages {
  const count = reader.list();
  let first = 0;
  let last = 0;
  let start = reader.at;
  for (let page = 0; page < count; page++) {
    if (reader.list() !== 3) throw new Error("Pagefind’s pages are not as expected.");
    last += reader.number();
    if (page === 0) {
      first = last;
      start = reader.at;
    }
    reader.skipNumbers();
    reader.skipNumbers();
  }
  return { count, first, last, rest: count === 0 ? none : reader.bytes.subarray(start, reader.at) };
}

/** One of several indexes that has the word, with the number that its first page has in the joined one. */
export interface Source {
  readonly word: Word;
  readonly offset: number;
}

export function writeJoined(writer: CborWriter, found: readonly Source[]): void {
  const forms = new Map<string, PagesAt[]>();
  for (const { word, offset } of found) {
    for (const [form, pages] of word.variants) {
      const known = forms.get(form) ?? [];
      forms.set(form, known);
      known.push({ pages, offset });
    }
  }
  writer.list(3);
  writer.text(found[0]?.word.word ?? "", "latin1");
  writePages(
    writer,
    found.map(({ word: { pages }, offset }) => ({ pages, offset })),
  );
  writer.list(forms.size);
  for (const [form, pages] of forms) {
    writer.list(2);
    writer.text(form, "latin1");
    writePages(writer, pages);
  }
}

interface PagesAt {
  readonly pages: Pages;
  readonly offset: number;
}

function writePages(writer: CborWriter, rows: readonly PagesAt[]): void {
  writer.list(rows.reduce((sum, { pages }) => sum + pages.count, 0));
  let last = 0;
  for (const { pages, offset } of rows) {
    if (pages.count === 0) continue;
    writer.list(3);
    writer.number(offset + pages.first - last);
    writer.bytes(pages.rest);
    last = offset + pages.last;
  }
}
