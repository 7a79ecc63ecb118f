/**
 * Writes everything that search needs into a built site: the indexes of sessions, which were made while their texts were
 * in memory, joined to shards. A shard of the same sessions is taken from `previous` as it is, and so is each piece of
 * another that `previous` has. The files are those of a build without either, byte for byte.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { type SearchOptions, searchOptions } from "./options.ts";
import { planShards } from "./shards.ts";
import { SiteIndex, type WrittenIndex } from "./site-index.ts";
import { MeasureCache, type MeasuredSource, type SearchSource } from "./source.ts";

export interface WriteOptions extends Partial<SearchOptions> {
  /** A built site whose shards may be taken over; by default the one that is written into. */
  readonly previous?: string;
  /** A folder that only search uses, for the measures of the build before. Without one all sessions are loaded for theirs. */
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
    if (!measured.has(source.fields.key)) measured.set(source.fields.key, measures.measured(source));
  const all = [...measured.values()];
  const index = new SiteIndex(outDir, join(previous, "pagefind"), cache, settings);
  const written = await index.write(planShards(all, settings));
  measures.remember(all);
  // Earlier versions kept texts here; a session that was withdrawn may be among them.
  if (cache !== undefined) rmSync(join(cache, "batches"), { recursive: true, force: true });
  return { sessions: all.length, ...written };
}
