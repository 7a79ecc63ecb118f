/** Pages as Pagefind's index has them: the text of each as a file of its own, and where each word stands. */

import { sha256 } from "../../system/sha256.ts";
import { type IndexFile, zipped } from "./pieces.ts";
import { WordIndex } from "./word-index.ts";

export interface IndexPage {
  /** From the site's root, with a leading "/". */
  readonly url: string;
  /** Searchable as metadata; pages of one session have it once, or it would find the session several times. */
  readonly title?: string;
  readonly filters: Readonly<Record<string, readonly string[]>>;
  readonly regions: readonly {
    /** How much a word counts, in Pagefind's units: 24 is ordinary. */
    readonly weight: number;
    readonly sections: readonly { readonly anchor: string; readonly title: string; readonly text: string }[];
  }[];
  /** What a page without a single word is found by. */
  readonly fallback: string;
}

export interface IndexedPage {
  /** Pagefind's name for the page's text. */
  readonly id: string;
  readonly words: number;
  /** The number of the first word of each region. */
  readonly regionStarts: readonly number[];
}

/** The index of some pages, to be joined with those of others. */
export interface PageIndex {
  /** Texts of pages, named by what they hold. */
  readonly fragments: readonly IndexFile[];
  /** Pagefind's words, not zipped, in pieces of whole ones. Read once: what a piece holds may be gone with the next. */
  readonly words: Iterable<Buffer>;
  readonly pages: readonly (readonly [fragment: string, words: number])[];
  /** For each filter its values with the pages that have them; a value may be any word of a log. */
  readonly filters: readonly (readonly [filter: string, value: string, pages: readonly number[]])[];
}

/** What Pagefind keeps of a page to show it. */
interface Fragment {
  readonly url: string;
  readonly content: string;
  readonly word_count: number;
  readonly filters: Readonly<Record<string, readonly string[]>>;
  readonly meta: Readonly<Record<string, string>>;
  readonly anchors: readonly Anchor[];
}

interface Anchor {
  readonly element: string;
  readonly id: string;
  readonly text: string;
  readonly title: string;
  readonly location: number;
}

/** The title of the anchor before a region's hidden words. */
const hiddenTitle = "+";
const ordinaryWeight = 24;

/** Among ten thousand pages two would share seven digits, as Pagefind has them, in every fifth archive. */
const digits = 10;

export class PageIndexer {
  readonly #words = new WordIndex();
  #fragments: IndexFile[] = [];
  #pages: (readonly [string, number])[] = [];
  #filters = new Map<string, readonly [filter: string, value: string, pages: number[]]>();

  /** Different words so far; they stay known when an index is finished. */
  get knownWords(): number {
    return this.#words.words.size;
  }

  add(page: IndexPage): IndexedPage {
    const { fragment, regionStarts } = this.#fragmentOf(page);
    const content = zipped(Buffer.from(JSON.stringify(fragment)));
    const id = `en_${sha256(content).slice(0, digits)}`;
    this.#fragments.push({ path: `fragment/${id}.pf_fragment`, content });
    for (const [name, values] of Object.entries(fragment.filters)) {
      for (const value of values) {
        const known = this.#filters.get(`${name}:${value}`) ?? ([name, value, []] as const);
        this.#filters.set(`${name}:${value}`, known);
        known[2].push(this.#pages.length);
      }
    }
    this.#pages.push([id, fragment.word_count]);
    return { id, words: fragment.word_count, regionStarts };
  }

  /** The index of the pages since the last one. */
  finish(): PageIndex & { readonly words: readonly Buffer[] } {
    const index = {
      fragments: this.#fragments,
      words: this.#words.finish(),
      pages: this.#pages,
      filters: [...this.#filters.values()],
    };
    this.#fragments = [];
    this.#pages = [];
    this.#filters = new Map();
    return index;
  }

  #fragmentOf(page: IndexPage): Pick<IndexedPage, "regionStarts"> & { readonly fragment: Fragment } {
    const content = new Content(this.#words);
    const anchors: Anchor[] = [];
    const anchor = (id: string, title: string): void => {
      // Other clients look for headings; ours leads to any element.
      anchors.push({ element: "i", id, text: "", title: title.trim(), location: content.words });
    };
    const regionStarts = page.regions.map(({ weight, sections }) => {
      const start = content.words;
      for (const section of sections) {
        anchor(section.anchor, section.title);
        content.read(section.text, weight);
      }
      const hidden = content.hiddenSince(start);
      if (hidden.length > 0) {
        anchor("hidden", hiddenTitle);
        content.read(hidden.join(" "), weight);
      }
      return start;
    });
    // It stands last, so that no place moves.
    if (!hasWord(page)) content.read(page.fallback, ordinaryWeight);
    this.#words.close(this.#pages.length, page.title ?? "");
    return {
      fragment: {
        url: page.url,
        content: content.text(),
        word_count: Math.max(1, content.words),
        filters: page.filters,
        meta: page.title === undefined ? {} : { title: page.title },
        anchors,
      },
      regionStarts,
    };
  }
}

/** The words of a page. */
class Content {
  readonly #index: WordIndex;
  readonly #words: number[] = [];

  constructor(index: WordIndex) {
    this.#index = index;
  }

  get words(): number {
    return this.#words.length;
  }

  read(text: string, weight: number): void {
    this.#index.words.read(text, (word) => this.#index.add(word, weight, this.#words.push(word) - 1));
  }

  /** What the words from there on are also found by, but never shown as. */
  hiddenSince(at: number): readonly string[] {
    const hidden = new Set<string>();
    for (const word of new Set(this.#words.slice(at))) for (const each of this.#index.hidden(word)) hidden.add(each);
    return [...hidden];
  }

  text(): string {
    const { words } = this.#index;
    const bytes = Buffer.allocUnsafe(this.#words.reduce((sum, word) => sum + words.length(word) + 1, 0));
    let end = 0;
    for (const word of this.#words) {
      end = words.copy(word, bytes, end);
      bytes[end++] = 32;
    }
    return bytes.toString("utf8", 0, Math.max(0, end - 1));
  }
}

/** A text of nothing but signs has none. */
const hasWord = ({ regions }: IndexPage): boolean =>
  regions.some(({ sections }) => sections.some(({ text }) => /[\p{L}\p{N}]/u.test(text)));
