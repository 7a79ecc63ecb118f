/** Once Eleventy has written its files: the search index of our own pages, and the publish gate over all that shows logs. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve, sep } from "node:path";
import type { Library } from "../archive/index.ts";
import { sourceAmong } from "../build/clear-rest.ts";
import type { Written } from "../build/eleventy/pages.ts";
import { filesIn } from "../build/output/files.ts";
import { ownFiles } from "../build/output/own-files.ts";
import { mark } from "../build/output/place.ts";
import { isWithoutLogs } from "../build/output/without-logs.ts";
import { writeIndex } from "../build/search.ts";
import { packageFile } from "../package.ts";
import { type Leak, leakLine, publishGate, type RedactOptions, type Redactor } from "../redact/index.ts";
import type { SearchOptions } from "../search/index.ts";

export interface Finishing {
  readonly library: Library;
  readonly redactor: Redactor;
  readonly redact: RedactOptions;
  /** Absent for a site without search. */
  readonly search?: Partial<SearchOptions>;
  readonly output: string;
  readonly written: readonly Written[];
}

const templates = packageFile("templates");
const isOwn = ({ inputPath }: Written): boolean => resolve(inputPath).startsWith(templates + sep);

export async function finish(made: Finishing): Promise<void> {
  const { output, written } = made;
  const pages = written.flatMap(({ outputPath }) =>
    outputPath === false ? [] : [relative(output, outputPath).split(sep).join("/")],
  );
  if (written.some(isOwn)) await finishOwnSite(made, pages);
  else clearForeignPages(made, pages);
}

/** `npx @11ty/eleventy` with our templates. */
async function finishOwnSite(
  { library, redactor, redact, search, output }: Finishing,
  pages: readonly string[],
): Promise<void> {
  const gate = redactor.isOn ? publishGate({ ...redact, known: redactor.hashes(), skip: isWithoutLogs }) : undefined;
  if (search !== undefined) {
    const scratch = mkdtempSync(join(tmpdir(), "annals-"));
    try {
      const none = join(scratch, "none");
      const cache = join(scratch, "search");
      const parts = { library, folder: output, previous: none, cache, options: search, documents: new Map() };
      await writeIndex({ ...parts, ...(gate === undefined ? {} : { gate }) });
    } finally {
      rmSync(scratch, { recursive: true, force: true });
    }
  }
  // GitHub Pages would otherwise leave out files that start with an underscore.
  writeFileSync(join(output, ".nojekyll"), "");
  mark(output, [
    ...pages,
    ".nojekyll",
    ...(search === undefined ? [] : ["assets/search.js", "assets/search-engine.js"]),
  ]);
  // Also what an earlier run left there.
  const own = ownFiles(output);
  const files = filesIn(output, "")
    .map(([path]) => path)
    .filter(own.has);
  const looked = gate?.clear(output, files, sourceAmong(library));
  refuse(looked?.left ?? [], output);
}

/**
 * In somebody's own site only what the logs gave away counts: its author's address on its own page is none of our
 * business.
 */
function clearForeignPages({ library, redactor, output }: Finishing, files: readonly string[]): void {
  if (!redactor.isOn) return;
  const rules = { secret: false, personal: false };
  const known = redactor.hashes({ isWithPeople: false });
  refuse(publishGate({ rules, known }).clear(output, files, sourceAmong(library)).left, output);
}

/** Eleventy has written the files already; what must not be seen does not stay. */
function refuse(leaks: readonly Leak[], output: string): void {
  if (leaks.length === 0) return;
  for (const { file } of leaks) rmSync(join(output, file), { force: true });
  throw new Error(
    `annals: ${leaks.length} places hold what must not be seen and cannot be taken out; their files were removed:\n${leaks.map(leakLine).join("\n")}`,
  );
}
