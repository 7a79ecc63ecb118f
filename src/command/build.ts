/** `annals build`: logs in, a folder out. */
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { type Diagnostic, diagnosticCounts, diagnosticLine } from "../diagnostics.ts";
import { createLibrary, type Library } from "../library/index.ts";
import { createRedactor, findingReport, type Leak, leakLine, scanFolder } from "../redact/index.ts";
import { buildPages, countPages } from "../site/build.ts";
import { PlaceTaken, prepare } from "../site/place.ts";
import { siteSearch } from "../site/search.ts";
import { isWithoutLogs } from "../site/without-logs.ts";
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
  try {
    shown.phase("Reading sessions", 0);
    const config = readConfig(options.config);
    const redactor = await createRedactor({ ...config.redact, redact: options.redact });
    const library = await createLibrary({
      redactor,
      sources: sources.paths,
      title: options.title ?? (sources.isSample ? "Sample archive" : "Session archive"),
      timeZone: options.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
      keep: keepOf(options, options.isPublic ? config.leaveOut.projects : []),
      ...(options.isPublic ? { leaveOut: config.leaveOut } : {}),
      onProgress: (done, all, bytes) => {
        if (done === 1) shown.phase("Reading sessions", all);
        shown.step(done, `${(bytes / 1e6).toFixed(0)} MB`);
      },
    });
    shown.phase(
      "Writing pages",
      library.sessions.reduce((sum, { agents }) => sum + 1 + agents.length, 0),
    );
    let pages = 0;
    const search = options.search ? await siteSearch(library, place.folder, resolve(output), config.search) : undefined;
    try {
      await buildPages({
        library,
        folder: place.folder,
        onPage: () => shown.step(++pages),
        ...(search === undefined ? {} : { onSession: search.onSession }),
      });
      if (search !== undefined) {
        shown.phase("Indexing for search", 0);
        await search.finish();
      }
    } finally {
      await search?.abandon();
    }
    const made = countPages(place.folder);
    if (redactor.isOn) {
      shown.phase("Looking for leaks", 0);
      refuseLeaks(await scanFolder(place.folder, { known: redactor.hashes(), skip: isWithoutLogs }));
    }
    if (options.redactReport !== undefined) writeFileSync(options.redactReport, findingReport(redactor.findings));
    shown.end();
    place.finish();
    await report(options, sources, library, made, resolve(output), Date.now() - started);
    return options.isStrict && library.diagnostics.some(({ level }) => level === "error") ? 1 : 0;
  } catch (error) {
    shown.end();
    place.abandon();
    throw error;
  }
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
  library: Library,
  pages: number,
  folder: string,
  took: number,
): Promise<void> {
  const index = join(folder, "index.html");
  if (options.isJson) {
    const summary = {
      output: folder,
      index,
      sample: sources.isSample,
      sessions: library.sessions.length,
      projects: library.projects.length,
      pages,
      notUnderstood: Object.fromEntries(notUnderstood(library.diagnostics)),
      milliseconds: took,
    };
    await write(`${JSON.stringify(summary, null, 2)}\n`);
    return;
  }
  if (options.isStrict)
    for (const found of library.diagnostics) if (found.level === "error") note(diagnosticLine(found));
  if (options.isQuiet) return;
  const odd = notUnderstood(library.diagnostics).map(([code, count]) => `${count} × ${code}`);
  await write(
    [
      `${library.sessions.length} sessions of ${library.projects.length} projects on ${pages} pages, in ${seconds(took)}.`,
      odd.length === 0
        ? "Everything in the logs was understood."
        : `Not understood, shown as it is: ${odd.join(", ")}. See report/index.html.`,
      ...(options.isPublic ? [`Left out: ${leftOutWords(library)}.`] : []),
      `Open ${pathToFileURL(index)}`,
      "",
    ].join("\n"),
  );
}

function leftOutWords({ leftOut }: Library): string {
  const parts = [
    leftOut.sessions === 0 ? [] : [`${leftOut.sessions} sessions`],
    leftOut.thinking === 0 ? [] : [`${leftOut.thinking} thoughts`],
    leftOut.toolOutput === 0 ? [] : [`the output of ${leftOut.toolOutput} calls`],
  ].flat();
  return parts.length === 0 ? "nothing" : parts.join(", ");
}

function notUnderstood(diagnostics: readonly Diagnostic[]): readonly (readonly [string, number])[] {
  return diagnosticCounts(diagnostics.filter(({ level }) => level !== "info"));
}
