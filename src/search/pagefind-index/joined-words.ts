/**
 * The words of many sessions as one index has them. Each session's terms are looked up by their bytes, so that they need
 * not be in order; only the terms of all sessions are sorted, once.
 */
import { CborReader, type CborWriter } from "./cbor.ts";
import { indexables } from "./indexable.ts";
import { withPlainSpaces } from "./page-text.ts";

/** The words of one session, with what is known only now. */
export interface SessionTerms {
  /** As `PageIndexer` gave them. */
  readonly words: Buffer;
  readonly pages: number;
  /** Searchable as metadata of the first page. */
  readonly title: string;
}

/** The only field of metadata that is searched: the title. */
const titleField = -1;

/** Where the bytes of a term's name are. */
const name = { source: 0, start: 1, end: 2, size: 3 } as const;
/** A term of a session: the term's next one, the session, its pages in the session's words. */
const entry = { next: 0, session: 1, pages: 2, size: 3 } as const;
/** A term's first and last entry, and how many pages it has. */
const row = { first: 0, last: 1, pages: 2, size: 3 } as const;
const noPages = [-1, -1, 0];
const none = -1;

export class JoinedWords {
  readonly #sessions: readonly CborReader[];
  /** The number of each session's first page. */
  readonly #firstPages: number[] = [];
  /** Places in titles, by entry. */
  readonly #titles = new Map<number, readonly number[]>();
  /** Terms by hash, plus one; at most half full. */
  #slots = new Int32Array(1 << 12);
  #hashes = new Int32Array(1 << 11);
  #names = new Int32Array(name.size << 11);
  readonly #nameBytes: Buffer[] = [];
  #rows = new Int32Array(row.size << 11);
  #terms = 0;
  #entries = new Int32Array(entry.size << 12);
  #used = 0;

  constructor(sessions: readonly SessionTerms[]) {
    this.#sessions = sessions.map(({ words }) => new CborReader(words));
    let page = 0;
    for (const [at, { words, pages, title }] of sessions.entries()) {
      this.#firstPages.push(page);
      page += pages;
      this.#addWords(at, words);
      this.#addTitle(at, title);
    }
  }

  #addWords(session: number, words: Buffer): void {
    const source = this.#nameBytes.push(words) - 1;
    const reader = this.#sessions[session] as CborReader;
    while (reader.at < words.length) {
      const hash = reader.fixed();
      const length = reader.number();
      const start = reader.at;
      const pages = start + length;
      reader.at = pages;
      this.#append(this.#term(hash, source, start, pages), session, pages, reader.number());
      reader.number();
      reader.number();
      const size = reader.number();
      reader.at += size;
    }
  }

  #addTitle(session: number, title: string): void {
    for (const [text, places] of termsOfTitle(title)) {
      const bytes = Buffer.from(text);
      const source = this.#nameBytes.push(bytes) - 1;
      const term = this.#term(hashOf(bytes), source, 0, bytes.length);
      const last = this.#rows[term * row.size + row.last] as number;
      if (last === none || this.#entries[last + entry.session] !== session) {
        this.#titles.set(this.#used, places);
        this.#append(term, session, none, 1);
        continue;
      }
      this.#titles.set(last, places);
      const reader = this.#sessions[session] as CborReader;
      reader.at = this.#entries[last + entry.pages] as number;
      reader.number();
      if (reader.number() !== 0) (this.#rows[term * row.size + row.pages] as number)++;
    }
  }

  #append(term: number, session: number, pages: number, count: number): void {
    const used = this.#used;
    this.#used += entry.size;
    if (this.#used > this.#entries.length) this.#entries = longer(this.#entries);
    const entries = this.#entries;
    entries[used + entry.next] = none;
    entries[used + entry.session] = session;
    entries[used + entry.pages] = pages;
    const rows = this.#rows;
    const at = term * row.size;
    const last = rows[at + row.last] as number;
    if (last === none) rows[at + row.first] = used;
    else entries[last + entry.next] = used;
    rows[at + row.last] = used;
    rows[at + row.pages] = (rows[at + row.pages] as number) + count;
  }

  #term(hash: number, source: number, start: number, end: number): number {
    const mask = this.#slots.length - 1;
    let slot = (hash ^ (hash >>> 15)) & mask;
    for (let found = this.#slots[slot] as number; found !== 0; found = this.#slots[slot] as number) {
      if (this.#hashes[found - 1] === hash && this.#isTerm(found - 1, source, start, end)) return found - 1;
      slot = (slot + 1) & mask;
    }
    const term = this.#terms++;
    if (term === this.#hashes.length) {
      this.#hashes = longer(this.#hashes);
      this.#names = longer(this.#names);
      this.#rows = longer(this.#rows);
    }
    this.#hashes[term] = hash;
    this.#names[term * name.size + name.source] = source;
    this.#names[term * name.size + name.start] = start;
    this.#names[term * name.size + name.end] = end;
    this.#rows.set(noPages, term * row.size);
    this.#slots[slot] = term + 1;
    if (this.#terms * 2 > this.#slots.length) this.#slots = slotsFor(this.#hashes, this.#terms);
    return term;
  }

  #isTerm(term: number, source: number, start: number, end: number): boolean {
    const at = term * name.size;
    const from = this.#names[at + name.start] as number;
    if ((this.#names[at + name.end] as number) - from !== end - start) return false;
    const known = this.#nameBytes[this.#names[at + name.source] as number] as Buffer;
    const bytes = this.#nameBytes[source] as Buffer;
    for (let one = start, two = from; one < end; one++, two++) if (bytes[one] !== known[two]) return false;
    return true;
  }

  /** Writes one word after the other, in the order of their bytes, and gives it: a character for each byte. */
  *write(writer: CborWriter): Generator<string> {
    const named = new Map<string, number>();
    for (let term = 0; term < this.#terms; term++) named.set(this.#name(term), term);
    const names = [...named.keys()].sort();
    // A form stands behind its stem and a space, and no byte of a word is less than that.
    for (let at = 0; at < names.length; ) {
      const first = names[at] as string;
      const space = first.indexOf(" ");
      const stem = space === -1 ? first : first.slice(0, space);
      const plain = space === -1 ? named.get(first) : undefined;
      if (plain !== undefined) at++;
      // It alone, and its forms with accents.
      const forms: [form: string, term: number][] = [];
      for (; names[at]?.startsWith(`${stem} `); at++) {
        const form = names[at] as string;
        forms.push([form.slice(stem.length + 1), named.get(form) as number]);
      }
      this.#write(writer, stem, plain, forms);
      yield stem;
    }
  }

  #name(term: number): string {
    const at = term * name.size;
    const bytes = this.#nameBytes[this.#names[at + name.source] as number] as Buffer;
    return bytes.toString("latin1", this.#names[at + name.start], this.#names[at + name.end]);
  }

  #write(
    writer: CborWriter,
    stem: string,
    plain: number | undefined,
    forms: readonly (readonly [form: string, term: number])[],
  ): void {
    writer.list(3);
    writer.text(stem, "latin1");
    if (plain === undefined) writer.list(0);
    else this.#writePages(writer, plain);
    writer.list(forms.length);
    for (const [form, term] of forms) {
      writer.list(2);
      writer.text(form, "latin1");
      this.#writePages(writer, term);
    }
  }

  /** Each page is written as its distance from the one before. */
  #writePages(writer: CborWriter, term: number): void {
    const entries = this.#entries;
    writer.list(this.#rows[term * row.size + row.pages] as number);
    let last = 0;
    for (
      let at = this.#rows[term * row.size + row.first] as number;
      at !== none;
      at = entries[at + entry.next] as number
    ) {
      const session = entries[at + entry.session] as number;
      const firstPage = this.#firstPages[session] as number;
      const pages = entries[at + entry.pages] as number;
      let title = this.#titles.get(at);
      const reader = this.#sessions[session] as CborReader;
      reader.at = pages;
      if (pages !== none) reader.number();
      const first = pages === none ? none : reader.number();
      if (title !== undefined && first !== 0) {
        writer.list(3);
        writer.number(firstPage - last);
        writer.list(0);
        writeTitle(writer, title);
        last = firstPage;
        title = undefined;
      }
      if (pages === none) continue;
      const more = reader.number();
      const size = reader.number();
      writer.list(3);
      writer.number(firstPage + first - last);
      const start = reader.at;
      if (title === undefined) writer.bytes(reader.bytes, start, start + size);
      else {
        reader.skipNumbers();
        writer.bytes(reader.bytes, start, reader.at);
        writeTitle(writer, title);
        // Behind the empty list that stands there.
        writer.bytes(reader.bytes, reader.at + 1, start + size);
      }
      last = firstPage + first + more;
    }
  }
}

function slotsFor(hashes: Int32Array, terms: number): Int32Array<ArrayBuffer> {
  const slots = new Int32Array(1 << Math.ceil(Math.log2(terms * 4)));
  const mask = slots.length - 1;
  for (let term = 0; term < terms; term++) {
    const hash = hashes[term] as number;
    let slot = (hash ^ (hash >>> 15)) & mask;
    while (slots[slot] !== 0) slot = (slot + 1) & mask;
    slots[slot] = term + 1;
  }
  return slots;
}

/** What a title is found by, with its places; the end behind a dot counts in texts only. */
function termsOfTitle(title: string): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  let place = 0;
  for (const word of withPlainSpaces(title).split(/[\t-\r ]+/)) {
    if (word === "") continue;
    for (const { stem, original, isEnd } of indexables(word)) {
      if (isEnd) continue;
      const term = original === undefined ? stem : `${stem} ${original}`;
      const places = found.get(term) ?? [];
      found.set(term, places);
      places.push(place);
    }
    place++;
  }
  return found;
}

function writeTitle(writer: CborWriter, places: readonly number[]): void {
  writer.list(places.length + 1);
  writer.number(titleField);
  let before = 0;
  for (const place of places) {
    writer.number(place - before);
    before = place;
  }
}

/** FNV-1a, as wasm/vocabulary.ts has it. */
function hashOf(bytes: Uint8Array): number {
  let hash = 0x811c9dc5 | 0;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash;
}

/** Twice as long, with the same numbers first. */
function longer(numbers: Int32Array): Int32Array<ArrayBuffer> {
  const twice = new Int32Array(numbers.length * 2);
  twice.set(numbers);
  return twice;
}
