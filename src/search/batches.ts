/** Batches of sessions as indexes: from the cache where they are unchanged, else through Pagefind. */
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { releaseMemory } from "../memory.ts";
import type { SearchDocument } from "./document.ts";
import { pagefindVersion } from "./engine.ts";
import { listed, put } from "./files.ts";
import { packed, readPack } from "./pack.ts";
import type { Index, Indexer, IndexFile } from "./pagefind.ts";
import type { Batch, Shard } from "./shards.ts";
import type { Spooled } from "./spool.ts";

/** So many leave enough behind that giving it back is worth the time. */
const many = 8;

const engineName = `engine-${pagefindVersion}`;

export class Batches {
  indexed = 0;
  readonly #folder: string | undefined;
  readonly #indexers: readonly Indexer[];

  constructor(cache: string | undefined, indexers: readonly Indexer[]) {
    this.#folder = cache === undefined ? undefined : join(cache, "batches");
    this.#indexers = indexers;
  }

  /** All batches of these shards, side by side; `made` gets those of a shard in their order as soon as all are there. */
  async each(
    shards: readonly Shard<Spooled>[],
    light: (shard: Shard<Spooled>, index: Index) => Promise<Index>,
    made: (shard: Shard<Spooled>, indexes: readonly Index[]) => Promise<void>,
  ): Promise<void> {
    const waiting = shards.flatMap((shard) => {
      const state = { shard, indexes: [] as Index[], left: shard.batches.length };
      return shard.batches.map((batch, number) => ({ state, batch, number }));
    });
    let done = 0;
    await Promise.all(
      this.#indexers.map(async (indexer) => {
        for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
          const { state, batch, number } = next;
          state.indexes[number] = await light(state.shard, await this.#index(indexer, batch));
          if (--state.left === 0) await made(state.shard, state.indexes.splice(0));
          if (++done % many === 0) releaseMemory();
        }
      }),
    );
  }

  async #index(indexer: Indexer, { name, entries }: Batch<Spooled>): Promise<Index> {
    const found = await this.#read(name);
    if (found !== undefined) return found;
    this.indexed++;
    const index = await indexer.index(loaded(entries));
    await this.#write(name, index);
    return index;
  }

  /** What a browser needs whatever the index holds. */
  async engine(): Promise<readonly IndexFile[]> {
    const found = await this.#read(engineName);
    if (found !== undefined) return found.files;
    const files = (await this.#indexers[0]?.engine()) ?? [];
    await this.#write(engineName, { files, rows: [], verbs: {} });
    return files;
  }

  /** Removes what the site no longer has. */
  async forget(needed: ReadonlySet<string>): Promise<void> {
    if (this.#folder === undefined) return;
    for (const file of await listed(this.#folder)) {
      const name = file.replace(/\.pack$/, "");
      if (name !== engineName && !needed.has(name)) await rm(join(this.#folder, file));
    }
  }

  async #read(name: string): Promise<Index | undefined> {
    return this.#folder === undefined ? undefined : readPack(join(this.#folder, `${name}.pack`));
  }

  async #write(name: string, index: Index): Promise<void> {
    if (this.#folder === undefined) return;
    const file = join(this.#folder, `${name}.pack`);
    await put(`${file}.part`, packed(index));
    await rename(`${file}.part`, file);
  }
}

async function* loaded(entries: readonly Spooled[]): AsyncGenerator<SearchDocument> {
  for (const entry of entries) yield await entry.load();
}
