/**
 * Edits as a compact `<pre>`: real line numbers, words marked, clean code when copied; the browser colours it. Lines are
 * matched as diff2html matches them, by a matcher of our own (match-lines.ts): its own took a quarter of a build, and its
 * templates several times the markup. Where the log has a patch as text, diff2html reads it (patch-text.ts).
 */
import { changedWords } from "./changed-words.ts";
import { browserLanguage } from "./highlight.ts";
import { escapeText, fromDiff, html, type SafeHtml } from "./html.ts";
import type { Hunk } from "./hunks.ts";
import { languageOf } from "./language.ts";
import { matchLines } from "./match-lines.ts";
import { widened } from "./placeholders.ts";

export interface DiffOptions {
  readonly path?: string;
  /** Lines above the first hunk. */
  readonly heading?: readonly string[];
  /** Which words of a line differ is not looked for: that takes longer than all else. */
  readonly isByLine?: boolean;
}

// Over these a diff is printed without word marks, and without colour: nobody compares words across 2,000 lines.
const maximumLines = 2_000;
const maximumLineLength = 1_000;

type Kind = "context" | "deleted" | "inserted" | "remark";
interface Line {
  readonly kind: Kind;
  readonly text: string;
  readonly number: number;
  /** Changed stretches of the text, as [start, end]. */
  marks: readonly (readonly [number, number])[];
}

const unmarked: Line["marks"] = [];

export function diff(hunks: readonly Hunk[], options: DiffOptions = {}): SafeHtml {
  const { path, heading = [], isByLine = false } = options;
  const isSmall = hunks.reduce((sum, hunk) => sum + hunk.lines.length, 0) <= maximumLines;
  const language = isSmall && path !== undefined ? browserLanguage(languageOf(path)) : undefined;
  const budget = { work: isSmall ? 3_000_000 : 0 };
  let body = "";
  for (const line of heading) body += `<b>${escapeText(line)}</b>`;
  for (const hunk of hunks) {
    const lines = readLines(hunk);
    if (isSmall && !isByLine) markWords(lines, budget);
    const header =
      hunk.header ?? `@@ -${range(hunk.oldStart, hunk.oldLines)} +${range(hunk.newStart, hunk.newLines)} @@`;
    body += `<b>${escapeText(header)}</b>`;
    // The stylesheet counts the lines of a new file.
    const isCounted = hunk.newStart === 1 && lines.every(({ kind }) => kind !== "deleted");
    for (const line of lines) body += printLine(line, isCounted);
  }
  const label = path === undefined ? "Diff" : `Diff of ${path}`;
  const data = language === undefined ? "" : html` data-lang="${language}"`;
  return html`<pre class="diff" tabindex="0" role="group" aria-label="${label}"><code${data}>${fromDiff(body)}</code></pre>`;
}

function range(start: number, count: number): string {
  // jsdiff counts an empty side from 1, git and readers of diffs from 0.
  if (count === 0) return `${Math.max(0, start - 1)},0`;
  return count === 1 ? `${start}` : `${start},${count}`;
}

const kinds: Readonly<Record<string, Kind>> = { "+": "inserted", "-": "deleted", "\\": "remark", " ": "context" };

const endsForWindows = (line: string): boolean =>
  line.endsWith("\r") || line.startsWith("\\") || line === "" || (line.length === 1 && line in kinds);

function readLines(hunk: Hunk): Line[] {
  // A file with Windows line ends shows none of them; a mixture is a change somebody made, and is shown.
  const isWindows = hunk.lines.every(endsForWindows);
  let [oldNumber, newNumber] = [hunk.oldStart, hunk.newStart];
  return hunk.lines.map((line): Line => {
    const known = kinds[line.charAt(0)];
    const kind = known ?? "context";
    const text = line.slice(known === undefined ? 0 : 1, isWindows && line.endsWith("\r") ? -1 : undefined);
    const number = kind === "deleted" ? oldNumber : newNumber;
    if (kind === "deleted" || kind === "context") oldNumber++;
    if (kind === "inserted" || kind === "context") newNumber++;
    return { kind, text: text.includes("\n") ? text.replaceAll("\n", "\u240a") : text, number, marks: unmarked };
  });
}

/** Pairs each run of deleted lines with the inserted lines after it, and marks the words that differ. */
function markWords(lines: readonly Line[], budget: { work: number }): void {
  for (let index = 0; index < lines.length; ) {
    const deleted = takeWhile(lines, index, "deleted");
    const inserted = takeWhile(lines, index + deleted.length, "inserted");
    index += Math.max(1, deleted.length + inserted.length);
    if (deleted.length === 0 || inserted.length === 0) continue;
    for (const [olds, news] of pairs(deleted, inserted, budget)) {
      for (let pair = 0; pair < Math.min(olds.length, news.length); pair++) {
        const [before, after] = [olds[pair], news[pair]];
        if (before !== undefined && after !== undefined) markPair(before, after);
      }
    }
  }
}

function takeWhile(lines: readonly Line[], from: number, kind: Kind): Line[] {
  let end = from;
  while (lines[end]?.kind === kind) end++;
  return lines.slice(from, end);
}

function pairs(deleted: Line[], inserted: Line[], budget: { work: number }): [Line[], Line[]][] {
  // The matcher compares every line with every other, letter by letter.
  const size = (side: readonly Line[]) => side.reduce((sum, { text }) => sum + text.length, 0);
  const work = size(deleted) * size(inserted);
  budget.work -= work;
  const isCheap = budget.work >= 0 && work <= 600_000 && deleted.length * inserted.length <= 400;
  if (!isCheap || deleted.length * inserted.length === 1) return [[deleted, inserted]];
  const texts = (side: readonly Line[]) => side.map(({ text }) => text);
  return matchLines(texts(deleted), texts(inserted)).map(([oldFrom, oldTo, newFrom, newTo]) => [
    deleted.slice(oldFrom, oldTo),
    inserted.slice(newFrom, newTo),
  ]);
}

function markPair(before: Line, after: Line): void {
  if (before.text.length > maximumLineLength || after.text.length > maximumLineLength) return;
  const marks = changedWords(before.text, after.text);
  if (marks === undefined) return;
  before.marks = widened(marks.before, before.text);
  after.marks = widened(marks.after, after.text);
}

function printLine(line: Line, isCounted: boolean): string {
  const { kind, text, marks } = line;
  if (kind === "remark") return `<b>\\${escapeText(text)}</b>`;
  const content = marks.length === 0 ? escapeText(text) : printMarked(line);
  const number = isCounted ? "" : ` data-l="${line.number}"`;
  if (kind === "deleted") return `<del${number}>${content}</del>`;
  if (kind === "inserted") return `<ins${number}>${content}</ins>`;
  return `<span class="c"${number}>${content}</span>`;
}

function printMarked({ text, marks }: Line): string {
  let markup = "";
  let printed = 0;
  for (const [start, end] of marks) {
    markup += `${escapeText(text.slice(printed, start))}<mark>${escapeText(text.slice(start, end))}</mark>`;
    printed = end;
  }
  return markup + escapeText(text.slice(printed));
}
