/** Pages as Pagefind's index has them: the text of each as a file of its own, and where each word stands. */
import { createHash } from "node:crypto";
import { sha256 } from "../../system/sha256.ts";
import { PageText } from "./page-text.ts";
import { type IndexFile, packed, unzipped, zipped } from "./pieces.ts";

/** What a page is called and sorted by: nothing of it is among the page's words. */
export interface PageNames {
  /** From the site's root, with a leading "/". */
  readonly url: string;
  /** Searchable as metadata; pages of one session have it once, or it would find the session several times. */
  readonly title?: string;
  readonly filters: Readonly<Record<string, readonly string[]>>;
}

export interface IndexPage extends PageNames {
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
  /** It has no word of its own: the fallback is among its words. */
  readonly isBare: boolean;
}

/** The index of some pages, to be joined with those of others. */
export interface PageIndex {
  /** The text of each page, named by what it holds. */
  readonly fragments: readonly IndexFile[];
  /** Where each word stands (wasm/places.ts). */
  readonly words: Buffer;
  /** Of all texts and anchors, without the names of pages. */
  readonly hash: string;
}

/** The title of the anchor before a region's hidden words. */
const hiddenTitle = "+";
const ordinaryWeight = 24;

/** Among ten thousand pages two would share seven digits, as Pagefind has them, in every fifth archive. */
const digits = 10;

export class PageIndexer {
  readonly #text = new PageText();
  #hash = createHash("sha256");
  #fragments: IndexFile[] = [];

  /** Different words so far; they stay known when an index is finished. */
  get knownWords(): number {
    return this.#text.knownWords;
  }

  /** Bytes that it takes; what a long session needed stays. */
  get memory(): number {
    return this.#text.memory;
  }

  add(page: IndexPage): IndexedPage {
    const text = this.#text;
    const anchors: Anchor[] = [];
    const anchor = (id: string, title: string): void => {
      // Other clients look for headings; ours leads to any element.
      anchors.push({ element: "i", id, text: "", title: title.trim(), location: text.count });
    };
    text.begin(`{"url":${JSON.stringify(page.url)},"content":"`);
    const regionStarts = page.regions.map(({ weight, sections }) => {
      const start = text.count;
      for (const section of sections) {
        anchor(section.anchor, section.title);
        text.read(section.text, weight);
      }
      const hidden = text.hiddenSince(start);
      if (hidden !== "") {
        anchor("hidden", hiddenTitle);
        text.read(hidden, weight);
      }
      return start;
    });
    const isBare = !hasWord(page);
    // It stands last, so that no place moves.
    if (isBare) text.read(page.fallback, ordinaryWeight);
    const words = Math.max(1, text.count);
    const anchorText = JSON.stringify(anchors);
    this.#hash.update(text.content()).update(anchorText);
    text.write(`","word_count":${words},${namesOf(page)},"anchors":${anchorText}}`);
    text.close(this.#fragments.length);
    const { id, file } = fragment(packed(text.all()));
    this.#fragments.push(file);
    return { id, words, regionStarts, isBare };
  }

  /** The index of the pages since the last one. */
  finish(): PageIndex {
    const words = this.#text.finish();
    const index = { fragments: this.#fragments, words, hash: this.#hash.digest("base64url") };
    this.#fragments = [];
    this.#hash = createHash("sha256");
    return index;
  }
}

interface Anchor {
  readonly element: string;
  readonly id: string;
  readonly text: string;
  readonly title: string;
  readonly location: number;
}

/** What Pagefind keeps of a page to show it. */
interface Fragment {
  readonly url: string;
  readonly content: string;
  readonly word_count: number;
  readonly filters: PageNames["filters"];
  readonly meta: Readonly<Record<string, string>>;
  readonly anchors: readonly Anchor[];
}

const metaOf = ({ title }: PageNames): Fragment["meta"] => (title === undefined ? {} : { title });

const namesOf = (page: PageNames): string =>
  `"filters":${JSON.stringify(page.filters)},"meta":${JSON.stringify(metaOf(page))}`;

function fragment(content: Buffer): { readonly id: string; readonly file: IndexFile } {
  const id = `en_${sha256(content).slice(0, digits)}`;
  return { id, file: { path: `fragment/${id}.pf_fragment`, content } };
}

/** The text of a page that is called otherwise now. */
export function renamedFragment(piece: Uint8Array, page: PageNames): ReturnType<typeof fragment> {
  const found = JSON.parse(unzipped(piece).toString()) as Fragment;
  const renamed: Fragment = { ...found, url: page.url, filters: page.filters, meta: metaOf(page) };
  return fragment(zipped(Buffer.from(JSON.stringify(renamed))));
}

/** A text of nothing but signs has none. */
const hasWord = ({ regions }: IndexPage): boolean =>
  regions.some(({ sections }) => sections.some(({ text }) => /[\p{L}\p{N}]/u.test(text)));
