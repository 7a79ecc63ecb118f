/** From arguments to a site in its place: what `build` and `serve` have in common. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { cacheFolder } from "../cache/folder.ts";
import { type Leak, leakLine } from "../redact/index.ts";
import { type BuiltSite, buildSite, type SiteOptions } from "../site/build.ts";
import { PlaceTaken, prepare } from "../site/place.ts";
import type { Arguments } from "./arguments.ts";
import { readConfig } from "./config.ts";
import { keepOf } from "./filter.ts";
import { progress } from "./progress.ts";
import type { Sources } from "./sources.ts";
import { note } from "./terminal.ts";
import { UsageError } from "./usage-error.ts";

const mostLeaks = 50;

/** `isFull` goes through everything even where nothing changed. */
export async function makeSite(
  options: Arguments,
  sources: Sources,
  output: string,
  isFull: boolean,
): Promise<BuiltSite> {
  const place = placeFor(output);
  const shown = progress(options.isQuiet || options.isJson);
  const cache = cacheFor(options, output);
  try {
    const site = await buildSite({
      ...siteWishes(options, sources),
      folder: place.folder,
      previous: resolve(output),
      cache: cache.folder,
      isFull,
      progress: shown,
    });
    refuseLeaks(site.leaks);
    shown.end();
    if (!options.isQuiet) tellTaken(site.taken);
    if (site.isUnchanged) place.abandon();
    else {
      place.finish(cache.isKept ? site.retire : undefined);
      site.remember();
    }
    if (site.isCacheDamaged && !options.isQuiet)
      note("The cache of this site was damaged in part; that part was made anew.");
    return site;
  } catch (error) {
    shown.end();
    place.abandon();
    throw error;
  } finally {
    cache.close();
  }
}

/** What arguments and configuration ask for, wherever it is put. */
export function siteWishes(
  options: Arguments,
  sources: Sources,
): Omit<SiteOptions, "folder" | "previous" | "cache" | "isFull" | "progress"> {
  const config = readConfig(options.config);
  const timeZone = options.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const { isQuiet: _quiet, isJson: _json, isStrict: _strict, ...asked } = options;
  return {
    sources: sources.paths,
    title: options.title ?? (sources.isSample ? "Sample archive" : "Session archive"),
    timeZone,
    keep: keepOf(options, options.isPublic ? config.leaveOut.projects : []),
    leaveOut: options.isPublic ? config.leaveOut : { thinking: false, toolOutput: false },
    redact: { ...config.redact, redact: options.redact },
    ...(options.search ? { search: config.search } : {}),
    wishes: [asked, config, sources.paths, timeZone],
    ...(options.threads === undefined ? {} : { width: options.threads }),
  };
}

function placeFor(output: string): ReturnType<typeof prepare> {
  try {
    return prepare(output);
  } catch (error) {
    if (error instanceof PlaceTaken) throw new UsageError(error.message);
    throw error;
  }
}

/** Without a cache the same work is done with a folder that is thrown away. */
function cacheFor(
  { cache, isCached }: Arguments,
  output: string,
): { readonly folder: string; readonly isKept: boolean; readonly close: () => void } {
  const own = { folder: cache === undefined ? cacheFolder(output) : resolve(cache), isKept: true };
  if (isCached) return { ...own, close: () => undefined };
  const folder = mkdtempSync(join(tmpdir(), "annals-"));
  return { folder, isKept: false, close: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Redaction looks at logs, the gate at finished files: what only the gate found is worth a word, and a rule. */
function tellTaken(taken: readonly Leak[]): void {
  if (taken.length === 0) return;
  note(`The last look at the finished pages took out ${taken.length} more:`);
  for (const leak of taken.slice(0, mostLeaks)) note(`  ${leakLine(leak)}`);
  if (taken.length > mostLeaks) note(`  and ${taken.length - mostLeaks} more; --redact-output lists all of them.`);
}

function refuseLeaks(leaks: readonly Leak[]): void {
  if (leaks.length === 0) return;
  for (const leak of leaks.slice(0, mostLeaks)) note(leakLine(leak));
  throw new Error(
    `${leaks.length} places of the finished site hold what must not be seen and cannot be taken out; nothing was published.`,
  );
}
