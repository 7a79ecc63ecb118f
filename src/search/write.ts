/** Writes everything that search needs into a built site. */
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SearchDocument } from "./document.ts";
import { readJson } from "./files.ts";
import { type SearchOptions, searchOptions } from "./options.ts";
import { indexer } from "./pagefind.ts";
import { planShards } from "./shards.ts";
import { type SearchReport, SiteIndex } from "./site-index.ts";
import { type Manifest, type SearchSource, Spool } from "./spool.ts";

export interface WriteOptions extends Partial<SearchOptions> {
  /** A built site whose index may be taken over; by default the one that is written into. */
  readonly previous?: string;
}

/** Takes sessions as they come, while they are open, and writes the index once all are there. */
export interface SearchWriter {
  /** At once, so that a session may be dropped after it; a key that is known already is left out. */
  add(document: SearchDocument): void;
  addSource(source: SearchSource): Promise<void>;
  finish(): Promise<SearchReport>;
  /** Leaves nothing behind when a build fails; harmless after `finish`. */
  abandon(): Promise<void>;
}

export async function writeSearch(
  documents: AsyncIterable<SearchDocument | SearchSource> | Iterable<SearchDocument | SearchSource>,
  outDir: string,
  options: WriteOptions = {},
): Promise<SearchReport> {
  const writer = await searchWriter(outDir, options);
  try {
    for await (const each of documents) "stamp" in each ? await writer.addSource(each) : writer.add(each);
    return await writer.finish();
  } finally {
    await writer.abandon();
  }
}

export async function searchWriter(outDir: string, options: WriteOptions = {}): Promise<SearchWriter> {
  const settings = { ...searchOptions, ...options };
  const previous = join(settings.previous ?? outDir, "pagefind");
  const manifest = await readJson<Manifest>(join(previous, "shards.json"));
  const spool = new Spool(await mkdtemp(join(tmpdir(), "annals-search-")), manifest);
  return {
    add: (document) => spool.add(document),
    addSource: (source) => spool.addSource(source),
    finish: async () => {
      const shards = planShards(spool.entries, settings.shardSize);
      const count = Math.max(1, Math.min(settings.indexers, shards.length));
      const indexers = await Promise.all(Array.from({ length: count }, (_, number) => indexer(number)));
      try {
        return await new SiteIndex(outDir, previous, manifest, settings).write(shards, indexers);
      } finally {
        await Promise.all(indexers.map((each) => each.close()));
      }
    },
    abandon: () => spool.remove(),
  };
}
