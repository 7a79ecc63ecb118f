/**
 * Writes everything that search needs into a built site. A shard of the same sessions is taken from `previous` as it is;
 * of one that changed, batches that did not are taken from the cache, so that only the texts of the batch that did are
 * loaded. The files are those of a build without cache, byte for byte.
 */
import { join } from "node:path";
import { type SearchOptions, searchOptions } from "./options.ts";
import { planShards } from "./shards.ts";
import { SiteIndex, type WrittenIndex } from "./site-index.ts";
import { MeasureCache, type MeasuredSource, type SearchSource } from "./source.ts";

export interface WriteOptions extends Partial<SearchOptions> {
  /** A built site whose shards may be taken over; by default the one that is written into. */
  readonly previous?: string;
  /** A folder that only search uses: measures and batches of the build before. Without one all are made anew. */
  readonly cache?: string;
}

export interface SearchReport extends WrittenIndex {
  readonly sessions: number;
}

/** Of two sources with the same key the first counts. */
export async function writeSearch(
  sources: Iterable<SearchSource>,
  outDir: string,
  options: WriteOptions = {},
): Promise<SearchReport> {
  const { previous = outDir, cache, ...rest } = options;
  const settings: SearchOptions = { ...searchOptions, ...rest };
  const measures = new MeasureCache(cache, settings);
  const measured = new Map<string, MeasuredSource>();
  for (const source of sources)
    if (!measured.has(source.key)) measured.set(source.key, await measures.measured(source));
  const all = [...measured.values()];
  const index = new SiteIndex(outDir, join(previous, "pagefind"), cache, settings);
  const written = await index.write(planShards(all, settings));
  measures.remember(all);
  return { sessions: all.length, ...written };
}
