/**
 * Several indexes of Pagefind as one, as it would have made it of all their pages. Pagefind needs 45 times the text in
 * memory, so it gets a large archive in batches; and its pieces are larger than a search over file:// should load.
 */
import { CborReader, cbor, cborList, cborText } from "./cbor.ts";
import type { IndexFile } from "./pagefind.ts";
import { raw, zipped } from "./pieces.ts";
import { joinedWord, type Word, wordsIn } from "./postings.ts";
import { digest } from "./shards.ts";

/** Bytes of a piece before it is zipped to about half; a word is never cut, so that one may be larger. */
const pieceSize = 24_000;
/** Behind every text that begins the same. */
const highest = "\u{10ffff}";

export function joinedIndex(indexes: readonly (readonly IndexFile[])[]): IndexFile[] {
  const metas = indexes.map(metaOf);
  const offsets: number[] = [];
  let pages = 0;
  for (const meta of metas) {
    offsets.push(pages);
    pages += meta.pages.length;
  }
  const sources = indexes.map((files, index) => allWords(files, (metas[index] as Meta).chunks));
  const words = pieces(sources, offsets);
  const filters = joinedFilters(indexes, offsets);
  const fields = [...new Set(metas.map((meta) => meta.fields.join("\n")).filter((each) => each !== ""))];
  if (fields.length > 1) throw new Error("Pagefind’s indexes have different fields.");
  const meta = zipped(
    Buffer.concat([
      cborList(6),
      cborText(metas[0]?.version ?? ""),
      cborList(pages),
      ...metas.flatMap((each) => each.pages),
      cbor(words.map(({ from, to, name }) => [from, to, name])),
      cbor(filters.map(({ filter, name }) => [filter, name])),
      cborList(0),
      cbor((fields[0] ?? "").split("\n").filter((each) => each !== "")),
    ]),
  );
  const name = `en_${digest(meta).slice(0, 10)}`;
  return [
    ...words.map((piece) => ({ path: `index/${piece.name}.pf_index`, content: piece.content })),
    ...filters.map((piece) => ({ path: `filter/${piece.name}.pf_filter`, content: piece.content })),
    { path: `pagefind.${name}.pf_meta`, content: meta },
    { path: "pagefind-entry.json", content: entryOf(indexes[0] ?? [], name, pages) },
  ];
}

interface Meta {
  readonly version: string;
  readonly pages: readonly Buffer[];
  readonly chunks: readonly string[];
  readonly fields: readonly string[];
}

function metaOf(files: readonly IndexFile[]): Meta {
  const reader = new CborReader(raw(files.find(({ path }) => path.endsWith(".pf_meta"))));
  if (reader.list() !== 6) throw new Error("Pagefind’s metadata is not as expected.");
  const version = reader.text();
  const pages = many(reader, () => {
    const start = reader.at;
    reader.skip();
    return reader.bytes.subarray(start, reader.at);
  });
  const chunks = many(reader, () => {
    reader.list();
    reader.skip();
    reader.skip();
    return reader.text();
  });
  reader.skip();
  if (reader.list() !== 0) throw new Error("Pagefind’s sorts cannot be joined.");
  return { version, pages, chunks, fields: many(reader, () => reader.text()) };
}

function many<T>(reader: CborReader, one: () => T): T[] {
  return Array.from({ length: reader.list() }, one);
}

function* allWords(files: readonly IndexFile[], chunks: readonly string[]): Generator<Word> {
  const byName = new Map(files.map((file) => [file.path, file]));
  for (const chunk of chunks) yield* wordsIn(raw(byName.get(`index/${chunk}.pf_index`)));
}

interface Piece {
  readonly from: string;
  readonly to: string;
  readonly name: string;
  readonly content: Buffer;
}

/** In the order of their words, which each source gives in order. */
function pieces(sources: readonly Generator<Word>[], offsets: readonly number[]): Piece[] {
  const done: { first: string; last: string; content: Buffer }[] = [];
  let open: Buffer[] = [];
  let size = 0;
  let [first, last] = ["", ""];
  const close = (): void => {
    if (open.length === 0) return;
    const content = zipped(Buffer.concat([cborList(1), cborList(open.length), ...open]));
    done.push({ first, last, content });
    open = [];
    size = 0;
  };
  for (const { word, bytes } of joinedWords(sources, offsets)) {
    if (size + bytes.length > pieceSize) close();
    if (open.length === 0) first = word;
    last = word;
    open.push(bytes);
    size += bytes.length;
  }
  close();
  const taken = new Set<string>();
  return done.map((piece, index) => ({
    from: index === 0 ? text(piece.first) : apart(text(done[index - 1]?.last ?? ""), text(piece.first)),
    to: endBefore(text(piece.last), done[index + 1]),
    name: named(piece.content, taken),
    content: piece.content,
  }));
}

function* joinedWords(sources: readonly Generator<Word>[], offsets: readonly number[]) {
  const heads = sources.map((source) => source.next().value as Word | undefined);
  for (;;) {
    let word: string | undefined;
    for (const each of heads) if (each !== undefined && (word === undefined || each.word < word)) word = each.word;
    if (word === undefined) return;
    const found: { word: Word; offset: number }[] = [];
    for (const [index, each] of heads.entries()) {
      if (each?.word !== word) continue;
      found.push({ word: each, offset: offsets[index] ?? 0 });
      heads[index] = sources[index]?.next().value as Word | undefined;
    }
    yield { word, bytes: joinedWord(found) };
  }
}

const text = (bytes: string): string => Buffer.from(bytes, "latin1").toString("utf8");

/** What a piece ends with: pieces must not overlap, or a search would load all between the two that hold its word. */
function endBefore(last: string, next: { readonly first: string } | undefined): string {
  const short = next === undefined ? last : apart(text(next.first), last);
  return short === last && next !== undefined ? last : `${short}${highest}`;
}

/** As much of a word as tells it from its neighbour. */
function apart(neighbour: string, word: string): string {
  const [one, two] = [[...neighbour], [...word]];
  let same = 0;
  while (same < two.length && one[same] === two[same]) same++;
  return two.slice(0, same + 1).join("");
}

function named(content: Buffer, taken: Set<string>): string {
  const whole = digest(content);
  let length = 10;
  while (taken.has(whole.slice(0, length))) length++;
  taken.add(whole.slice(0, length));
  return `en_${whole.slice(0, length)}`;
}

/** Pages of each value by number; only clients other than ours read them. */
function joinedFilters(indexes: readonly (readonly IndexFile[])[], offsets: readonly number[]) {
  const filters = new Map<string, Map<string, number[]>>();
  for (const [index, files] of indexes.entries()) {
    for (const file of files.filter(({ path }) => path.endsWith(".pf_filter"))) {
      const reader = new CborReader(raw(file));
      reader.list();
      const name = reader.text();
      const values = filters.get(name) ?? new Map<string, number[]>();
      filters.set(name, values);
      for (let left = reader.list(); left > 0; left--) {
        reader.list();
        const value = reader.text();
        const pages = many(reader, () => reader.number() + (offsets[index] ?? 0));
        values.set(value, [...(values.get(value) ?? []), ...pages]);
      }
    }
  }
  const taken = new Set<string>();
  return [...filters]
    .sort(([one], [two]) => (one < two ? -1 : 1))
    .map(([filter, values]) => {
      const sorted = [...values].sort(([one], [two]) => (one < two ? -1 : 1));
      const content = zipped(cbor([filter, sorted]));
      return { filter, name: named(content, taken), content };
    });
}

function entryOf(files: readonly IndexFile[], name: string, pages: number): Buffer {
  const file = files.find(({ path }) => path === "pagefind-entry.json");
  const entry = JSON.parse(Buffer.from(file?.content ?? "{}").toString()) as { languages: object };
  return Buffer.from(JSON.stringify({ ...entry, languages: { en: { hash: name, wasm: "en", page_count: pages } } }));
}
