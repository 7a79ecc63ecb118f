/** From arguments to a site in its place: what `build` and `serve` have in common. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type BuiltSite, buildSite, type SiteOptions } from "../build/build.ts";
import { cacheFolder } from "../build/cache/folder.ts";
import { ownCache, tidyCaches } from "../build/cache/owner.ts";
import { prepareOutput } from "../build/output/output-folder.ts";
import { publicUrl } from "../export/public-url.ts";
import { type Finding, type Leak, leakLine } from "../redact/index.ts";
import type { StoreView } from "../store/discover.ts";
import { stage } from "../system/stages.ts";
import { UsageError } from "../system/usage-error.ts";
import type { Arguments } from "./arguments.ts";
import { readConfig } from "./config.ts";
import { selectionOf } from "./filter.ts";
import { notesFor, tellNotedElsewhere } from "./notes.ts";
import { refuseOverlap } from "./overlap.ts";
import { progress } from "./progress.ts";
import type { Sources } from "./sources.ts";
import { keepFirst } from "./store.ts";
import { note } from "./terminal.ts";
import { usageErrors } from "./usage-errors.ts";

const mostLeaks = 50;

/** `isFull` goes through everything even where nothing changed. `onFindings` hears what is taken out, before anything can fail. */
export async function makeSite(
  options: Arguments,
  sources: Sources,
  store: StoreView | undefined,
  output: string,
  isFull: boolean,
  onFindings: (findings: readonly Finding[]) => void = () => undefined,
): Promise<BuiltSite> {
  const wanted = siteOptions(options, sources, store);
  refuseOverlap({
    sources: sources.paths,
    output,
    ...(store === undefined ? {} : { store: store.folder }),
    ...(options.isCached ? { cache: cachePath(options, output) } : {}),
  });
  const target = targetFor(output);
  const shown = progress(options.isQuiet || options.isJson);
  try {
    // What is read from here on is kept, whatever becomes of the site.
    await keepFirst(options, sources, store, shown);
    const cache = cacheFor(options, output);
    try {
      const site = await buildSite({
        ...wanted,
        onSelected: (selection) => {
          onFindings(selection.findings);
          wanted.onSelected(selection);
          if (!options.isQuiet) tellNotedElsewhere(selection.notedElsewhere, options);
        },
        folder: target.folder,
        adopt: target.adopt,
        previous: resolve(output),
        cache: cache.folder,
        isFull,
        progress: shown,
      });
      if (!site.isUnchanged) onFindings(site.findings);
      refuseLeaks(site.leaks);
      if (site.isUnchanged) target.abandon();
      else {
        shown.phase("Putting the site into its place", 0);
        usageErrors(() => stage("put into place", () => target.finish({ addresses: site.addresses })));
        stage("remember", site.remember);
        if (cache.isKept) tidyCaches();
      }
      shown.end();
      if (!options.isQuiet) tellTaken(site.taken);
      if (site.isCacheDamaged && cache.isKept && !options.isQuiet)
        note("The cache of this site was damaged in part; that part was made anew.");
      return site;
    } finally {
      cache.close();
    }
  } catch (error) {
    shown.end();
    target.abandon();
    throw error;
  }
}

/** What arguments and configuration ask for, wherever it is put. */
export function siteOptions(
  options: Arguments,
  sources: Sources,
  store: StoreView | undefined,
): Omit<SiteOptions, "folder" | "previous" | "cache" | "isFull" | "progress"> & Pick<Selecting, "onSelected"> {
  const config = readConfig(options.config);
  const noted = notesFor(options);
  const { isQuiet: _quiet, isJson: _json, isStrict: _strict, typed: _typed, isKept: _kept, ...asked } = options;
  return {
    sources: sources.paths,
    ...(store === undefined ? {} : { store }),
    title: options.title ?? (sources.isSample ? "Sample archive" : "Session archive"),
    timeZone: options.timeZone,
    ...selectionOf(options, sources.paths, options.isPublic ? config.leaveOut.projects : undefined),
    leaveOut: options.isPublic ? config.leaveOut : { thinking: false, toolOutput: false },
    redact: { ...config.redact, redact: options.redact },
    ...(options.search ? { search: config.search } : {}),
    theme: config.theme,
    ...(options.twins && config.twins ? {} : { isWithoutTwins: true }),
    ...publishedAt(options.url ?? config.url),
    ...noted,
    comparable: [asked, config, sources.paths, noted.notes],
    ...(options.threads === undefined ? {} : { width: options.threads }),
  };
}

function publishedAt(url: string | undefined): Pick<SiteOptions, "url"> {
  if (url === undefined) return {};
  const address = publicUrl(url);
  if (address === undefined)
    throw new UsageError(`--url: "${url}" is not an address such as https://example.org/log/.`);
  return { url: address };
}

type Selecting = ReturnType<typeof selectionOf>;

const targetFor = (output: string): ReturnType<typeof prepareOutput> => usageErrors(() => prepareOutput(output));

const cachePath = ({ cache }: Arguments, output: string): string =>
  cache === undefined ? cacheFolder(output) : resolve(cache);

/** Without a cache the same work is done with a folder that is thrown away. */
function cacheFor(
  options: Arguments,
  output: string,
): { readonly folder: string; readonly isKept: boolean; readonly close: () => void } {
  if (options.isCached) {
    const folder = cachePath(options, output);
    const problem = cacheProblem(folder, {
      site: resolve(output),
      made: { from: process.cwd(), typed: options.typed },
    });
    if (problem === undefined) return { folder, isKept: true, close: () => undefined };
    if (!options.isQuiet)
      note(`The cache "${folder}" cannot be written (${problem}): this build goes without, and so will the next.`);
  }
  const folder = mkdtempSync(join(tmpdir(), "annals-"));
  return { folder, isKept: false, close: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Why it cannot be written, as where HOME is the root of a container. */
function cacheProblem(folder: string, whose: Parameters<typeof ownCache>[1]): string | undefined {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    ownCache(folder, whose);
    return undefined;
  } catch (error) {
    return error instanceof Error && "code" in error ? String(error.code) : String(error);
  }
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
