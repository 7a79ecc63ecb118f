/**
 * The index of one session, made while its text is in memory. What the archive decides about it (its key, title, project,
 * …: `SearchFields`) may not be known yet: it is given again when sessions are joined, and may then be another.
 */
import { digest } from "../system/checked-file.ts";
import type { SearchDocument, SearchFields, SearchKind } from "./document.ts";
import {
  type IndexFile,
  type JoinedSession,
  PageIndexer,
  type PageNames,
  renamedFragment,
} from "./pagefind-index/index.ts";
import { type Part, parts } from "./parts.ts";
import type { PartRow } from "./table.ts";

export interface SessionIndex extends Measures {
  /** As they were when the fragments were made. */
  readonly fields: SearchFields;
  readonly parts: readonly IndexedPart[];
  readonly verbs: Readonly<Record<string, string>>;
  /** Where each word stands, but for those of the title. */
  readonly words: Buffer;
  /** The texts of the parts, in Pagefind's form. */
  readonly fragments: readonly IndexFile[];
}

export interface IndexedPart extends PartRow {
  /** Below "/": `page`, for all but the first part of a page with a number. */
  readonly url: string;
  /** It has no word but those of its session's title and key. */
  readonly isBare?: true;
}

/** What planning needs to know of a session. */
export interface Measures {
  /** Characters of search text. */
  readonly size: number;
  /** Of everything but the fields. */
  readonly hash: string;
}

/** How much a word counts by where it stands, in Pagefind's units: what people wrote most, what machines wrote least. */
const weights: Readonly<Record<SearchKind, number>> = {
  typed: 38,
  story: 28,
  file: 33,
  plan: 33,
  question: 31,
  tasks: 28,
  commit: 28,
  said: 28,
  thinking: 24,
  command: 24,
  edit: 19,
  output: 14,
};

/** Some 20 MB in each thread; then those that are in use are learnt again. */
const mostWords = 120_000;
/** Bytes: a session that needed more leaves it empty for the rest of the build. */
const mostMemory = 32_000_000;

/** Knows words of the sessions before; the same session gives the same index whatever those were. */
export class SessionIndexer {
  #pages = new PageIndexer();

  index(document: SearchDocument): SessionIndex {
    if (this.#pages.knownWords > mostWords) this.#pages = new PageIndexer();
    const { sections, ...fields } = document;
    const verbs: Record<string, string> = {};
    let size = 0;
    for (const { tool, verb, text } of sections) {
      size += text.length;
      if (tool !== undefined && verb !== undefined) verbs[tool] = verb;
    }
    const made = parts(document).map((part) => this.#part(document, part));
    const { fragments, words, hash } = this.#pages.finish();
    if (this.#pages.memory > mostMemory) this.#pages = new PageIndexer();
    const shape = made.map(({ id: _, url, page, ...part }) => [
      ...[url, page].map((path) => movedPath(path, fields, noPlace)),
      part,
    ]);
    return {
      ...{ fields, verbs, words, fragments, size, parts: made },
      hash: digest(hash, JSON.stringify([shape, verbs])),
    };
  }

  #part(document: SearchDocument, part: Part): IndexedPart {
    const { id, words, regionStarts, isBare } = this.#pages.add({
      ...namesOf(document, part, part.isFirst),
      regions: part.regions.map(({ kind, sections }) => ({ weight: weights[kind], sections })),
      fallback: `${document.title} ${document.key}`,
    });
    const regions = part.regions.map(({ kind, tool }, index) => ({ kind, tool, at: regionStarts[index] ?? 0 }));
    return { id, url: part.url, page: part.page, words, regions, ...(isBare ? { isBare } : {}) };
  }
}

/** The same with what the archive says of it now; nothing where that is among its words. */
export function withFields(session: SessionIndex, fields: SearchFields): SessionIndex | undefined {
  const before = session.fields;
  if (JSON.stringify(before) === JSON.stringify(fields)) return session;
  const isSameText = before.title === fields.title && before.key === fields.key;
  if (!isSameText && session.parts.some(({ isBare }) => isBare)) return undefined;
  const fragments: IndexFile[] = [];
  const renamed = session.parts.map((part, index) => {
    const moved = { ...part, url: movedPath(part.url, before, fields), page: movedPath(part.page, before, fields) };
    const [old, now] = [namesOf(before, part, index === 0), namesOf(fields, moved, index === 0)];
    const known = session.fragments[index] as IndexFile;
    const isSame = JSON.stringify(old) === JSON.stringify(now);
    const { id, file } = isSame ? { id: part.id, file: known } : renamedFragment(known.content, now);
    fragments.push(file);
    return { ...moved, id };
  });
  return { ...session, fields, parts: renamed, fragments };
}

/** Without the texts, which the words would otherwise hold in memory. */
export const joinable = ({ fields, parts, words }: SessionIndex): JoinedSession => ({
  title: fields.title,
  words: Buffer.from(words),
  pages: parts.map((part) => ({ id: part.id, words: part.words, filters: filtersOf(fields, part) })),
});

interface Sorted {
  readonly regions: readonly { readonly kind: string; readonly tool: string }[];
}

/** What Pagefind's own clients can choose by. */
function filtersOf(fields: SearchFields, { regions }: Sorted): PageNames["filters"] {
  const all: Readonly<Record<string, readonly string[]>> = {
    agent: [fields.agent ?? ""],
    branch: fields.branches,
    failures: [fields.failures > 0 ? "yes" : "no"],
    kind: regions.map(({ kind }) => kind),
    machine: fields.machines ?? [],
    model: fields.models,
    month: [fields.time?.slice(0, 7) ?? ""],
    project: [fields.project],
    story: [fields.story ?? ""],
    tool: regions.map(({ tool }) => tool),
  };
  const named = Object.entries(all).map(([name, values]) => [name, [...new Set(values)].filter((one) => one !== "")]);
  return Object.fromEntries(named.filter(([, values]) => (values as readonly string[]).length > 0));
}

function namesOf(fields: SearchFields, part: Sorted & { readonly url: string }, isFirst: boolean): PageNames {
  return { url: `/${part.url}`, ...(isFirst ? { title: fields.title } : {}), filters: filtersOf(fields, part) };
}

const noPlace = { page: "" };

/** Pages of a session lie in the folder of its own page. */
function movedPath(path: string, from: Pick<SearchFields, "page">, to: Pick<SearchFields, "page">): string {
  const folder = from.page.slice(0, from.page.lastIndexOf("/") + 1);
  return path.startsWith(folder) ? to.page.slice(0, to.page.lastIndexOf("/") + 1) + path.slice(folder.length) : path;
}
