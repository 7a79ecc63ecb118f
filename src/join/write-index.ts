/**
 * The search of a portal. Pieces of all archives are taken in as bytes and written anew as our own scripts: nothing that an
 * archive brought along is ever run.
 */
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { bootScript, pieceScript } from "../search/offline.ts";
import { engineFiles, engineScript, wordsOfPiece } from "../search/pagefind-index/index.ts";
import type { PortalArchive, PortalBoot } from "../site/boot.ts";
import { asset } from "../system/asset.ts";
import { put } from "../system/put.ts";
import { UsageError } from "../system/usage-error.ts";
import { type ArchiveShard, type JoinedArchive, pieceOf } from "./archive.ts";
import { WordList } from "./words.ts";

export interface IndexOptions {
  readonly folder: string;
  readonly timeZone: string;
  /** The way to an archive's pages from the portal's root. */
  readonly root: (archive: JoinedArchive) => string;
  readonly onArchive: (done: number) => void;
}

export async function writeIndex(archives: readonly JoinedArchive[], options: IndexOptions): Promise<void> {
  const folder = join(options.folder, "pagefind");
  const words = new WordList();
  const told: PortalArchive[] = [];
  const hasAgents = archives.some(({ boot }) => boot.table.agents !== undefined);
  for (const [number, archive] of archives.entries()) {
    told.push(await writeArchive(archive, number, folder, words, { ...options, hasAgents }));
    options.onArchive(number + 1);
  }
  const wordNames: [string, string][] = [];
  for (const { first, name, content } of words.pieces()) {
    put(join(folder, "words", `${name}.js`), pieceScript(`words/${name}`, content));
    wordNames.push([first, name]);
  }
  const engine = await engineFiles(undefined);
  const contentOf = (start: string): Uint8Array =>
    engine.find(({ path }) => path.startsWith(start))?.content ?? new Uint8Array();
  const boot: PortalBoot = {
    shards: [],
    timeZone: options.timeZone,
    forms: { pagefind: false, offline: true },
    archives: told,
    words: wordNames,
  };
  put(join(folder, "boot.js"), bootScript(boot, contentOf("wasm."), []));
  put(join(options.folder, "assets", "search.js"), await asset("search.js"));
  const script = engineScript(Buffer.from(contentOf("pagefind.js")).toString());
  put(join(options.folder, "assets", "search-engine.js"), script);
}

async function writeArchive(
  archive: JoinedArchive,
  number: number,
  folder: string,
  words: WordList,
  { root, hasAgents }: IndexOptions & { readonly hasAgents: boolean },
): Promise<PortalArchive> {
  const { name, slug, boot, shards } = archive;
  const named = shards.map((shard) => ({ shard, own: `${slug}-${shard.name}` }));
  for (const [at, { shard, own }] of named.entries()) {
    const target = join(folder, "offline", own);
    for (const piece of shard.pieces) {
      const path = `index/${piece}`;
      const bytes = taken(archive, shard, path);
      words.add(
        number,
        readable(archive, path, () => wordsOfPiece(bytes)),
      );
      put(join(target, `${path}.js`), pieceScript(`${own}/${path}`, bytes));
    }
    for (const session of boot.table.sessions) {
      if (session[9] !== at) continue;
      for (const [id] of session[10]) {
        const path = `fragment/${id}`;
        put(join(target, `${path}.js`), pieceScript(`${own}/${path}`, taken(archive, shard, path)));
      }
      // Signals are handled here.
      await setImmediate();
    }
  }
  const file = `archives/${slug}`;
  // Where one archive has sessions of several agents, those of the others have theirs, too.
  const agents = hasAgents ? { agents: boot.table.agents ?? [] } : {};
  const table = gzipSync(JSON.stringify({ table: { ...boot.table, ...agents }, timeZone: boot.timeZone }), {
    level: 9,
  });
  const script = Buffer.concat([
    pieceScript(file, table),
    ...named.map(({ shard, own }) => pieceScript(`${own}/meta`, shard.meta)),
  ]);
  put(join(folder, `${file}.js`), script);
  return {
    ...{ name, file: slug, root: root(archive), sessions: boot.table.sessions.length },
    pages: shards.reduce((sum, { pages }) => sum + pages, 0),
    shards: named.map(({ shard, own }) => ({ name: own, folder: `${own}/`, sessions: shard.sessions })),
  };
}

const taken = (archive: JoinedArchive, shard: ArchiveShard, path: string): Uint8Array =>
  readable(archive, path, () => pieceOf(archive, shard, path));

function readable<T>({ folder }: JoinedArchive, path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new UsageError(`"${folder}" cannot be read: ${path} of its index is damaged or missing (${why}).`);
  }
}
