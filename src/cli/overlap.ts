/** Logs, site and cache must lie apart: what one of them replaces or clears away would be part of another. */
import { existsSync, realpathSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { UsageError } from "../system/usage-error.ts";

export interface Folders {
  readonly sources: readonly string[];
  readonly output: string;
  /** Absent where none is kept. */
  readonly cache?: string;
  /** Absent where nothing is kept. */
  readonly store?: string;
}

export function refuseOverlap({ sources, output, cache, store }: Folders): void {
  const site = real(output);
  if (store !== undefined && isWithin(real(store), site))
    throw new UsageError(`The store "${store}" would lie in the site "${output}"; name another folder with --store.`);
  if (store !== undefined && isWithin(site, real(store)))
    throw new UsageError(`The site "${output}" would lie in the store "${store}"; name another folder with -o.`);
  for (const source of sources) {
    const logs = real(source);
    if (isWithin(logs, site))
      throw new UsageError(
        `The logs in "${source}" lie in the site's folder "${output}"; name another folder with -o.`,
      );
    if (isWithin(site, logs))
      throw new UsageError(`The site "${output}" would lie in the logs of "${source}"; name another folder with -o.`);
    if (cache !== undefined && isWithin(logs, real(cache)))
      throw new UsageError(`The logs in "${source}" lie in the cache "${cache}"; name another folder with --cache.`);
  }
  if (cache !== undefined && isWithin(real(cache), site))
    throw new UsageError(`The cache "${cache}" would lie in the site "${output}"; name another folder with --cache.`);
  if (cache !== undefined && isWithin(site, real(cache)))
    throw new UsageError(`The site "${output}" would lie in the cache "${cache}"; name another folder with -o.`);
}

/** Without links, as far as the path exists. */
export function real(path: string): string {
  const full = resolve(path);
  if (existsSync(full)) return realpathSync(full);
  return dirname(full) === full ? full : join(real(dirname(full)), basename(full));
}

/** The folder itself, or anything below it. */
export function isWithin(path: string, folder: string): boolean {
  const between = relative(folder, path);
  return between === "" || (between !== ".." && !between.startsWith(`..${sep}`) && resolve(between) !== between);
}
