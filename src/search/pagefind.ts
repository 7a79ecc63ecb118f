/** Pagefind through its Node API: documents in, the files of one index out. */
import type { SearchDocument } from "./document.ts";
import { hiddenTitle, pageOf } from "./page.ts";
import { withLongNames } from "./page-names.ts";
import { type Part, parts } from "./parts.ts";
import { raw } from "./pieces.ts";
import type { PartRow, Row } from "./table.ts";

/**
 * One language for all: by default Pagefind keeps an index for each and searches only that of the page. English stems
 * change no other alphabet, and scripts without spaces are split by us (words.ts).
 */
const language = "en";

export interface IndexFile {
  readonly path: string;
  readonly content: Uint8Array;
}

export interface Index {
  /** Entry, metadata, filters, index and fragments; the engine is the same for every index. */
  readonly files: readonly IndexFile[];
  readonly rows: readonly Row[];
  readonly verbs: Readonly<Record<string, string>>;
}

export interface Indexer {
  index(documents: AsyncIterable<SearchDocument>): Promise<Index>;
  /** What a browser needs whatever the index holds. */
  engine(): Promise<readonly IndexFile[]>;
  /** Ends its process; the next use would start another. */
  close(): Promise<void>;
}

type Pagefind = typeof import("pagefind");

/** A process keeps all the memory that it ever needed, so that a new one takes its place after so many indexes. */
const mostIndexes = 8;

/** Each has its own Pagefind process, from when it is first needed: the module keeps one, so it is loaded for each. */
export function indexer(number = 0): Indexer {
  let loading: Promise<Pagefind> | undefined;
  const pagefind = (): Promise<Pagefind> => {
    loading ??= import(`${import.meta.resolve("pagefind")}?indexer=${number}`);
    return loading;
  };
  const close = async (): Promise<void> => {
    const open = loading;
    loading = undefined;
    if (open !== undefined) await (await open).close();
  };
  let indexed = 0;
  return {
    index: async (documents) => {
      const index = await indexOf(await pagefind(), documents);
      if (++indexed % mostIndexes === 0) await close();
      return index;
    },
    engine: async () => engineOf(await pagefind()),
    close,
  };
}

async function open(pagefind: Pagefind) {
  const { index, errors } = await pagefind.createIndex({ forceLanguage: language, keepIndexUrl: true });
  if (index === undefined) throw new Error(`Pagefind did not start: ${errors.join("; ")}`);
  return index;
}

async function indexOf(pagefind: Pagefind, documents: AsyncIterable<SearchDocument>): Promise<Index> {
  const index = await open(pagefind);
  const verbs: Record<string, string> = {};
  const sessions: { row: Omit<Row, "parts">; parts: readonly Part[] }[] = [];
  for await (const document of documents) {
    const { sections, ...row } = document;
    for (const { tool, verb } of sections) if (tool !== undefined && verb !== undefined) verbs[tool] = verb;
    const cut = parts(document);
    for (const part of cut) {
      const { errors } = await index.addHTMLFile({ url: `/${part.url}`, content: pageOf(document, part) });
      if (errors.length > 0) throw new Error(`Pagefind refused ${part.url}: ${errors.join("; ")}`);
    }
    // The texts are in Pagefind now; what the rows need is light.
    sessions.push({ row, parts: cut.map(light) });
  }
  const { files: made, errors } = await index.getFiles();
  if (errors.length > 0) throw new Error(`Pagefind gave no index: ${errors.join("; ")}`);
  await index.deleteIndex();
  const files = withLongNames(made.filter(({ path }) => /\.pf_\w+$|^pagefind-entry\.json$/.test(path)));
  const fragments = fragmentsIn(files);
  return {
    files,
    rows: sessions.map(({ row, parts: cut }) => ({ ...row, parts: cut.map((part) => partRow(part, fragments)) })),
    verbs,
  };
}

function light(part: Part): Part {
  const bare = part.regions.map((region) => ({
    ...region,
    sections: region.sections.map((section) => ({ ...section, text: "" })),
    hidden: region.hidden.slice(0, 1),
  }));
  return { ...part, regions: bare };
}

interface Fragment {
  readonly url: string;
  readonly content: string;
  readonly anchors: readonly { readonly title?: string; readonly location: number }[];
}

interface Found extends Pick<Fragment, "anchors"> {
  readonly id: string;
  readonly words: number;
}

function fragmentsIn(files: readonly IndexFile[]): Map<string, Found> {
  const found = new Map<string, Found>();
  for (const { path, content } of files) {
    const id = /^fragment\/(.+)\.pf_fragment$/.exec(path)?.[1];
    if (id === undefined) continue;
    const fragment = JSON.parse(raw({ path, content }).toString()) as Fragment;
    found.set(fragment.url, { id, words: fragment.content.split(/\s+/).length, anchors: fragment.anchors });
  }
  return found;
}

/** Pagefind counts words its own way, so where each region begins is read from what it made. */
function partRow(part: Part, fragments: ReadonlyMap<string, Found>): PartRow {
  const found = fragments.get(`/${part.url}`);
  if (found === undefined) throw new Error(`Pagefind lost ${part.url}.`);
  const { anchors } = found;
  const expected = part.regions.reduce(
    (sum, region) => sum + region.sections.length + (region.hidden.length > 0 ? 1 : 0),
    0,
  );
  if (anchors.length !== expected) {
    throw new Error(`Pagefind kept ${anchors.length} of ${expected} sections of ${part.url}.`);
  }
  let next = 0;
  const regions = part.regions.map((region) => {
    const at = anchors[next]?.location ?? 0;
    next += region.sections.length;
    if (region.hidden.length > 0 && anchors[next++]?.title !== hiddenTitle) {
      throw new Error(`Pagefind moved the sections of ${part.url}.`);
    }
    return { kind: region.kind, tool: region.tool, at };
  });
  return { id: found.id, page: part.page, words: found.words, regions };
}

async function engineOf(pagefind: Pagefind): Promise<readonly IndexFile[]> {
  const index = await open(pagefind);
  await index.addHTMLFile({ url: "/", content: "<html><body>annals</body></html>" });
  const { files } = await index.getFiles();
  await index.deleteIndex();
  return files.filter(
    ({ path }) => path === "pagefind.js" || path === "pagefind-worker.js" || path === "wasm.en.pagefind",
  );
}
