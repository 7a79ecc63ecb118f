/** Batches of sessions as indexes: from the cache where they are unchanged, else made. */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { releaseMemory } from "../system/memory.ts";
import { type BatchIndex, batchIndex } from "./batch-index.ts";
import type { SearchDocument } from "./document.ts";
import { listed } from "./files.ts";
import { readPack, writePack } from "./pack.ts";
import { PageIndexer } from "./pagefind-index/index.ts";
import type { Batch, Shard } from "./shards.ts";
import type { MeasuredSource } from "./source.ts";

/** So many leave enough behind that giving it back is worth the time. */
const many = 32;

/** Some 40 MB; then those that are in use are learnt again. */
const mostWords = 200_000;

export class Batches {
  indexed = 0;
  readonly #folder: string | undefined;
  #indexer = new PageIndexer();

  constructor(cache: string | undefined) {
    this.#folder = cache === undefined ? undefined : join(cache, "batches");
  }

  /** All batches of these shards; `made` gets those of a shard, each as light as `light` makes it. */
  async each<Light>(
    shards: readonly Shard<MeasuredSource>[],
    light: (shard: Shard<MeasuredSource>, index: BatchIndex) => Promise<Light>,
    made: (shard: Shard<MeasuredSource>, indexes: readonly Light[]) => Promise<void>,
  ): Promise<void> {
    let done = 0;
    for (const shard of shards) {
      const indexes: Light[] = [];
      for (const batch of shard.batches) {
        indexes.push(await light(shard, await this.#index(batch)));
        // Signals are handled here.
        await setImmediate();
        if (++done % many === 0) releaseMemory();
      }
      await made(shard, indexes);
    }
  }

  async #index({ name, entries }: Batch<MeasuredSource>): Promise<BatchIndex> {
    const file = this.#folder === undefined ? undefined : join(this.#folder, `${name}.pack`);
    const found = file === undefined ? undefined : await readPack(file);
    if (found !== undefined) return found;
    this.indexed++;
    if (this.#indexer.knownWords > mostWords) this.#indexer = new PageIndexer();
    const index = await batchIndex(loaded(entries), this.#indexer);
    return file === undefined ? index : writePack(file, index);
  }

  /** Removes what the site no longer has. */
  async forget(needed: ReadonlySet<string>): Promise<void> {
    if (this.#folder === undefined) return;
    for (const file of await listed(this.#folder)) {
      if (!needed.has(file.replace(/\.pack$/, ""))) await rm(join(this.#folder, file));
    }
  }
}

async function* loaded(entries: readonly MeasuredSource[]): AsyncGenerator<SearchDocument> {
  for (const entry of entries) yield await entry.load();
}
