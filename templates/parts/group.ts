/** Runs of quiet calls fold into one line. Failures, decisions and changes never hide in one: they break the run. */

import { count, duration } from "../../src/text/format.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import { part } from "../theme.ts";
import type { DrawnCall } from "./call.ts";
import { around, type Row, type Work, workList } from "./chunk.ts";
import { caret } from "./glyph.ts";
import { ticks } from "./strip.ts";

/** A longer run is cut: a fold should not open thousands of rows. */
const longestRun = 100;

/** A marginal note at its place between calls; it does not break a run, but stands in it, unless it tells of an error. */
export interface Aside {
  readonly aside: SafeHtml;
  readonly isError: boolean;
}

type Entry = DrawnCall | Aside;
const isAside = (entry: Entry): entry is Aside => "aside" in entry;

export function work(entries: readonly Entry[]): Work {
  const rows: Row[] = [];
  /** Begins and ends with a call. */
  let run: Entry[] = [];
  /** Behind it, until another call follows. */
  let notes: Aside[] = [];
  const flush = () => {
    for (const part of parts(run)) rows.push(...grouped(part));
    for (const note of notes) rows.push(asideRow(note));
    run = [];
    notes = [];
  };
  for (const entry of entries) {
    if (isAside(entry)) {
      notes.push(entry);
      if (entry.isError) flush();
    } else if (entry.isGroupable) {
      if (run.length === 0) flush();
      run.push(...notes, entry);
      notes = [];
    } else {
      flush();
      rows.push(single(entry));
    }
  }
  flush();
  return { rows, sum: sum(callsOf(entries)) };
}

const callsOf = (entries: readonly Entry[]): readonly DrawnCall[] =>
  entries.filter((entry): entry is DrawnCall => !isAside(entry));

/** So many calls in each. */
function parts(run: readonly Entry[]): readonly (readonly Entry[])[] {
  const cut: Entry[][] = [];
  let calls = 0;
  for (const entry of run) {
    const last = cut.at(-1);
    if (last === undefined || (!isAside(entry) && calls % longestRun === 0)) cut.push([entry]);
    else last.push(entry);
    if (!isAside(entry)) calls++;
  }
  return cut;
}

/** Three quiet calls make a run; two when they are of one tool. */
function grouped(entries: readonly Entry[]): readonly Row[] {
  const run = callsOf(entries);
  const isRun = run.length >= 3 || (run.length === 2 && run[0]?.name === run[1]?.name);
  if (!isRun) return entries.map((entry) => (isAside(entry) ? asideRow(entry) : single(entry)));
  const rows = entries.flatMap((entry) => (isAside(entry) ? asideRow(entry) : entry).chunks);
  const first = run[0];
  return [
    {
      chunks: around((slot) => callGroup(run, slot), rows),
      isKept: false,
      label: `${count(run.length, "call")}: ${mixWords(run)}`,
      home: first?.id ?? "",
    },
  ];
}

/** A run of quiet calls as one line that opens; it gets the calls and their rows. */
export const callGroup = part("callGroup", (calls: readonly DrawnCall[], rows: SafeHtml): SafeHtml => {
  const ms = calls.every((call) => call.ms !== undefined)
    ? calls.reduce((total, call) => total + (call.ms ?? 0), 0)
    : undefined;
  const time = ms === undefined || ms < 1000 ? "" : html`<span class="meta">${duration(ms)}</span>`;
  return html`<li><details class="run"><summary>${ticks(calls.map((call) => call.mark))}<b>${count(calls.length, "call")}</b><span class="mix">${mix(calls).map(([name, uses]) => html`<span>${name} ×${uses}</span>`)}</span>${time}${caret()}</summary>${workList(undefined, [rows])}</details></li>`;
});

function single(row: DrawnCall): Row {
  return { chunks: row.chunks, isKept: row.isKept, label: row.phrase, home: row.id };
}

function asideRow({ aside }: Aside): Row {
  return { chunks: [workNote(aside)], isKept: false, label: "Note", home: "" };
}

/** A note between calls; it gets the note. */
export const workNote = part("workNote", (note: SafeHtml): SafeHtml => html`<li class="aside">${note}</li>`);

function mix(rows: readonly DrawnCall[]): readonly (readonly [string, number])[] {
  const uses = new Map<string, number>();
  for (const { name } of rows) uses.set(name, (uses.get(name) ?? 0) + 1);
  return [...uses].sort((a, b) => b[1] - a[1]);
}

const mixWords = (rows: readonly DrawnCall[]): string =>
  mix(rows)
    .map(([name, uses]) => (uses === 1 ? name : `${name} ×${uses}`))
    .join(", ");

/** What Story shows instead of the list: "7 calls: Read ×3, Bash, Edit match.ts +9 −31". */
function sum(rows: readonly DrawnCall[]): string {
  const changes = rows.filter((row) => row.isChange);
  const others = rows.filter((row) => !row.isChange);
  const only = rows[0];
  if (rows.length === 1 && only !== undefined) return `1 ${only.isChange ? "change" : "call"}: ${only.phrase}`;
  const shown = changes.slice(0, 4).map((row) => row.phrase);
  if (changes.length > shown.length) shown.push(`${changes.length - shown.length} more changes`);
  const parts = others.length === 0 ? shown : [mixWords(others), ...shown];
  return `${count(rows.length, others.length === 0 ? "change" : "call")}: ${parts.join(", ")}`;
}
