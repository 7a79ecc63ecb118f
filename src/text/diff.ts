/**
 * Edits as a compact `<pre>`: real line numbers, words marked, clean code when copied. Lines are matched as diff2html
 * matches them, by a matcher of our own (match-lines.ts): its own took a quarter of a build, and its templates several
 * times the markup. Where the log has a patch as text, diff2html reads it (patch-text.ts).
 */
import { diffWordsWithSpace } from "diff";
import { printSegment, type Segment, segments } from "./highlight.ts";
import { escapeText, fromPrism, html, join, type SafeHtml } from "./html.ts";
import type { Hunk } from "./hunks.ts";
import { languageOf } from "./language.ts";
import { matchLines } from "./match-lines.ts";
import { widened } from "./placeholders.ts";

export interface DiffOptions {
  readonly path?: string;
  /** Lines above the first hunk. */
  readonly heading?: readonly string[];
}

// Over these a diff is printed without word marks, and without colour: nobody compares words across 2,000 lines.
const maximumLines = 2_000;
const maximumLineLength = 1_000;

type Kind = "context" | "deleted" | "inserted" | "remark";
interface Line {
  readonly kind: Kind;
  readonly text: string;
  readonly number: number;
  readonly segments: readonly Segment[];
  /** Changed stretches of the text, as [start, end]. */
  readonly marks: (readonly [number, number])[];
}

export function diff(hunks: readonly Hunk[], options: DiffOptions = {}): SafeHtml {
  const { path, heading = [] } = options;
  const isSmall = hunks.reduce((sum, hunk) => sum + hunk.lines.length, 0) <= maximumLines;
  const language = isSmall && path !== undefined ? languageOf(path) : undefined;
  const budget = { work: isSmall ? 3_000_000 : 0 };
  const body = hunks.map((hunk) => {
    const lines = readLines(hunk, language);
    if (isSmall) markWords(lines, budget);
    const header =
      hunk.header ?? `@@ -${range(hunk.oldStart, hunk.oldLines)} +${range(hunk.newStart, hunk.newLines)} @@`;
    return [html`<b>${header}</b>`, lines.map(printLine)];
  });
  const label = path === undefined ? "Diff" : `Diff of ${path}`;
  return html`<pre class="diff" tabindex="0" role="group" aria-label="${label}"><code>${heading.map((line) => html`<b>${line}</b>`)}${join(body)}</code></pre>`;
}

function range(start: number, count: number): string {
  // jsdiff counts an empty side from 1, git and readers of diffs from 0.
  if (count === 0) return `${Math.max(0, start - 1)},0`;
  return count === 1 ? `${start}` : `${start},${count}`;
}

const kinds: Readonly<Record<string, Kind>> = { "+": "inserted", "-": "deleted", "\\": "remark", " ": "context" };

function readLines(hunk: Hunk, language: string | undefined): Line[] {
  const read = hunk.lines.map((line) => {
    const kind = kinds[line.charAt(0)];
    return { kind: kind ?? "context", text: kind === undefined ? line : line.slice(1) } as const;
  });
  // A file with Windows line ends shows none of them; a mixture is a change somebody made, and is shown.
  const isWindows = read.every(({ kind, text }) => kind === "remark" || text === "" || text.endsWith("\r"));
  const lines = read.map(({ kind, text }) => {
    const ended = isWindows && text.endsWith("\r") ? text.slice(0, -1) : text;
    return { kind, text: ended.replaceAll("\n", "\u240a") };
  });

  // Each side is coloured as one text, so that a comment or string over many lines is known as such.
  const side = (own: Kind) =>
    segments(
      lines
        .filter(({ kind }) => kind === own || kind === "context")
        .map(({ text }) => text)
        .join("\n"),
      language,
    );
  // Context takes the new side's colours, so that without deleted lines nobody asks for the old.
  const before = lines.some(({ kind }) => kind === "deleted") ? side("deleted") : [];
  const after = side("inserted");
  let oldOffset = 0;
  let newOffset = 0;
  return lines.map(({ kind, text }) => {
    const colored = kind === "deleted" ? before[oldOffset] : kind === "remark" ? undefined : after[newOffset];
    const number = kind === "deleted" ? hunk.oldStart + oldOffset : hunk.newStart + newOffset;
    if (kind === "deleted" || kind === "context") oldOffset++;
    if (kind === "inserted" || kind === "context") newOffset++;
    return { kind, text, number, segments: colored ?? [{ text, color: undefined }], marks: [] };
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
  // What diff2html's `diffHighlight` does inside, without its HTML.
  const changes = diffWordsWithSpace(before.text, after.text);
  let common = 0;
  let [oldAt, newAt] = [0, 0];
  const marks: { old: [number, number][]; new: [number, number][] } = { old: [], new: [] };
  for (const { value, removed, added } of changes) {
    if (removed) marks.old.push([oldAt, oldAt + value.length]);
    else if (added) marks.new.push([newAt, newAt + value.length]);
    else common += value.trim().length;
    if (!added) oldAt += value.length;
    if (!removed) newAt += value.length;
  }
  // Two lines that share only a bracket are not one line edited; marking all of both says nothing.
  if (common * 4 < Math.min(before.text.trim().length, after.text.trim().length)) return;
  before.marks.push(...widened(marks.old, before.text));
  after.marks.push(...widened(marks.new, after.text));
}

function printLine(line: Line): SafeHtml {
  if (line.kind === "remark") return html`<b>\\${line.text}</b>`;
  const content = line.marks.length === 0 ? fromPrism(line.segments.map(printSegment).join("")) : printMarked(line);
  if (line.kind === "deleted") return html`<del data-l="${line.number}">${content}</del>`;
  if (line.kind === "inserted") return html`<ins data-l="${line.number}">${content}</ins>`;
  return html`<span class="c" data-l="${line.number}">${content}</span>`;
}

// Marked words are in plain ink by design, so a mark holds no colour and the two never nest.
function printMarked({ text, segments: colored, marks }: Line): SafeHtml {
  let markup = "";
  let printed = 0;
  let end = 0;
  let next = 0;
  for (const segment of colored) {
    end += segment.text.length;
    while (printed < end) {
      const [start, stop] = marks[next] ?? [Infinity, Infinity];
      if (printed < start) {
        const until = Math.min(end, start);
        markup += printSegment({ text: text.slice(printed, until), color: segment.color });
        printed = until;
      } else {
        markup += `<mark>${escapeText(text.slice(start, stop))}</mark>`;
        printed = stop;
        next++;
      }
    }
  }
  return fromPrism(markup);
}
