/**
 * The index of some sessions, in Pagefind's format. Pagefind's own indexer would make the same of it (test/search/
 * pagefind.test.ts compares them) in twice the time, and would obey signs that stand in a session's text.
 */
import type { SearchDocument, SearchKind } from "./document.ts";
import { type Part, parts } from "./parts.ts";
import { type IndexFile, zipped } from "./pieces.ts";
import { digest } from "./shards.ts";
import type { PartRow, Row } from "./table.ts";
import type { WordIndex } from "./word-index.ts";

export interface BatchIndex {
  /** Texts of pages, named by what they hold. */
  readonly fragments: readonly IndexFile[];
  /** Pagefind's words, not zipped, in pieces of whole ones. Read once: what a piece holds may be gone with the next. */
  readonly words: Iterable<Buffer>;
  readonly pages: readonly (readonly [fragment: string, words: number])[];
  /** For each filter its values with the pages that have them; a value may be any word of a log. */
  readonly filters: readonly (readonly [filter: string, value: string, pages: readonly number[]])[];
  readonly rows: readonly Row[];
  readonly verbs: Readonly<Record<string, string>>;
}

/** In memory. */
export interface MadeIndex extends BatchIndex {
  readonly words: readonly Buffer[];
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

/** How much a word counts by where it stands, in Pagefind's units: what people wrote most, what machines wrote least. */
const weights: Readonly<Record<SearchKind, number>> = {
  typed: 38,
  plan: 33,
  question: 31,
  tasks: 28,
  said: 28,
  thinking: 24,
  command: 24,
  edit: 19,
  output: 14,
};
const ordinary = 24;

/** Among ten thousand pages two would share seven digits, as Pagefind has them, in every fifth archive. */
const digits = 10;

/** `words` may know words of other batches; it is given back empty. */
export async function batchIndex(documents: AsyncIterable<SearchDocument>, words: WordIndex): Promise<MadeIndex> {
  const fragments: IndexFile[] = [];
  const pages: (readonly [string, number])[] = [];
  const filters = new Map<string, readonly [filter: string, value: string, pages: number[]]>();
  const rows: Row[] = [];
  const verbs: Record<string, string> = {};
  for await (const document of documents) {
    const { sections, ...row } = document;
    for (const { tool, verb } of sections) if (tool !== undefined && verb !== undefined) verbs[tool] = verb;
    const cut = parts(document).map((part): PartRow => {
      const { fragment, regions } = fragmentOf(document, part, words, pages.length);
      const content = zipped(Buffer.from(JSON.stringify(fragment)));
      const id = `en_${digest(content).slice(0, digits)}`;
      fragments.push({ path: `fragment/${id}.pf_fragment`, content });
      for (const [name, values] of Object.entries(fragment.filters)) {
        for (const value of values) {
          const known = filters.get(`${name}:${value}`) ?? ([name, value, []] as const);
          filters.set(`${name}:${value}`, known);
          known[2].push(pages.length);
        }
      }
      pages.push([id, fragment.word_count]);
      return { id, page: part.page, words: fragment.word_count, regions };
    });
    rows.push({ ...row, parts: cut });
  }
  return { fragments, words: words.finish(), pages, filters: [...filters.values()], rows, verbs };
}

function fragmentOf(
  document: SearchDocument,
  part: Part,
  words: WordIndex,
  page: number,
): { readonly fragment: Fragment; readonly regions: PartRow["regions"] } {
  const content = new Content(words);
  const anchors: Anchor[] = [];
  const anchor = (id: string, title: string): void => {
    // Other clients look for headings; ours leads to any element.
    anchors.push({ element: "i", id, text: "", title: title.trim(), location: content.words });
  };
  const regions = part.regions.map(({ kind, tool, sections }) => {
    const at = content.words;
    for (const section of sections) {
      anchor(section.anchor, section.title);
      content.read(section.text, weights[kind]);
    }
    const hidden = content.hiddenSince(at);
    if (hidden.length > 0) {
      anchor("hidden", hiddenTitle);
      content.read(hidden.join(" "), weights[kind]);
    }
    return { kind, tool, at };
  });
  // A page without a word is found by its session's title; it stands last, so that no place moves.
  if (!hasWord(part)) content.read(`${document.title} ${document.key}`, ordinary);
  // The title is searchable as metadata; on further parts it would find the session several times.
  words.close(page, part.isFirst ? document.title : "");
  return {
    fragment: {
      url: `/${part.url}`,
      content: content.text(),
      word_count: Math.max(1, content.words),
      filters: filtersOf(document, part),
      meta: part.isFirst ? { title: document.title } : {},
      anchors,
    },
    regions,
  };
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
const hasWord = ({ regions }: Part): boolean =>
  regions.some(({ sections }) => sections.some(({ text }) => /[\p{L}\p{N}]/u.test(text)));

function filtersOf(document: SearchDocument, { regions }: Part): Readonly<Record<string, readonly string[]>> {
  const all: Readonly<Record<string, readonly string[]>> = {
    branch: document.branches,
    failures: [document.failures > 0 ? "yes" : "no"],
    kind: regions.map(({ kind }) => kind),
    model: document.models,
    month: [document.time?.slice(0, 7) ?? ""],
    project: [document.project],
    tool: regions.map(({ tool }) => tool),
  };
  const named = Object.entries(all).map(([name, values]) => [name, [...new Set(values)].filter((one) => one !== "")]);
  return Object.fromEntries(named.filter(([, values]) => (values as readonly string[]).length > 0));
}
