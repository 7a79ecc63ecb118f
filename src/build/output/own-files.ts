/**
 * Which files of a site's folder annals wrote. All others were put there by a person (robots.txt, a repository, notes):
 * they are never deleted, and are there again when the next site has taken the old one's place.
 */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Given } from "../../archive/link/addresses.ts";
import { type Json, list, record } from "../../log/fields.ts";

/** Says that a folder is ours to replace, and what we wrote that its name does not tell. */
export const marker = ".annals.json";

/**
 * Files that we know by their names. There may be many thousands of them, and `serve` adds some between two builds;
 * everything else that we write is listed in the marker.
 */
const shapes = [
  /^sessions\/[^/]+\/(?:agents\/[^/]+\/)?(?:index\.(?:html|md|json)|part-\d+\.(?:html|js)|places\.js|text\/[^/]+)$/,
  /^stories\/[^/]+\/index\.(?:html|md|json)$/,
  /^files\/(?:.+\/)?(?:index|blame)\.html$/,
  /^media\/[0-9a-f]{12,}\.\w+$/,
  /^pagefind\/(?:(?:filter|fragment|index|offline|rows)\/.+|(?:boot|pagefind|shards|wasm)[\w.-]*)$/,
];
const shapedFolders = ["sessions", "stories", "files", "media", "pagefind"];

/** What sites consist of whose marker lists nothing: those of earlier versions. */
const unlisted = /^(?:index\.html|404\.html|\.nojekyll|(?:assets|decisions|months|projects|report|search|usage)\/.+)$/;
const unlistedFolders = ["assets", "decisions", "months", "projects", "report", "search", "usage"];

export interface OwnFiles {
  readonly has: (path: string) => boolean;
  /** The folders in the site's root that hold some of them. */
  readonly folders: ReadonlySet<string>;
}

export function ownFiles(site: string): OwnFiles {
  const listed = listedIn(site);
  const isShaped = (path: string): boolean => path === marker || shapes.some((shape) => shape.test(path));
  if (listed === undefined) {
    const folders = new Set([...shapedFolders, ...unlistedFolders]);
    return { has: (path) => isShaped(path) || unlisted.test(path), folders };
  }
  const tops = [...listed].flatMap((path) => (path.includes("/") ? [path.slice(0, path.indexOf("/"))] : []));
  return { has: (path) => isShaped(path) || listed.has(path), folders: new Set([...shapedFolders, ...tops]) };
}

function listedIn(site: string): ReadonlySet<string> | undefined {
  const files = list(markerIn(site), "files");
  return files === undefined ? undefined : new Set(files.filter((path) => typeof path === "string"));
}

function markerIn(site: string): Json | undefined {
  try {
    return record(JSON.parse(readFileSync(join(site, marker), "utf8")));
  } catch {
    return undefined;
  }
}

/** The addresses of projects that a site gave, and those before it. */
export function addressesIn(site: string): readonly Given[] {
  return (list(markerIn(site), "addresses") ?? []).flatMap((text) => {
    const [, address, path, session] = /^([0-9a-f]{6}) ([0-9a-f]{6}) ([0-9a-f]{6})$/.exec(String(text)) ?? [];
    return address === undefined || path === undefined || session === undefined ? [] : [{ address, path, session }];
  });
}

/** What the marker says of a site. */
export interface Marked {
  /** Files of ours; all of them in a folder that holds nothing but a new site. */
  readonly paths?: readonly string[];
  readonly addresses?: readonly Given[];
}

export function markerFor(folder: string, { paths = filesBelow(folder), addresses = [] }: Marked): string {
  const files = paths.filter((path) => path !== marker && !shapes.some((shape) => shape.test(path))).sort();
  const given = addresses.map(({ address, path, session }) => `${address} ${path} ${session}`);
  return `${JSON.stringify({ "made by": "annals", files, ...(given.length === 0 ? {} : { addresses: given }) })}\n`;
}

/** What people put into a site's folder: files, and folders that hold nothing of ours as a whole. */
export const peoplesFiles = (site: string): readonly string[] => pathsOf(site).theirs;

/** The same, and all that is there. `ours` are files that are known for ours: to ask their names takes longer. */
export function pathsOf(
  site: string,
  ours: ReadonlySet<string> = new Set(),
): Record<"all" | "theirs", readonly string[]> {
  const own = ownFiles(site);
  const all = pathsIn(site, (folder) => folder.includes("/") || own.folders.has(folder));
  return { all, theirs: all.filter((path) => !ours.has(path) && !own.has(path)) };
}

/** But for those in some folders of it, `files/` say. */
export function filesBelow(folder: string, without: readonly string[] = []): readonly string[] {
  const isWanted = (path: string): boolean => !without.includes(`${path}/`);
  return pathsIn(folder, isWanted).filter(isWanted);
}

/** All files, and those folders that are not looked into. */
function pathsIn(root: string, isEntered: (folder: string) => boolean): readonly string[] {
  const found: string[] = [];
  const folders = [""];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = `${folder}${entry.name}`;
      if (entry.isDirectory() && isEntered(path)) folders.push(`${path}/`);
      else found.push(path);
    }
  }
  return found;
}
