/** Sessions as one index, as it would be of all their pages at once, in pieces that a search over file:// can load. */
import { sha256 } from "../../system/sha256.ts";
import { CborWriter, cbor } from "./cbor.ts";
import { pagefindVersion } from "./engine.ts";
import { joiners } from "./indexable.ts";
import { JoinedWords, type SessionTerms } from "./joined-words.ts";
import type { PageNames } from "./page-indexer.ts";
import { type IndexFile, zipped } from "./pieces.ts";

/** Bytes of a piece before it is zipped to about half; a word is never cut, so that one may be larger. */
const pieceSize = 24_000;
/** Behind every text that begins the same. */
const highest = "\u{10ffff}";

/** A session of the index, and what of it is known only when it is joined with others. */
export interface JoinedSession extends Omit<SessionTerms, "pages"> {
  readonly pages: readonly JoinedPage[];
}

export interface JoinedPage {
  /** The name of its text. */
  readonly id: string;
  readonly words: number;
  readonly filters: PageNames["filters"];
}

/** One file after the other, so that none need stay in memory. */
export function* joinedIndex(sessions: readonly JoinedSession[]): Generator<IndexFile> {
  const words = yield* pieces(new JoinedWords(sessions.map((each) => ({ ...each, pages: each.pages.length }))));
  const pages = sessions.flatMap((session) => session.pages);
  const filters = joinedFilters(pages);
  for (const { name, content } of filters) yield { path: `filter/${name}.pf_filter`, content };
  const meta = zipped(
    cbor([
      pagefindVersion,
      pages.map(({ id, words: count }) => [id, count, ""]),
      words.map(({ from, to, name }) => [from, to, name]),
      filters.map(({ filter, name }) => [filter, name]),
      [],
      ["title"],
    ]),
  );
  const name = `en_${sha256(meta).slice(0, 10)}`;
  yield { path: `pagefind.${name}.pf_meta`, content: meta };
  yield { path: "pagefind-entry.json", content: entryOf(name, pages.length) };
}

interface Piece {
  readonly from: string;
  readonly to: string;
  readonly name: string;
}

function* pieces(joined: JoinedWords): Generator<IndexFile, Piece[]> {
  const done: { first: string; last: string; name: string }[] = [];
  const taken = new Set<string>();
  const open = new CborWriter(pieceSize * 2);
  let count = 0;
  let [first, last] = ["", ""];
  const close = (bytes: Buffer): IndexFile => {
    const head = new CborWriter(16);
    head.list(1);
    head.list(count);
    const content = zipped(Buffer.concat([head.view(), bytes]));
    const name = named(content, taken);
    done.push({ first, last, name });
    return { path: `index/${name}.pf_index`, content };
  };
  let before = 0;
  for (const word of joined.write(open)) {
    if (open.size > pieceSize && count > 0) {
      const bytes = open.view();
      yield close(bytes.subarray(0, before));
      open.clear();
      open.bytes(Buffer.from(bytes.subarray(before)));
      count = 0;
    }
    if (count === 0) first = word;
    last = word;
    count++;
    before = open.size;
  }
  if (count > 0) yield close(open.view());
  return done.map(({ first: start, last: end, name }, index) => ({
    from: index === 0 ? text(start) : apart(text(done[index - 1]?.last ?? ""), text(start)),
    to: endBefore(text(end), done[index + 1]),
    name,
  }));
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
  const whole = sha256(content);
  let length = 10;
  while (taken.has(whole.slice(0, length))) length++;
  taken.add(whole.slice(0, length));
  return `en_${whole.slice(0, length)}`;
}

/** Pages of each value by number; only clients other than ours read them. */
function joinedFilters(pages: readonly JoinedPage[]) {
  const filters = new Map<string, Map<string, number[]>>();
  for (const [page, { filters: own }] of pages.entries()) {
    for (const [name, all] of Object.entries(own)) {
      const values = filters.get(name) ?? new Map<string, number[]>();
      filters.set(name, values);
      for (const value of all) {
        const known = values.get(value) ?? [];
        values.set(value, known);
        known.push(page);
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

function entryOf(name: string, pages: number): Buffer {
  const languages = { en: { hash: name, wasm: "en", page_count: pages } };
  return Buffer.from(JSON.stringify({ version: pagefindVersion, languages, include_characters: joiners }));
}
