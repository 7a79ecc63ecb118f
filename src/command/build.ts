/** `annals build`: logs in, a folder out. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { cacheFolder } from "../cache/folder.ts";
import { diagnosticLine } from "../diagnostics.ts";
import { findingReport, type Leak, leakLine } from "../redact/index.ts";
import { type BuiltSite, buildSite } from "../site/build.ts";
import { PlaceTaken, prepare } from "../site/place.ts";
import type { Summary } from "../site/summary.ts";
import type { Arguments } from "./arguments.ts";
import { readConfig } from "./config.ts";
import { keepOf } from "./filter.ts";
import { progress, seconds } from "./progress.ts";
import { findSources, type Sources } from "./sources.ts";
import { note, write } from "./terminal.ts";
import { UsageError } from "./usage-error.ts";

const mostLeaks = 50;

export async function build(options: Arguments): Promise<number> {
  const started = Date.now();
  const sources = findSources(options.sources);
  const output = options.output ?? "annals-site";
  const place = placeFor(output);
  const shown = progress(options.isQuiet || options.isJson);
  if (sources.isSample && !options.isQuiet)
    note("No log folder was found here: building the sample that comes with annals.");
  const cache = cacheFor(options, output);
  try {
    const config = readConfig(options.config);
    const timeZone = options.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
    const site = await buildSite({
      sources: sources.paths,
      title: options.title ?? (sources.isSample ? "Sample archive" : "Session archive"),
      timeZone,
      keep: keepOf(options, options.isPublic ? config.leaveOut.projects : []),
      folder: place.folder,
      previous: resolve(output),
      cache: cache.folder,
      leaveOut: options.isPublic ? config.leaveOut : { thinking: false, toolOutput: false },
      redact: { ...config.redact, redact: options.redact },
      ...(options.search ? { search: config.search } : {}),
      wishes: [options, config, sources.paths, timeZone],
      isFull: options.redactReport !== undefined,
      progress: shown,
    });
    refuseLeaks(site.leaks);
    if (options.redactReport !== undefined) writeFileSync(options.redactReport, findingReport(site.findings));
    shown.end();
    if (site.isUnchanged) place.abandon();
    else {
      place.finish();
      site.remember();
    }
    if (site.isCacheDamaged && !options.isQuiet)
      note("The cache of this site was damaged in part; that part was made anew.");
    await report(options, sources, site, resolve(output), Date.now() - started);
    return options.isStrict && site.summary.errors.length > 0 ? 1 : 0;
  } catch (error) {
    shown.end();
    place.abandon();
    throw error;
  } finally {
    cache.close();
  }
}

/** Without a cache the same work is done with a folder that is thrown away. */
function cacheFor(
  { cache, isCached }: Arguments,
  output: string,
): { readonly folder: string; readonly close: () => void } {
  if (isCached) return { folder: cache === undefined ? cacheFolder(output) : resolve(cache), close: () => undefined };
  const folder = mkdtempSync(join(tmpdir(), "annals-"));
  return { folder, close: () => rmSync(folder, { recursive: true, force: true }) };
}

/** A second pass that knows nothing of the first: what it still finds must not be seen. */
function refuseLeaks(leaks: readonly Leak[]): void {
  if (leaks.length === 0) return;
  for (const leak of leaks.slice(0, mostLeaks)) note(leakLine(leak));
  throw new Error(
    `${leaks.length} places of the finished site still hold what must not be seen; nothing was published.`,
  );
}

function placeFor(output: string): ReturnType<typeof prepare> {
  try {
    return prepare(output);
  } catch (error) {
    if (error instanceof PlaceTaken) throw new UsageError(error.message);
    throw error;
  }
}

async function report(
  options: Arguments,
  sources: Sources,
  { summary, isUnchanged, drawn }: BuiltSite,
  folder: string,
  took: number,
): Promise<void> {
  const { sessions, projects, pages, notUnderstood, errors, leftOut } = summary;
  const index = join(folder, "index.html");
  if (options.isJson) {
    const told = {
      output: folder,
      index,
      sample: sources.isSample,
      sessions,
      projects,
      pages,
      drawn,
      notUnderstood: Object.fromEntries(notUnderstood),
      milliseconds: took,
    };
    await write(`${JSON.stringify(told, null, 2)}\n`);
    return;
  }
  if (options.isStrict) for (const found of errors) note(diagnosticLine(found));
  if (options.isQuiet) return;
  const odd = notUnderstood.map(([code, count]) => `${count} × ${code}`);
  await write(
    [
      `${sessions} sessions of ${projects} projects on ${pages} pages, ${isUnchanged ? "unchanged" : news(drawn, sessions)}, in ${seconds(took)}.`,
      odd.length === 0
        ? "Everything in the logs was understood."
        : `Not understood, shown as it is: ${odd.join(", ")}. See report/index.html.`,
      ...(options.isPublic ? [`Left out: ${leftOutWords(leftOut)}.`] : []),
      `Open ${pathToFileURL(index)}`,
      "",
    ].join("\n"),
  );
}

const news = (drawn: number, all: number): string => (drawn === all ? "all drawn" : `${drawn} sessions drawn anew`);

function leftOutWords(leftOut: Summary["leftOut"]): string {
  const parts = [
    leftOut.sessions === 0 ? [] : [`${leftOut.sessions} sessions`],
    leftOut.thinking === 0 ? [] : [`${leftOut.thinking} thoughts`],
    leftOut.toolOutput === 0 ? [] : [`the output of ${leftOut.toolOutput} calls`],
  ].flat();
  return parts.length === 0 ? "nothing" : parts.join(", ");
}
