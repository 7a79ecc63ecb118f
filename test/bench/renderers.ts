/**
 * What our own printing of diffs and code saves against the libraries behind it: bytes of markup and CPU seconds for the
 * same texts, which are the sources of this project.
 *   tsx test/bench/renderers.ts
 * docs/decisions/diffs.md and docs/decisions/highlighting.md have the figures.
 */
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { html as diff2html } from "diff2html";
import { diff } from "../../src/text/diff.ts";
import { highlight } from "../../src/text/highlight.ts";
import { type Hunk, hunksFromStrings } from "../../src/text/hunks.ts";
import { forgetDrawings } from "../../src/text/memoise.ts";
import { Chance } from "./chance.ts";

const pairedShortcode: (code: string, language: string, lines: undefined, options: object) => string = createRequire(
  import.meta.url,
)("@11ty/eleventy-plugin-syntaxhighlight/src/HighlightPairedShortcode.js");

const sources = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts"))
  .map((name) => readFileSync(join("src", name), "utf8"));

const chance = new Chance(1);

/** Some lines with another name in them, some gone. */
function edited(text: string): string {
  return text
    .split("\n")
    .flatMap((line) =>
      chance.happens(0.05) ? [] : chance.happens(0.1) ? [line.replace(/\b\w{4,}\b/, "somethingElse")] : [line],
    )
    .join("\n");
}

const edits = sources.map((text) => hunksFromStrings(text, edited(text)));

function byDiff2html(hunks: readonly Hunk[]): string {
  const lines = hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines: own }) => [
    `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`,
    ...own,
  ]);
  return diff2html(`--- a/file.ts\n+++ b/file.ts\n${lines.join("\n")}\n`, { drawFileList: false, matching: "lines" });
}

function measured(what: string, work: () => readonly string[]): void {
  // Once before, so that grammars are loaded and code is compiled; then without what was remembered of it.
  work();
  forgetDrawings();
  const before = process.cpuUsage();
  const made = work();
  const { user, system } = process.cpuUsage(before);
  const bytes = made.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  process.stdout.write(
    `${what.padEnd(42)} ${(bytes / 1e6).toFixed(2)} MB, ${((user + system) / 1e6).toFixed(2)} CPU s\n`,
  );
}

const size = sources.reduce((sum, text) => sum + text.length, 0);
process.stdout.write(`${sources.length} files, ${(size / 1e6).toFixed(2)} MB\n`);
measured("diffs, ours (the browser colours them)", () =>
  edits.map((hunks) => String(diff(hunks, { path: "file.ts" }))),
);
measured("diffs, diff2html (the browser colours them)", () => edits.map(byDiff2html));
measured("code in prose, ours", () => sources.map((text) => String(highlight(text, "typescript"))));
measured("code in prose, the highlighting plugin's shortcode", () =>
  sources.map((text) => pairedShortcode(text, "typescript", undefined, { lineSeparator: "\n" })),
);
