/**
 * Writes everything that search needs into a built site.
 *
 * A builder that keeps a cache gives search a folder of its own in it. Where it keeps documents itself (src/build does):
 *
 *     const writer = await searchWriter(site, { previous, cache: join(cacheFolder, "search") });
 *     for (const session of sessions) await writer.addSource({ key, fingerprint, load: () => readDocument(session) });
 *     await writer.finish();
 *
 * Where search shall keep them, it is asked before a session is opened:
 *
 *     if (!writer.keep(key, fingerprint)) writer.add(searchDocument(await open(session), …), fingerprint);
 *
 * The fingerprint must change with everything a document is made from: the logs, what is redacted and hidden, the titles,
 * projects and roles that the archive gives. Search itself adds its own format and `toolOutput`. A shard of the same
 * sessions is taken from `previous` as it is; of one that changed, batches that did not come from the cache, so that
 * only the texts of the batch that did are read. The files are those of a build without cache, byte for byte.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SearchDocument } from "./document.ts";
import { type SearchOptions, searchOptions } from "./options.ts";
import { planShards } from "./shards.ts";
import { type SearchReport, SiteIndex } from "./site-index.ts";
import { type SearchSource, Spool } from "./spool.ts";

export interface WriteOptions extends Partial<SearchOptions> {
  /** A built site whose shards may be taken over; by default the one that is written into. */
  readonly previous?: string;
  /** A folder that only search uses: documents and batches of the build before. Without one all are made anew. */
  readonly cache?: string;
}

/** Takes sessions as they come, while they are open, and writes the index once all are there. */
export interface SearchWriter {
  /** Whether the cache has this session's document by this fingerprint; then it is taken from there. */
  keep(key: string, fingerprint: string): boolean;
  /** At once, so that a session may be dropped after it; a key that is known already is left out. */
  add(document: SearchDocument, fingerprint?: string): void;
  /** One whose document is loaded only if its fingerprint is new, or its batch has changed. */
  addSource(source: SearchSource): Promise<void>;
  finish(): Promise<SearchReport>;
  /** Leaves nothing behind when a build fails, and the cache as it was; harmless after `finish`. */
  abandon(): Promise<void>;
}

export async function writeSearch(
  documents: AsyncIterable<SearchDocument | SearchSource> | Iterable<SearchDocument | SearchSource>,
  outDir: string,
  options: WriteOptions = {},
): Promise<SearchReport> {
  const writer = await searchWriter(outDir, options);
  try {
    for await (const each of documents) "fingerprint" in each ? await writer.addSource(each) : writer.add(each);
    return await writer.finish();
  } finally {
    await writer.abandon();
  }
}

export async function searchWriter(outDir: string, options: WriteOptions = {}): Promise<SearchWriter> {
  const { previous = outDir, cache, ...rest } = options;
  const settings: SearchOptions = { ...searchOptions, ...rest };
  const folder = cache ?? (await mkdtemp(join(tmpdir(), "annals-search-")));
  const spool = new Spool(folder, settings);
  spool.recall();
  return {
    keep: (key, fingerprint) => spool.keep(key, fingerprint),
    add: (document, fingerprint) => spool.add(document, fingerprint),
    addSource: (source) => spool.addSource(source),
    finish: async () => {
      const shards = planShards(spool.entries, settings);
      const report = await new SiteIndex(outDir, join(previous, "pagefind"), cache, settings).write(shards);
      if (cache !== undefined) spool.remember();
      return report;
    },
    abandon: async () => {
      if (cache === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}
