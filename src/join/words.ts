/** All words of all archives, and which archives have each: so a search loads only archives that can have an answer. */
import { gzipSync } from "node:zlib";

export interface WordPiece {
  /** The first word in it. */
  readonly first: string;
  readonly name: string;
  readonly content: Uint8Array;
}

/** Characters of a piece before it is zipped to about a third. */
const pieceSize = 24_000;

export class WordList {
  /** The number of a set of archives by word; sets are few, words are many. */
  readonly #words = new Map<string, number>();
  readonly #sets: (readonly number[])[] = [[]];
  readonly #next: Map<number, number>[] = [new Map()];

  /** Archives come one after the other, in the order of their numbers. */
  add(archive: number, words: readonly string[]): void {
    for (const word of words) {
      // A space stands between words in a piece.
      if (word === "" || /\s/.test(word)) continue;
      const before = this.#words.get(word) ?? 0;
      if (this.#sets[before]?.at(-1) !== archive) this.#words.set(word, this.#with(before, archive));
    }
  }

  #with(before: number, archive: number): number {
    const next = this.#next[before] as Map<number, number>;
    const known = next.get(archive);
    if (known !== undefined) return known;
    const number = this.#sets.push([...(this.#sets[before] ?? []), archive]) - 1;
    this.#next.push(new Map());
    next.set(archive, number);
    return number;
  }

  *pieces(): Generator<WordPiece> {
    const sorted = [...this.#words.keys()].sort(byCodePoint);
    let open: string[] = [];
    let size = 0;
    let count = 0;
    for (const word of sorted) {
      if (size > pieceSize) {
        yield this.#piece(open, count++);
        open = [];
        size = 0;
      }
      open.push(word);
      size += word.length + 3;
    }
    if (open.length > 0) yield this.#piece(open, count);
  }

  #piece(words: readonly string[], count: number): WordPiece {
    const own = new Map<number, number>();
    const numbers = words.map((word) => {
      const set = this.#words.get(word) ?? 0;
      const number = own.get(set) ?? own.size;
      own.set(set, number);
      return number;
    });
    const sets = [...own.keys()].map((set) => this.#sets[set]);
    const content = gzipSync(JSON.stringify({ sets, words: words.join(" "), numbers }), { level: 9 });
    return { first: words[0] ?? "", name: `w${count}`, content };
  }
}

/** As Pagefind sorts, and as the search page compares: by code point, where JavaScript goes by halves of pairs. */
function byCodePoint(one: string, two: string): number {
  if (one === two) return 0;
  let at = 0;
  while (at < one.length && one.charCodeAt(at) === two.charCodeAt(at)) at++;
  if (at === one.length || at === two.length) return one.length - two.length;
  const [a, b] = [one.charCodeAt(at), two.charCodeAt(at)];
  const isHalf = (code: number): boolean => code >= 0xd800 && code < 0xe000;
  return isHalf(a) === isHalf(b) ? a - b : isHalf(b) ? -1 : 1;
}
