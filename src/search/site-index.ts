/** Writes the index of a site: takes over unchanged shards, makes the others, removes files that are no longer needed. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { gunzipSync, gzipSync } from "node:zlib";
import { asset } from "../system/asset.ts";
import { releaseMemoryAfter } from "../system/memory.ts";
import { put } from "../system/put.ts";
import { removeUnwanted } from "../system/remove-unwanted.ts";
import { exists, listed, readJson, takeOver } from "./files.ts";
import { bootScript, chunkPath, pieceScript } from "./offline.ts";
import type { SearchOptions } from "./options.ts";
import { engineFiles, engineScript, type IndexFile, type JoinedSession, joinedIndex } from "./pagefind-index/index.ts";
import { PreviousPieces } from "./previous-pieces.ts";
import { joinable, type SessionIndex } from "./session-index.ts";
import type { Shard } from "./shards.ts";
import type { MeasuredSource } from "./source.ts";
import { type Row, TableMaker } from "./table.ts";

/** What there was to do. */
export interface WrittenIndex {
  readonly shards: readonly { readonly name: string; readonly sessions: number; readonly reused: boolean }[];
  /** How many sessions were joined; the others stand in shards that were taken over. */
  readonly joined: number;
}

interface Placed {
  readonly shard: Shard<MeasuredSource>;
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
  #previousPieces = new PreviousPieces([]);
  /** Files and folders of this index, below `pagefind/`. */
  readonly #wanted = new Set<string>();

  constructor(out: string, previous: string, cache: string | undefined, settings: SearchOptions) {
    this.#out = out;
    this.#folder = join(out, "pagefind");
    this.#previous = previous;
    this.#cache = cache;
    this.#settings = settings;
  }

  async write(shards: readonly Shard<MeasuredSource>[]): Promise<WrittenIndex> {
    // A lone index stands where every Pagefind client looks for it.
    const placed = shards.map((shard) => ({ shard, folder: shards.length === 1 ? "" : `${shard.name}/` }));
    const manifest = await readJson<Manifest>(join(this.#previous, "shards.json"));
    const reused: boolean[] = [];
    for (const each of placed) reused.push(await this.#taken(each, manifest));
    this.#previousPieces = new PreviousPieces(this.#folders(manifest));
    let joined = 0;
    for (const [at, each] of placed.entries()) {
      if (reused[at]) continue;
      await this.#joined(each);
      joined += each.shard.entries.length;
    }
    await this.#frame(placed, await engineFiles(this.#cache));
    return {
      shards: shards.map(({ name, entries }, index) => ({
        name,
        sessions: entries.length,
        reused: reused[index] ?? false,
      })),
      joined,
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
    if (!isThere || keptIn(this.#previous, shard) === undefined) return false;
    const { pagefind, offline } = this.#settings;
    const isWhole = pagefind ? await exists(join(this.#previous, folder, "pagefind-entry.json")) : true;
    const isOffline = offline ? await exists(join(this.#previous, "offline", shard.name)) : true;
    if (!isWhole || !isOffline) return false;
    const names = [
      keptFile(shard),
      ...(pagefind ? indexNames.map((name) => `${folder}${name}`) : []),
      ...(pagefind ? (await listed(join(this.#previous, folder))).filter(isMeta).map((name) => folder + name) : []),
      ...(offline ? [`offline/${shard.name}`] : []),
    ];
    for (const name of names) {
      const from = join(this.#previous, name);
      if (!(await exists(from))) continue;
      this.#wanted.add(name);
      if (this.#previous !== this.#folder) takeOver(from, join(this.#folder, name));
    }
    return true;
  }

  #put(path: string, content: string | Uint8Array): void {
    this.#wanted.add(path);
    put(join(this.#folder, path), content);
  }

  /** What the index before had and this one does not need. */
  #clean(): void {
    const isWanted = (path: string): boolean => this.#wanted.has(path);
    removeUnwanted(this.#folder, isWanted, isWanted);
  }

  #pieces({ shard, folder }: Placed, { path, content }: IndexFile): void {
    if (this.#settings.pagefind) this.#piece(path, folder + path, () => content);
    const name = chunkPath(path);
    if (!this.#settings.offline || name === undefined) return;
    this.#piece(`${name}.js`, `offline/${shard.name}/${name}.js`, () => pieceScript(name, content));
  }

  #piece(name: string, path: string, content: () => string | Uint8Array): void {
    if (this.#previousPieces.take(name, join(this.#folder, path))) this.#wanted.add(path);
    else this.#put(path, content());
  }

  async #joined(placed: Placed): Promise<void> {
    const sessions: JoinedSession[] = [];
    const rows: Row[] = [];
    const verbs: Record<string, string> = {};
    for (const entry of placed.shard.entries) {
      const session = entry.session();
      for (const fragment of session.fragments) this.#pieces(placed, fragment);
      Object.assign(verbs, session.verbs);
      rows.push(rowOf(session));
      sessions.push(joinable(session));
      // Signals are handled here.
      await setImmediate();
    }
    releaseMemoryAfter(sessions.length);
    let meta: Uint8Array = new Uint8Array();
    for (const file of joinedIndex(sessions)) {
      this.#pieces(placed, file);
      if (file.path.endsWith(".pf_meta")) meta = file.content;
    }
    const kept: Kept = { meta: Buffer.from(meta).toString("base64"), rows, verbs };
    this.#put(keptFile(placed.shard), gzipSync(JSON.stringify(kept)));
  }

  async #frame(placed: readonly Placed[], engine: readonly IndexFile[]): Promise<void> {
    const wasm = engine.find(({ path }) => path.startsWith("wasm."))?.content ?? new Uint8Array();
    const source = engine.find(({ path }) => path === "pagefind.js")?.content ?? new Uint8Array();
    if (this.#settings.pagefind) {
      for (const { path, content } of engine) this.#put((placed[0]?.folder ?? "") + path, content);
    }
    const { pagefind, offline, timeZone } = this.#settings;
    const maker = new TableMaker();
    const metas: Buffer[] = [];
    for (const { shard } of placed) {
      const kept = keptIn(this.#folder, shard);
      if (kept === undefined) throw new Error(`The rows of shard ${shard.name} cannot be read.`);
      maker.add(kept.rows, kept.verbs);
      metas.push(Buffer.from(kept.meta, "base64"));
    }
    const shards = placed.map(({ shard, folder }) => ({
      name: shard.name,
      folder,
      sessions: shard.entries.filter(({ key }) => !key.includes("/")).length,
    }));
    const boot = bootScript({ shards, timeZone, forms: { pagefind, offline }, table: maker.table }, wasm, metas);
    const scripts = {
      "search.js": await asset("search.js"),
      "search-engine.js": engineScript(Buffer.from(source).toString()),
    };
    this.#put("boot.js", boot);
    for (const [name, script] of Object.entries(scripts)) put(join(this.#out, "assets", name), script);
    const manifest: Manifest = { shards: shards.map(({ name, folder }) => ({ name, folder })) };
    this.#put("shards.json", JSON.stringify(manifest));
    this.#clean();
  }
}

const keptFile = ({ name }: Pick<Shard, "name">): string => `rows/${name}.gz`;

function keptIn(folder: string, shard: Pick<Shard, "name">): Kept | undefined {
  try {
    return JSON.parse(gunzipSync(readFileSync(join(folder, keptFile(shard)))).toString()) as Kept;
  } catch {
    return undefined;
  }
}

const isMeta = (name: string): boolean => name.endsWith(".pf_meta");
const indexNames = ["fragment", "index", "filter", "pagefind-entry.json"];

const rowOf = ({ fields, parts }: SessionIndex): Row => ({
  ...fields,
  parts: parts.map(({ id, page, words, regions }) => ({ id, page, words, regions })),
});
