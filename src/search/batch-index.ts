/** The index of some sessions, with what the search page knows of each before it loads any text. */
import type { SearchDocument, SearchKind } from "./document.ts";
import type { PageIndex, PageIndexer } from "./pagefind-index/index.ts";
import { type Part, parts } from "./parts.ts";
import type { PartRow, Row } from "./table.ts";

export interface BatchIndex extends PageIndex {
  readonly rows: readonly Row[];
  readonly verbs: Readonly<Record<string, string>>;
}

/** In memory. */
export interface MadeIndex extends BatchIndex {
  readonly words: readonly Buffer[];
}

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

/** `indexer` may know words of other batches. */
export async function batchIndex(documents: AsyncIterable<SearchDocument>, indexer: PageIndexer): Promise<MadeIndex> {
  const rows: Row[] = [];
  const verbs: Record<string, string> = {};
  for await (const document of documents) {
    const { sections, ...row } = document;
    for (const { tool, verb } of sections) if (tool !== undefined && verb !== undefined) verbs[tool] = verb;
    rows.push({ ...row, parts: parts(document).map((part) => partRow(document, part, indexer)) });
  }
  return { ...indexer.finish(), rows, verbs };
}

function partRow(document: SearchDocument, part: Part, indexer: PageIndexer): PartRow {
  const { id, words, regionStarts } = indexer.add({
    url: `/${part.url}`,
    ...(part.isFirst ? { title: document.title } : {}),
    filters: filtersOf(document, part),
    regions: part.regions.map(({ kind, sections }) => ({ weight: weights[kind], sections })),
    fallback: `${document.title} ${document.key}`,
  });
  const regions = part.regions.map(({ kind, tool }, index) => ({ kind, tool, at: regionStarts[index] ?? 0 }));
  return { id, page: part.page, words, regions };
}

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
