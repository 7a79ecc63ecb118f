/** Indexes of batches as one, as it would be of all their pages, in pieces that a search over file:// can load. */
import type { BatchIndex } from "./batch-index.ts";
import { CborWriter, cbor } from "./cbor.ts";
import { pagefindVersion } from "./engine.ts";
import { joiners } from "./indexable.ts";
import { type IndexFile, zipped } from "./pieces.ts";
import { type Source, type Word, wordsIn, writeJoined } from "./postings.ts";
import { digest } from "./shards.ts";

/** Bytes of a piece before it is zipped to about half; a word is never cut, so that one may be larger. */
const pieceSize = 24_000;
/** Behind every text that begins the same. */
const highest = "\u{10ffff}";

export type Joinable = Pick<BatchIndex, "words" | "pages" | "filters">;

export function joinedIndex(indexes: readonly Joinable[]): IndexFile[] {
  const offsets: number[] = [];
  let pages = 0;
  for (const index of indexes) {
    offsets.push(pages);
    pages += index.pages.length;
  }
  const words = pieces(
    indexes.map((index) => wordsIn(index.words)),
    offsets,
  );
  const filters = joinedFilters(indexes, offsets);
  const meta = zipped(
    cbor([
      pagefindVersion,
      indexes.flatMap((index) => index.pages.map(([name, count]) => [name, count, ""])),
      words.map(({ from, to, name }) => [from, to, name]),
      filters.map(({ filter, name }) => [filter, name]),
      [],
      ["title"],
    ]),
  );
  const name = `en_${digest(meta).slice(0, 10)}`;
  return [
    ...words.map((piece) => ({ path: `index/${piece.name}.pf_index`, content: piece.content })),
    ...filters.map((piece) => ({ path: `filter/${piece.name}.pf_filter`, content: piece.content })),
    { path: `pagefind.${name}.pf_meta`, content: meta },
    { path: "pagefind-entry.json", content: entryOf(name, pages) },
  ];
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
  const open = new CborWriter(pieceSize * 2);
  let count = 0;
  let [first, last] = ["", ""];
  const close = (bytes: Buffer): void => {
    const head = new CborWriter(16);
    head.list(1);
    head.list(count);
    done.push({ first, last, content: zipped(Buffer.concat([head.view(), bytes])) });
  };
  for (const found of joinedWords(sources, offsets)) {
    const before = open.size;
    writeJoined(open, found);
    const word = found[0]?.word.word ?? "";
    if (open.size > pieceSize && count > 0) {
      const bytes = open.view();
      close(bytes.subarray(0, before));
      open.clear();
      open.bytes(Buffer.from(bytes.subarray(before)));
      count = 0;
    }
    if (count === 0) first = word;
    last = word;
    count++;
  }
  if (count > 0) close(open.view());
  const taken = new Set<string>();
  return done.map((piece, index) => ({
    from: index === 0 ? text(piece.first) : apart(text(done[index - 1]?.last ?? ""), text(piece.first)),
    to: endBefore(text(piece.last), done[index + 1]),
    name: named(piece.content, taken),
    content: piece.content,
  }));
}

function* joinedWords(sources: readonly Generator<Word>[], offsets: readonly number[]): Generator<readonly Source[]> {
  const heads = sources.map((source) => source.next().value as Word | undefined);
  for (;;) {
    let word: string | undefined;
    for (const each of heads) if (each !== undefined && (word === undefined || each.word < word)) word = each.word;
    if (word === undefined) return;
    const found: Source[] = [];
    for (let index = 0; index < heads.length; index++) {
      const each = heads[index];
      if (each === undefined || each.word !== word) continue;
      found.push({ word: each, offset: offsets[index] ?? 0 });
      heads[index] = sources[index]?.next().value as Word | undefined;
    }
    yield found;
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
function joinedFilters(indexes: readonly Joinable[], offsets: readonly number[]) {
  const filters = new Map<string, Map<string, number[]>>();
  for (const [index, each] of indexes.entries()) {
    for (const [name, value, pages] of each.filters) {
      const values = filters.get(name) ?? new Map<string, number[]>();
      filters.set(name, values);
      const known = values.get(value) ?? [];
      values.set(value, known);
      for (const page of pages) known.push(page + (offsets[index] ?? 0));
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

function entryOf(name: string, pages: number): Buffer {
  const languages = { en: { hash: name, wasm: "en", page_count: pages } };
  return Buffer.from(JSON.stringify({ version: pagefindVersion, languages, include_characters: joiners }));
}
