/** `annals forget`: takes a session out of the store, the caches and the sites for good. */
import { spawnSync } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { sessionKeys } from "../archive/record.ts";
import { clearCache, type OwnedCache, ownedCaches } from "../build/cache/owner.ts";
import { forget as forgetIn } from "../store/forget.ts";
import { UsageError } from "../system/usage-error.ts";
import { count } from "../text/format.ts";
import type { Arguments } from "./arguments.ts";
import { programFile } from "./hook.ts";
import { storePath } from "./store.ts";
import { note, print, write } from "./terminal.ts";

const waitMs = 60_000;
const mostLetters = 200;

export async function forget(options: Arguments): Promise<number> {
  const folder = storePath(options);
  const ids = options.sources;
  if (ids.length === 0) throw new UsageError("annals forget needs the id of a session, as its page's address has it.");
  const odd = ids.find((id) => id.length > mostLetters || /[/\\\s]/.test(id));
  if (odd !== undefined) throw new UsageError(`"${odd}" is not the id of a session.`);
  const told = [];
  for (const id of ids) told.push(await forgetOne(folder, id, options));
  if (options.isJson) await write(`${JSON.stringify({ store: folder, forgotten: told }, null, 2)}\n`);
  return told.every(({ isOutOfSites }) => isOutOfSites) ? 0 : 1;
}

async function forgetOne(folder: string, id: string, { isQuiet, isJson }: Arguments) {
  const sites = ownedCaches().filter((each) => holds(each, id));
  const { files, wasKnown } = await forgetIn(folder, id, waitMs);
  const left = sites.filter((each) => !isTakenOut(each, id));
  if (!isQuiet && !isJson) {
    const what = wasKnown ? `${count(files, "file")} removed from the store` : "the store had nothing of it";
    const where = sites.length === 0 ? "" : `; ${count(sites.length - left.length, "site")} made anew without it`;
    await print(
      `${id} is forgotten: ${what}${where}. It will not be kept or shown again; its log, if there is one, stays.\n`,
    );
  }
  for (const { site } of left)
    note(`"${site}" could not be made anew: its page is removed; build it again for lists and search.`);
  return { id, files, wasKnown, sites: sites.length, isOutOfSites: left.length === 0 };
}

/** Also a cache that is not a site's own: what was served from it is made anew when it is served again. */
function holds({ site, folder }: OwnedCache, id: string): boolean {
  return pagesOf(site ?? join(folder, "site"), id).length > 0;
}

/** Whichever agent it was held with. */
const pagesOf = (site: string, id: string): readonly string[] =>
  sessionKeys(id)
    .map((key) => join(site, "sessions", key))
    .filter((path) => existsSync(path));

/** Builds the site as it was built before; the cache drops what that does not use. */
function isTakenOut(cache: OwnedCache, id: string): boolean {
  const { site, made, folder } = cache;
  if (site === undefined) return clearCache(folder);
  const isBuilt = made !== undefined && existsSync(made.from) && isBuiltAgain(made);
  if (isBuilt && pagesOf(site, id).length === 0) return true;
  for (const path of pagesOf(site, id)) rmSync(path, { recursive: true, force: true });
  clearCache(folder);
  return false;
}

function isBuiltAgain({ from, typed }: NonNullable<OwnedCache["made"]>): boolean {
  const { status } = spawnSync(process.execPath, [programFile(), ...typed, "--quiet"], {
    cwd: from,
    stdio: ["ignore", "ignore", "inherit"],
  });
  return status === 0;
}
