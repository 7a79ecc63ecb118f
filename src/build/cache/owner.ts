/** The caches of this person's sites: each says which site it belongs to, so that they can be listed and cleared. */
import { existsSync, lstatSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { list, object, record, text } from "../../log/fields.ts";
import { cacheRoot } from "./folder.ts";

export interface OwnedCache {
  readonly folder: string;
  /** The site that it was made for; absent where an earlier version made it. */
  readonly site?: string;
  /** For `annals serve`, whose site lies in the cache itself: the logs. */
  readonly serves?: readonly string[];
  /** How it was built: the folder that annals was started in, and what was typed. */
  readonly made?: { readonly from: string; readonly typed: readonly string[] };
  readonly bytes: number;
  /** Milliseconds since 1970. */
  readonly used: number;
  readonly isGone: boolean;
}

const owner = "owner.json";
const folderName = /^[\w-]{16}$/;
const day = 24 * 60 * 60_000;
/** A site may lie on a disk that is not there today; its cache is not missed for so long. */
const goneFor = day;
/** For those that do not say whose they are. */
const unusedFor = 30 * day;

/** Notes whose it is, and that it was used now. */
export function ownCache(folder: string, whose: Pick<OwnedCache, "site" | "serves" | "made">): void {
  writeFileSync(join(folder, owner), `${JSON.stringify(whose)}\n`, { mode: 0o600 });
}

/** Largest first. */
export function ownedCaches(environment: NodeJS.ProcessEnv = process.env): readonly OwnedCache[] {
  return foldersIn(cacheRoot(environment))
    .map((folder) => ({ ...described(folder), bytes: bytesIn(folder) }))
    .sort((a, b) => b.bytes - a.bytes || (a.folder < b.folder ? -1 : 1));
}

/** Takes away what belongs to sites that are gone. After a build, so that nobody has to think of it. */
export function tidyCaches(now = Date.now(), environment: NodeJS.ProcessEnv = process.env): readonly string[] {
  return foldersIn(cacheRoot(environment))
    .map(described)
    .filter(({ isGone, site, serves, used }) => {
      const isKnown = site !== undefined || serves !== undefined;
      return isKnown ? isGone && now - used > goneFor : now - used > unusedFor;
    })
    .flatMap(({ folder }) => (clearCache(folder) ? [folder] : []));
}

export function clearCache(folder: string): boolean {
  try {
    rmSync(folder, { recursive: true, force: true });
    return true;
  } catch {
    return false;
  }
}

/** A build is making the site now, or was killed while it did. */
export const isBeingBuilt = ({ site }: OwnedCache): boolean =>
  site !== undefined && existsSync(join(dirname(site), `.${basename(site)}.lock`));

function foldersIn(root: string): readonly string[] {
  try {
    return readdirSync(root, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && folderName.test(entry.name))
      .map(({ name }) => join(root, name));
  } catch {
    return [];
  }
}

function described(folder: string): Omit<OwnedCache, "bytes"> {
  const path = join(folder, owner);
  try {
    const raw = record(JSON.parse(readFileSync(path, "utf8")));
    const site = text(raw, "site");
    const serves = list(raw, "serves")?.filter((each) => typeof each === "string");
    const used = statSync(path).mtimeMs;
    const isGone = site === undefined ? !(serves ?? []).some((each) => existsSync(each)) : !existsSync(site);
    return {
      folder,
      used,
      isGone,
      ...(site === undefined ? {} : { site }),
      ...madeIn(raw),
      ...(serves === undefined ? {} : { serves }),
    };
  } catch {
    return { folder, used: lstatSync(folder).mtimeMs, isGone: false };
  }
}

function madeIn(raw: unknown): Pick<OwnedCache, "made"> {
  const made = object(raw, "made");
  const from = text(made, "from");
  const typed = list(made, "typed")?.filter((each) => typeof each === "string");
  return from === undefined || typed === undefined ? {} : { made: { from, typed } };
}

function bytesIn(folder: string): number {
  let sum = 0;
  const folders = [folder];
  for (let at = folders.pop(); at !== undefined; at = folders.pop()) {
    try {
      for (const entry of readdirSync(at, { withFileTypes: true })) {
        const path = join(at, entry.name);
        if (entry.isDirectory()) folders.push(path);
        else sum += lstatSync(path).size;
      }
    } catch {
      // Cleared meanwhile, by a build or by a person.
    }
  }
  return sum;
}
