/** `annals serve`: builds, serves on this machine, and follows the logs as they grow. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { cacheFolder } from "../build/cache/folder.ts";
import { ownCache } from "../build/cache/owner.ts";
import { searchOptions } from "../search/index.ts";
import { Following } from "../serve/follow.ts";
import { serveSite } from "../serve/server.ts";
import { watch } from "../serve/watch.ts";
import type { Arguments } from "./arguments.ts";
import { makeSite, siteOptions } from "./make-site.ts";
import { sourcesAndStore } from "./store.ts";
import { note, write } from "./terminal.ts";

const usualPort = 4870;

export async function serve(options: Arguments): Promise<number> {
  const { sources, store } = sourcesAndStore(options);
  if (sources.isSample && !options.isQuiet) note("No log folder was found here: serving the sample.");
  // A site of its own, unless one is named: what is served to oneself need not lie about.
  const own = options.output === undefined ? ownSite(sources.paths) : { folder: options.output };
  const folder = resolve(own.folder);
  const build = () => makeSite({ ...options, isQuiet: true }, sources, store, folder, true);
  const { leaveOut, redact, search, theme } = siteOptions(options, sources, store);
  const first = await makeSite(options, sources, store, folder, true);
  let following: Following | undefined;
  const server = await serveSite(folder, options.port ?? usualPort, (path) => following?.writtenAt(path));
  following = new Following({
    site: folder,
    first,
    build,
    settings: { leaveOut, redact, theme, search: { toolOutput: search?.toolOutput ?? searchOptions.toolOutput } },
    onChanged: server.notify,
    note: options.isQuiet ? () => undefined : note,
  });
  const watcher = await watch(sources.paths, (paths) => following?.changed(paths));
  await write(`${server.address}\n`);
  if (!options.isQuiet) note("Pages follow the logs as they grow. Ctrl-C ends it.");
  await interrupted();
  await watcher.close();
  await following.close();
  await server.close();
  own.close?.();
  return 0;
}

/** In the cache, or where that cannot be written, in a folder that is thrown away. */
function ownSite(paths: readonly string[]): { readonly folder: string; readonly close?: () => void } {
  const folder = cacheFolder(paths.join("\n"));
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    ownCache(folder, { serves: paths });
    return { folder: join(folder, "site") };
  } catch {
    const aside = mkdtempSync(join(tmpdir(), "annals-"));
    return { folder: join(aside, "site"), close: () => rmSync(aside, { recursive: true, force: true }) };
  }
}

function interrupted(): Promise<void> {
  return new Promise((done) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => done());
  });
}
