/** `annals cache`: what is kept of which site, and how to be rid of it. */
import { resolve } from "node:path";
import { cacheRoot } from "../build/cache/folder.ts";
import { clearCache, isBeingBuilt, type OwnedCache, ownedCaches } from "../build/cache/owner.ts";
import { UsageError } from "../system/usage-error.ts";
import { count, roughBytes } from "../text/format.ts";
import type { Arguments } from "./arguments.ts";
import { note, print, write } from "./terminal.ts";

export async function cache({ sources, isJson }: Arguments): Promise<number> {
  const [what = "list", ...sites] = sources;
  if (what === "list" && sites.length === 0) return list(isJson);
  if (what === "tidy" && sites.length === 0) return clear(ownedCaches().filter(({ isGone }) => isGone));
  if (what === "clear") return clear(sites.length === 0 ? ownedCaches() : sites.map(cacheOf));
  throw new UsageError(
    `annals cache has no "${what}"; say annals cache, annals cache clear [SITE…] or annals cache tidy.`,
  );
}

async function list(isJson: boolean): Promise<number> {
  const found = ownedCaches();
  if (isJson) {
    await write(`${JSON.stringify({ folder: cacheRoot(), caches: found }, null, 2)}\n`);
    return 0;
  }
  for (const each of found) await print(`${roughBytes(each.bytes).padStart(9)}  ${dayOf(each.used)}  ${whose(each)}\n`);
  const all = found.reduce((sum, each) => sum + each.bytes, 0);
  await print(`${count(found.length, "cache")} in "${cacheRoot()}", ${roughBytes(all)}.\n`);
  return 0;
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

function whose({ site, serves, isGone }: OwnedCache): string {
  const name = site ?? (serves === undefined ? "of an earlier version" : `served: ${serves.join(", ")}`);
  return isGone ? `${name}  (gone)` : name;
}

function cacheOf(site: string): OwnedCache {
  const found = ownedCaches().find((each) => each.site === resolve(site) || each.folder === resolve(site));
  if (found === undefined) throw new UsageError(`There is no cache of a site "${site}"; annals cache lists them.`);
  return found;
}

async function clear(caches: readonly OwnedCache[]): Promise<number> {
  const busy = caches.filter(isBeingBuilt);
  for (const { site } of busy) note(`"${site}" is being built; its cache stays.`);
  const wanted = caches.filter((each) => !busy.includes(each));
  const cleared = wanted.filter(({ folder }) => clearCache(folder));
  for (const { folder } of wanted.filter((each) => !cleared.includes(each)))
    note(`The cache "${folder}" could not be removed.`);
  const freed = cleared.reduce((sum, each) => sum + each.bytes, 0);
  await print(`${count(cleared.length, "cache")} cleared, ${roughBytes(freed)}.\n`);
  return cleared.length === wanted.length ? 0 : 1;
}
