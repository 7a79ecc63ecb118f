/** Once Eleventy has written its files: the theme's styles, the search index, and the publish gate over all that shows logs. */
import { existsSync, readdirSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import type { LogArchive } from "../archive/index.ts";
import { givenWith } from "../archive/link/addresses.ts";
import { givenWithStories } from "../archive/link/story-addresses.ts";
import { sourceAmong } from "../build/clear-lists.ts";
import type { Written } from "../build/eleventy/config.ts";
import { isOwnPage } from "../build/eleventy/pages.ts";
import { filesIn } from "../build/output/files.ts";
import { mark } from "../build/output/output-folder.ts";
import { addressesIn, marker, ownFiles } from "../build/output/own-files.ts";
import { writeRobots } from "../build/output/robots.ts";
import { isWithoutLogs } from "../build/output/without-logs.ts";
import { copyStyles, styleFiles } from "../build/theme-files.ts";
import { robotsPath, socialPath } from "../export/paths.ts";
import { type Leak, leakLine, type PublishGate, publishGate, type Redactor } from "../redact/index.ts";
import { asset } from "../system/asset.ts";
import { put } from "../system/put.ts";
import type { ResolvedOptions } from "./options.ts";
import type { SearchTexts } from "./search-texts.ts";

export interface Finishing {
  readonly archive: LogArchive;
  readonly redactor: Redactor;
  readonly options: ResolvedOptions;
  readonly output: string;
  readonly results: readonly Written[];
  /** Our own pages were written in this run. */
  readonly isNew: boolean;
  /** Absent for a site without search. */
  readonly texts?: SearchTexts;
  /** Paths of files beside pages that this run wrote, from where the archive begins. */
  readonly emitted: ReadonlySet<string>;
}

export async function finish(made: Finishing): Promise<void> {
  const { options, output, isNew, emitted } = made;
  const folder = join(output, options.base);
  if (isNew || emitted.size > 0) copyStyles(options.styles, folder);
  if (isNew) await finishArchive(made, folder);
  else if (emitted.size > 0) await finishFragments(made, folder);
  clearOthers(made);
}

/** The archive: everything in it is ours, and all of it is looked at by every rule. */
async function finishArchive(made: Finishing, folder: string): Promise<void> {
  const { archive, redactor, options, results, texts, emitted } = made;
  const { search, base } = options;
  const gate = fullGate(redactor, options);
  removeStale(made, folder);
  await texts?.write(folder);
  // GitHub Pages would otherwise leave out files that start with an underscore.
  if (base === "") writeFileSync(join(folder, ".nojekyll"), "");
  // It counts at the root of a host only.
  const hasRobots = base === "" && writeRobots(folder, folder, archive);
  mark(folder, {
    paths: [
      ...pathsOf(results.filter(isOwnPage), folder),
      // Pages of files and the picture of the archive; other files beside pages are known by their names.
      ...[...emitted].filter((path) => path.startsWith("files/") || path === socialPath),
      ...styleFiles(options.styles).map(({ path }) => path),
      ...(base === "" ? [".nojekyll"] : []),
      ...(hasRobots ? [robotsPath] : []),
      ...(search === undefined ? [] : ["assets/search.js", "assets/search-engine.js"]),
    ],
    addresses: givenWith(archive.projects, givenWithStories(archive.chains, addressesIn(folder))),
  });
  // Also what an earlier run left there.
  const own = ownFiles(folder);
  const files = filesIn(folder, "")
    .map(([path]) => path)
    .filter(own.has);
  const looked = gate?.clear(folder, files, sourceAmong(archive));
  report(looked?.taken ?? []);
  refuse(looked?.left ?? [], folder);
}

/**
 * Eleventy deletes nothing: what an earlier run wrote of a session that is gone, or of output that is left out now, would
 * stay and be found. The site's own pages, which this run wrote as well, are none of it.
 */
function removeStale({ results, emitted }: Finishing, folder: string): void {
  rmSync(join(folder, "pagefind"), { recursive: true, force: true });
  if (!existsSync(join(folder, marker))) return;
  const own = ownFiles(folder);
  const written = new Set([...pathsOf(results, folder), ...emitted, marker]);
  for (const [path] of filesIn(folder, ""))
    if (own.has(path) && !written.has(path) && !path.startsWith("assets/")) removeFile(folder, path);
}

/** With the folders that are empty then. */
function removeFile(root: string, path: string): void {
  rmSync(join(root, path), { force: true });
  for (let folder = dirname(path); folder !== "."; folder = dirname(folder)) {
    if (readdirSync(join(root, folder)).length > 0) return;
    rmdirSync(join(root, folder));
  }
}

/** What pages of the site link to that were drawn by our filters, where our own pages are not made anew. */
async function finishFragments({ archive, redactor, options, emitted }: Finishing, folder: string): Promise<void> {
  if (!options.pages)
    for (const name of ["annals.css", "annals.js", "code.js"] as const)
      put(join(folder, "assets", name), await asset(name));
  const looked = fullGate(redactor, options)?.clear(folder, [...emitted], sourceAmong(archive));
  report(looked?.taken ?? []);
  refuse(looked?.left ?? [], folder);
}

/** Looks for everything, by every rule. */
export function fullGate(redactor: Redactor, { redact }: ResolvedOptions): PublishGate | undefined {
  return redactor.isOn ? publishGate({ ...redact, known: redactor.literals(), skip: isWithoutLogs }) : undefined;
}

/**
 * In the pages of the site itself only what the logs gave away counts: its author's address on its own page is none of
 * our business.
 */
function clearOthers({ archive, redactor, output, results }: Finishing): void {
  if (!redactor.isOn) return;
  const files = pathsOf(
    results.filter((page) => !isOwnPage(page)),
    output,
  );
  const rules = { secret: false, personal: false };
  const known = redactor.literals({ isWithPeople: false });
  const { taken, left } = publishGate({ rules, known }).clear(output, files, sourceAmong(archive));
  report(taken);
  refuse(left, output);
}

function pathsOf(pages: readonly Written[], folder: string): readonly string[] {
  return pages.flatMap(({ outputPath }) =>
    outputPath === false ? [] : [relative(folder, outputPath).split(sep).join("/")],
  );
}

const mostLines = 20;

/** Redaction looks at logs, the gate at finished files: what only the gate found is worth a word, and a rule. */
function report(taken: readonly Leak[]): void {
  if (taken.length === 0) return;
  const more = taken.length - mostLines;
  const lines = taken.slice(0, mostLines).map((leak) => `  ${leakLine(leak)}`);
  console.warn(
    [
      `[annals] The last look at the finished pages took out ${taken.length} more:`,
      ...lines,
      ...(more > 0 ? [`  and ${more} more.`] : []),
    ].join("\n"),
  );
}

/** Eleventy has written the files already; what must not be seen does not stay. */
function refuse(leaks: readonly Leak[], folder: string): void {
  if (leaks.length === 0) return;
  for (const { file } of leaks) rmSync(join(folder, file), { force: true });
  throw new Error(
    `annals: ${leaks.length} places hold what must not be seen and cannot be taken out; their files were removed:\n${leaks.map(leakLine).join("\n")}`,
  );
}
