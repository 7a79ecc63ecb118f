/** Runs of quiet calls fold into one line. Failures, decisions and changes never hide in one: they break the run. */
import type { CallRow } from "./call.ts";
import type { Row, Work } from "./chunk.ts";
import { count, duration } from "./format.ts";
import { caret } from "./glyph.ts";
import { html, type SafeHtml } from "./html.ts";
import { ticks } from "./strip.ts";

/** A longer run is cut: a fold should not open thousands of rows. */
const longestRun = 100;

/** A marginal note at its place between calls; it does not break a run. */
export interface Aside {
  readonly aside: SafeHtml;
}

export function work(entries: readonly (CallRow | Aside)[]): Work {
  const rows: Row[] = [];
  let run: CallRow[] = [];
  let notes: SafeHtml[] = [];
  const flush = () => {
    for (let start = 0; start < run.length; start += longestRun)
      rows.push(...grouped(run.slice(start, start + longestRun)));
    for (const note of notes) rows.push(asideRow(note));
    run = [];
    notes = [];
  };
  for (const entry of entries) {
    if ("aside" in entry) notes.push(entry.aside);
    else if (entry.isGroupable) run.push(entry);
    else {
      flush();
      rows.push(single(entry));
    }
  }
  flush();
  return { rows, sum: sum(entries.filter((entry) => !("aside" in entry)) as readonly CallRow[]) };
}

/** Three quiet calls make a run; two when they are of one tool. */
function grouped(run: readonly CallRow[]): readonly Row[] {
  const isRun = run.length >= 3 || (run.length === 2 && run[0]?.name === run[1]?.name);
  if (!isRun) return run.map(single);
  const ms = run.every((row) => row.ms !== undefined)
    ? run.reduce((total, row) => total + (row.ms ?? 0), 0)
    : undefined;
  const time = ms === undefined || ms < 1000 ? "" : html`<span class="meta">${duration(ms)}</span>`;
  const head = html`<li><details class="run"><summary>${ticks(run.map((row) => row.mark))}<b>${count(run.length, "call")}</b><span class="mix">${mix(run).map(([name, uses]) => html`<span>${name} ×${uses}</span>`)}</span>${time}${caret}</summary><ol class="work">`;
  const first = run[0];
  return [
    {
      chunks: [head, ...run.flatMap((row) => row.chunks), html`</ol></details></li>`],
      isKept: false,
      label: `${count(run.length, "call")}: ${mixWords(run)}`,
      home: first?.id ?? "",
    },
  ];
}

function single(row: CallRow): Row {
  return { chunks: row.chunks, isKept: row.isKept, label: row.phrase, home: row.id };
}

function asideRow(aside: SafeHtml): Row {
  return { chunks: [html`<li class="aside">${aside}</li>`], isKept: false, label: "Note", home: "" };
}

function mix(rows: readonly CallRow[]): readonly (readonly [string, number])[] {
  const uses = new Map<string, number>();
  for (const { name } of rows) uses.set(name, (uses.get(name) ?? 0) + 1);
  return [...uses].sort((a, b) => b[1] - a[1]);
}

const mixWords = (rows: readonly CallRow[]): string =>
  mix(rows)
    .map(([name, uses]) => (uses === 1 ? name : `${name} ×${uses}`))
    .join(", ");

/** What Story shows instead of the list: "7 calls: Read ×3, Bash, Edit match.ts +9 −31". */
function sum(rows: readonly CallRow[]): string {
  const changes = rows.filter((row) => row.isChange);
  const others = rows.filter((row) => !row.isChange);
  const only = rows[0];
  if (rows.length === 1 && only !== undefined) return `1 ${only.isChange ? "change" : "call"}: ${only.phrase}`;
  const shown = changes.slice(0, 4).map((row) => row.phrase);
  if (changes.length > shown.length) shown.push(`${changes.length - shown.length} more changes`);
  const parts = others.length === 0 ? shown : [mixWords(others), ...shown];
  return `${count(rows.length, others.length === 0 ? "change" : "call")}: ${parts.join(", ")}`;
}
