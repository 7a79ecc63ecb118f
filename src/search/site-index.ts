/** The index of a site: shards that are unchanged are taken over, the others made, and what no one needs removed. */
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { BatchIndex } from "./batch-index.ts";
import { Batches } from "./batches.ts";
import { clientScript } from "./client.ts";
import { Earlier } from "./earlier.ts";
import { engineFiles, engineScript } from "./engine.ts";
import { exists, listed, put, readJson, size, takeOver } from "./files.ts";
import { joinedIndex } from "./join.ts";
import { bootScript, chunkPath, pieceScript } from "./offline.ts";
import type { SearchOptions } from "./options.ts";
import type { IndexFile } from "./pieces.ts";
import type { Shard } from "./shards.ts";
import type { Spooled } from "./spool.ts";
import { type Row, TableMaker } from "./table.ts";

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
  /** How many batches had to be indexed. */
  readonly indexed: number;
  /** Bytes written or kept, by form. */
  readonly bytes: {
    readonly pagefind: number;
    readonly offline: number;
    readonly boot: number;
    readonly scripts: number;
  };
}

interface Placed {
  readonly shard: Shard<Spooled>;
  /** Below `pagefind/`. */
  readonly folder: string;
}

/** What is kept of a shard beside its index, so that it can be taken over without reading that. */
interface Kept {
  /** Base64. */
  readonly meta: string;
  readonly rows: readonly Row[];
  readonly verbs: Readonly<Record<string, string>>;
}

interface Manifest {
  readonly shards: readonly { readonly name: string; readonly folder: string }[];
}

export class SiteIndex {
  readonly #out: string;
  readonly #folder: string;
  readonly #previous: string;
  readonly #cache: string | undefined;
  readonly #settings: SearchOptions;
  #earlier = new Earlier([]);

  constructor(out: string, previous: string, cache: string | undefined, settings: SearchOptions) {
    this.#out = out;
    this.#folder = join(out, "pagefind");
    this.#previous = previous;
    this.#cache = cache;
    this.#settings = settings;
  }

  async write(shards: readonly Shard<Spooled>[]): Promise<SearchReport> {
    // A lone index stands where every Pagefind client looks for it.
    const placed = shards.map((shard) => ({ shard, folder: shards.length === 1 ? "" : `${shard.name}/` }));
    const manifest = await readJson<Manifest>(join(this.#previous, "shards.json"));
    const reused: boolean[] = [];
    for (const each of placed) reused.push(await this.#taken(each, manifest));
    await this.#clean(placed.filter((_, index) => reused[index]));
    if (this.#previous !== this.#folder) this.#earlier = new Earlier(this.#folders(manifest));
    const batches = new Batches(this.#cache);
    await batches.each(
      placed.filter((_, index) => !reused[index]).map(({ shard }) => shard),
      (shard, index) => this.#fragments(placed[shards.indexOf(shard)] as Placed, index),
      (shard, indexes) => this.#joined(placed[shards.indexOf(shard)] as Placed, indexes),
    );
    const bytes = await this.#frame(placed, await engineFiles(this.#cache));
    await batches.forget(new Set(shards.flatMap((shard) => shard.batches.map(({ name }) => name))));
    return {
      sessions: shards.reduce((sum, shard) => sum + shard.entries.length, 0),
      text: shards.reduce((sum, shard) => sum + shard.size, 0),
      shards: shards.map((shard, index) => ({
        name: shard.name,
        sessions: shard.entries.length,
        text: shard.size,
        reused: reused[index] ?? false,
      })),
      indexed: batches.indexed,
      bytes,
    };
  }

  #folders(manifest: Manifest | undefined): readonly string[] {
    return (manifest?.shards ?? []).flatMap(({ name, folder }) => [
      join(this.#previous, folder),
      join(this.#previous, "offline", name),
    ]);
  }

  /** A shard of the same sessions that the site before has, in all the forms that are wanted. */
  async #taken({ shard, folder }: Placed, manifest: Manifest | undefined): Promise<boolean> {
    const isThere = manifest?.shards.some((each) => each.name === shard.name && each.folder === folder);
    if (!isThere || (await readJson<Kept>(join(this.#previous, "rows", `${shard.name}.json`))) === undefined)
      return false;
    const moved: string[] = [`rows/${shard.name}.json`];
    if (this.#settings.pagefind) moved.push(...indexNames.map((name) => `${folder}${name}`));
    if (this.#settings.offline) moved.push(`offline/${shard.name}`);
    const isWhole = this.#settings.pagefind ? await exists(join(this.#previous, folder, "pagefind-entry.json")) : true;
    const isOffline = this.#settings.offline ? await exists(join(this.#previous, "offline", shard.name)) : true;
    if (!isWhole || !isOffline) return false;
    if (this.#previous !== this.#folder) {
      for (const name of moved) {
        const from = join(this.#previous, name);
        if (await exists(from)) takeOver(from, join(this.#folder, name));
      }
      if (this.#settings.pagefind) await this.#copyMeta(folder);
    }
    return true;
  }

  async #copyMeta(folder: string): Promise<void> {
    for (const name of await readdir(join(this.#previous, folder))) {
      if (name.endsWith(".pf_meta")) takeOver(join(this.#previous, folder, name), join(this.#folder, folder, name));
    }
  }

  /** What no shard of this site needs. */
  async #clean(reused: readonly Placed[]): Promise<void> {
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

  async #put({ shard, folder }: Placed, files: readonly IndexFile[]): Promise<void> {
    for (const { path, content } of files) {
      const target = join(this.#folder, folder, path);
      if (this.#settings.pagefind && !this.#earlier.take(path, target)) put(target, content);
      const name = chunkPath(path);
      if (!this.#settings.offline || name === undefined) continue;
      const script = join(this.#folder, "offline", shard.name, `${name}.js`);
      if (!this.#earlier.take(`${name}.js`, script)) put(script, pieceScript(name, content));
    }
  }

  /** Gives the index without them: they stay as they are and need no memory. */
  async #fragments(placed: Placed, { fragments, ...rest }: BatchIndex): Promise<Omit<BatchIndex, "fragments">> {
    await this.#put(placed, fragments);
    return rest;
  }

  async #joined(placed: Placed, indexes: readonly Omit<BatchIndex, "fragments">[]): Promise<void> {
    const files = joinedIndex(indexes);
    await this.#put(placed, files);
    const meta = files.find(({ path }) => path.endsWith(".pf_meta"))?.content ?? new Uint8Array();
    const kept: Kept = {
      meta: Buffer.from(meta).toString("base64"),
      rows: indexes.flatMap(({ rows }) => rows),
      verbs: Object.assign({}, ...indexes.map(({ verbs }) => verbs)),
    };
    put(join(this.#folder, "rows", `${placed.shard.name}.json`), JSON.stringify(kept));
  }

  async #frame(placed: readonly Placed[], engine: readonly IndexFile[]): Promise<SearchReport["bytes"]> {
    const wasm = engine.find(({ path }) => path.startsWith("wasm."))?.content ?? new Uint8Array();
    const source = engine.find(({ path }) => path === "pagefind.js")?.content ?? new Uint8Array();
    if (this.#settings.pagefind) {
      for (const { path, content } of engine) put(join(this.#folder, placed[0]?.folder ?? "", path), content);
    }
    const { pagefind, offline, timeZone } = this.#settings;
    const maker = new TableMaker();
    const metas: Buffer[] = [];
    for (const { shard } of placed) {
      const kept = await readJson<Kept>(join(this.#folder, "rows", `${shard.name}.json`));
      if (kept === undefined) throw new Error(`The rows of shard ${shard.name} cannot be read.`);
      maker.add(kept.rows, kept.verbs);
      metas.push(Buffer.from(kept.meta, "base64"));
    }
    const shards = placed.map(({ shard, folder }) => ({ name: shard.name, folder, sessions: shard.entries.length }));
    const boot = bootScript({ shards, timeZone, forms: { pagefind, offline }, table: maker.table }, wasm, metas);
    const scripts = {
      "search.js": await clientScript(),
      "search-engine.js": engineScript(Buffer.from(source).toString()),
    };
    put(join(this.#folder, "boot.js"), boot);
    for (const [name, script] of Object.entries(scripts)) put(join(this.#out, "assets", name), script);
    const manifest: Manifest = { shards: shards.map(({ name, folder }) => ({ name, folder })) };
    put(join(this.#folder, "shards.json"), JSON.stringify(manifest));
    const all = size(this.#folder);
    const inScripts = size(join(this.#folder, "offline"));
    return {
      pagefind: all - inScripts - boot.length,
      offline: inScripts,
      boot: boot.length,
      scripts: Object.values(scripts).reduce((sum, script) => sum + script.length, 0),
    };
  }
}

const indexNames = ["fragment", "index", "filter", "pagefind-entry.json"];
