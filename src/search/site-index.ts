/** The index of a site: shards that are unchanged are taken over, the others made, and what no one needs removed. */
import { cp, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { clientScript } from "./client.ts";
import type { SearchDocument } from "./document.ts";
import { engineScript } from "./engine.ts";
import { exists, listed, put, readJson, size } from "./files.ts";
import { type BootShard, base64, bootScript, chunkPath, chunkScript, packed } from "./offline.ts";
import type { SearchOptions } from "./options.ts";
import type { Indexer, IndexFile } from "./pagefind.ts";
import type { Shard } from "./shards.ts";
import type { Manifest, Spooled } from "./spool.ts";
import { type Row, table } from "./table.ts";

export interface SearchReport {
  readonly sessions: number;
  /** Characters that were indexed, reused shards included. */
  readonly text: number;
  readonly shards: readonly {
    readonly name: string;
    readonly sessions: number;
    readonly text: number;
    readonly reused: boolean;
  }[];
  /** Bytes written or kept, by form. */
  readonly bytes: {
    readonly pagefind: number;
    readonly offline: number;
    readonly boot: number;
    readonly scripts: number;
  };
}

/** What is kept of a shard beside its index, so that it can be taken over without reading that. */
interface Kept {
  readonly entry: unknown;
  readonly meta: string;
  readonly rows: readonly Row[];
  readonly verbs: Readonly<Record<string, string>>;
}

export class SiteIndex {
  readonly #out: string;
  readonly #folder: string;
  readonly #previous: string;
  readonly #manifest: Manifest | undefined;
  readonly #settings: SearchOptions;

  constructor(out: string, previous: string, manifest: Manifest | undefined, settings: SearchOptions) {
    this.#out = out;
    this.#folder = join(out, "pagefind");
    this.#previous = previous;
    this.#manifest = manifest;
    this.#settings = settings;
  }

  async write(shards: readonly Shard<Spooled>[], indexers: readonly Indexer[]): Promise<SearchReport> {
    // A lone index stands where every Pagefind client looks for it.
    const placed = shards.map((shard) => ({ shard, folder: shards.length === 1 ? "" : `${shard.name}/` }));
    const kept: (Kept | undefined)[] = await Promise.all(placed.map(({ shard, folder }) => this.#taken(shard, folder)));
    const reused = kept.map((each) => each !== undefined);
    await this.#clean(placed.filter((_, index) => reused[index]));
    const waiting = placed.map((_, index) => index).filter((index) => !reused[index]);
    await Promise.all(
      indexers.map(async (each) => {
        for (let index = waiting.shift(); index !== undefined; index = waiting.shift()) {
          const { shard, folder } = placed[index] as (typeof placed)[number];
          kept[index] = await this.#index(each, shard, folder);
        }
      }),
    );
    const bytes = await this.#frame(placed, kept as Kept[], indexers[0] as Indexer);
    return {
      sessions: shards.reduce((sum, shard) => sum + shard.entries.length, 0),
      text: shards.reduce((sum, shard) => sum + shard.size, 0),
      shards: shards.map((shard, index) => ({
        name: shard.name,
        sessions: shard.entries.length,
        text: shard.size,
        reused: reused[index] ?? false,
      })),
      bytes,
    };
  }

  /** A shard of the same sessions that the site before has, in all the forms that are wanted. */
  async #taken(shard: Shard, folder: string): Promise<Kept | undefined> {
    const isThere = this.#manifest?.shards.some((each) => each.name === shard.name && each.folder === folder);
    if (!isThere) return undefined;
    const kept = await readJson<Kept>(join(this.#previous, "rows", `${shard.name}.json`));
    if (kept === undefined) return undefined;
    const moved: string[] = [`rows/${shard.name}.json`];
    if (this.#settings.pagefind) moved.push(...indexNames.map((name) => `${folder}${name}`));
    if (this.#settings.offline) moved.push(`offline/${shard.name}`);
    const isWhole = this.#settings.pagefind ? await exists(join(this.#previous, folder, "pagefind-entry.json")) : true;
    const isOffline = this.#settings.offline ? await exists(join(this.#previous, "offline", shard.name)) : true;
    if (!isWhole || !isOffline) return undefined;
    if (this.#previous !== this.#folder) {
      for (const name of moved) {
        const from = join(this.#previous, name);
        if (await exists(from)) await cp(from, join(this.#folder, name), { recursive: true });
      }
      if (this.#settings.pagefind) await this.#copyMeta(folder);
    }
    return kept;
  }

  async #copyMeta(folder: string): Promise<void> {
    for (const name of await readdir(join(this.#previous, folder))) {
      if (name.endsWith(".pf_meta")) await cp(join(this.#previous, folder, name), join(this.#folder, folder, name));
    }
  }

  /** What no shard of this site needs. */
  async #clean(reused: readonly { readonly shard: Shard; readonly folder: string }[]): Promise<void> {
    const { pagefind, offline } = this.#settings;
    const names = new Set(["rows", "offline", ...(pagefind ? reused.map(({ shard }) => shard.name) : [])]);
    const isLone = pagefind && reused.some(({ folder }) => folder === "");
    for (const name of await listed(this.#folder)) {
      const isIndex = indexNames.includes(name) || name.endsWith(".pf_meta");
      if (!names.has(name) && !(isIndex && isLone)) await rm(join(this.#folder, name), { recursive: true });
    }
    const kept = new Set(reused.map(({ shard }) => shard.name));
    for (const name of await listed(join(this.#folder, "offline"))) {
      if (!offline || !kept.has(name)) await rm(join(this.#folder, "offline", name), { recursive: true });
    }
    for (const name of await listed(join(this.#folder, "rows"))) {
      if (!kept.has(name.replace(/\.json$/, ""))) await rm(join(this.#folder, "rows", name));
    }
  }

  async #index(with_: Indexer, shard: Shard<Spooled>, folder: string): Promise<Kept> {
    const { files, rows, verbs } = await with_.index(loaded(shard.entries));
    for (const { path, content } of files) {
      if (this.#settings.pagefind) await put(join(this.#folder, folder, path), content);
      const chunk = chunkPath(path);
      if (this.#settings.offline && chunk !== undefined) {
        await put(join(this.#folder, "offline", shard.name, `${chunk}.js`), chunkScript(shard.name, chunk, content));
      }
    }
    const kept = { ...frameOf(files), rows, verbs } satisfies Kept;
    await put(join(this.#folder, "rows", `${shard.name}.json`), JSON.stringify(kept));
    return kept;
  }

  async #frame(
    placed: readonly { readonly shard: Shard<Spooled>; readonly folder: string }[],
    kept: readonly Kept[],
    first: Indexer,
  ): Promise<SearchReport["bytes"]> {
    const engine = await first.engine();
    const wasm = engine.find(({ path }) => path.startsWith("wasm."))?.content ?? new Uint8Array();
    const source = engine.find(({ path }) => path === "pagefind.js")?.content ?? new Uint8Array();
    if (this.#settings.pagefind) {
      for (const { path, content } of engine) await put(join(this.#folder, placed[0]?.folder ?? "", path), content);
    }
    const { pagefind, offline, timeZone } = this.#settings;
    const boot = bootScript({
      shards: placed.map(({ shard, folder }, index): BootShard => {
        const { entry, meta } = kept[index] as Kept;
        return { name: shard.name, folder, entry, meta, sessions: shard.entries.length };
      }),
      wasm: base64(wasm),
      timeZone,
      forms: { pagefind, offline },
      table: packed(
        table(
          kept.map(({ rows }) => rows),
          Object.assign({}, ...kept.map(({ verbs }) => verbs)),
        ),
      ),
    });
    const scripts = {
      "search.js": await clientScript(),
      "search-engine.js": engineScript(Buffer.from(source).toString()),
    };
    await put(join(this.#folder, "boot.js"), boot);
    for (const [name, script] of Object.entries(scripts)) await put(join(this.#out, "assets", name), script);
    const manifest: Manifest = {
      sessions: placed.flatMap(({ shard }) => shard.entries.map(({ load: _, ...known }) => known)),
      shards: placed.map(({ shard, folder }) => ({ name: shard.name, folder })),
    };
    await put(join(this.#folder, "shards.json"), JSON.stringify(manifest));
    const all = await size(this.#folder);
    const inScripts = await size(join(this.#folder, "offline"));
    return {
      pagefind: all - inScripts - boot.length,
      offline: inScripts,
      boot: boot.length,
      scripts: Object.values(scripts).reduce((sum, script) => sum + script.length, 0),
    };
  }
}

const indexNames = ["fragment", "index", "filter", "pagefind-entry.json"];

function frameOf(files: readonly IndexFile[]): Pick<Kept, "entry" | "meta"> {
  const entry = files.find(({ path }) => path === "pagefind-entry.json")?.content;
  const meta = files.find(({ path }) => path.endsWith(".pf_meta"))?.content;
  if (entry === undefined || meta === undefined) throw new Error("Pagefind gave an index without its entry.");
  return { entry: JSON.parse(Buffer.from(entry).toString()) as unknown, meta: base64(meta) };
}

async function* loaded(entries: readonly Spooled[]): AsyncGenerator<SearchDocument> {
  for (const entry of entries) yield await entry.load();
}
