/** One archive that a portal is made over: what its search begins with, and the pieces of its index. All of it is checked. */
import { existsSync, readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { rangesOf } from "../../templates/assets/search/reader.js";
import type { Boot, BootShard } from "../search/offline.ts";
import { readBoot, scriptPieces } from "../site/boot.ts";
import { UnreadableSite } from "../site/checked.ts";
import { elementsIn, parsePage, textOfElement } from "../site/page-text.ts";
import { hasSearch } from "../site/search.ts";
import { UsageError } from "../system/usage-error.ts";
import { excerpt } from "../text/format.ts";
import { unzippedPiece } from "./pieces.ts";

export interface JoinedArchive {
  readonly name: string;
  /** Safe in a path, one of its kind in the portal. */
  readonly slug: string;
  readonly folder: string;
  readonly boot: Boot;
  readonly shards: readonly ArchiveShard[];
}

export interface ArchiveShard extends BootShard {
  /** As it lies there: zipped. */
  readonly meta: Uint8Array;
  readonly pages: number;
  /** Names of the pieces of its index. */
  readonly pieces: readonly string[];
}

/** `NAME=SITE`, or the site alone. */
export interface WantedArchive {
  readonly name?: string;
  readonly folder: string;
}

export function wantedArchive(text: string): WantedArchive {
  const [, name, folder] = /^([^=/\\]+)=(.+)$/.exec(text) ?? [];
  return name === undefined || folder === undefined || existsSync(text) ? { folder: text } : { name, folder };
}

export function openArchives(wanted: readonly WantedArchive[]): readonly JoinedArchive[] {
  const names = new Set<string>();
  const slugs = new Set<string>();
  return wanted.map(({ name, folder }) => {
    const opened = openArchive(folder);
    const own = unique(name ?? titleOf(folder), names, (number) => ` (${number})`);
    const slug = unique(slugOf(own), slugs, (number) => `-${number}`);
    return { ...opened, name: own, slug };
  });
}

function openArchive(folder: string): Pick<JoinedArchive, "folder" | "boot" | "shards"> {
  if (!existsSync(join(folder, "index.html"))) throw new UsageError(`"${folder}" is not a site that annals made.`);
  if (!hasSearch(folder))
    throw new UsageError(`"${folder}" has no search index, which a portal is made of; build it without --no-search.`);
  try {
    const { boot, pieces } = readBoot(folder);
    if ("archives" in boot)
      throw new UsageError(`"${folder}" is a portal itself; name the archives that it was made over.`);
    const shards = boot.shards.map((shard) => shardOf(shard, pieces.get(`${shard.name}/meta`)));
    return { folder, boot, shards };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`"${folder}" cannot be read: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

const pieceName = /^[\w-]{1,80}$/;

function shardOf(shard: BootShard, meta: Uint8Array | undefined): ArchiveShard {
  if (meta === undefined) throw new UnreadableSite(`what shard ${shard.name} holds is missing`);
  const { pages, ranges } = rangesOf(unzippedPiece(meta));
  const names: unknown[] = ranges.map((range) => range[2]);
  const pieces = names.filter((name): name is string => typeof name === "string" && pieceName.test(name));
  if (pieces.length !== names.length || !Number.isSafeInteger(pages))
    throw new UnreadableSite(`what shard ${shard.name} holds is not what it should be`);
  return { ...shard, meta, pages, pieces };
}

/** The bytes of a piece, in whichever form the archive has it. */
export function pieceOf({ folder, boot }: JoinedArchive, shard: BootShard, path: string): Uint8Array {
  const index = join(folder, "pagefind");
  if (boot.forms.pagefind)
    return readFileSync(join(index, shard.folder, `${path}.pf_${path.startsWith("index/") ? "index" : "fragment"}`));
  const [piece] = scriptPieces(join(index, "offline", shard.name, `${path}.js`)).values();
  if (piece === undefined) throw new UnreadableSite(`${path} is not what it should be`);
  return piece;
}

/** As its front page calls it. */
function titleOf(folder: string): string {
  const page = parsePage(readFileSync(join(folder, "index.html"), "utf8"));
  for (const element of elementsIn(page)) {
    if (element.tagName !== "title") continue;
    const words = excerpt(textOfElement(element), 80);
    if (words !== "") return words;
  }
  return basename(resolve(folder));
}

function slugOf(name: string): string {
  const plain = name
    .normalize("NFD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-");
  return plain.replace(/^-|-$/g, "").slice(0, 40) || "archive";
}

function unique(wanted: string, taken: Set<string>, more: (number: number) => string): string {
  let name = wanted;
  for (let number = 2; taken.has(name); number++) name = wanted + more(number);
  taken.add(name);
  return name;
}
