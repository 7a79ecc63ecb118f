/** Who wrote each line of a file: the page beside its history. */
import { blamePath, filePath, link } from "../../src/address/paths.ts";
import { breakWords } from "../../src/archive/replay/words.ts";
import type { Archive } from "../../src/model/archive.ts";
import type { Blame, BlameGap, BlameLine, FileHistory } from "../../src/model/file-history.ts";
import { clock } from "../../src/text/clock.ts";
import { count, number } from "../../src/text/format.ts";
import { browserLanguage } from "../../src/text/highlight.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import { languageOf } from "../../src/text/language.ts";
import { pageFrame, type Site } from "../layouts/page.ts";
import {
  type BlameRun,
  blameLines,
  blamePrompts,
  blameRuns,
  blameStrip,
  lineAnchor,
  longestLine,
  moreLines,
} from "../parts/blame.ts";
import { addedRemoved, factList } from "../parts/facts.ts";
import { fileHead } from "../parts/file-head.ts";
import { glyph } from "../parts/glyph.ts";
import { part } from "../theme.ts";
import { bytesOf, isTight, listBytes, withinPage } from "../within-page.ts";
import { withoutCounts } from "./without-counts.ts";

type Blamed = FileHistory & { readonly blame: Blame };

export function blamePage(history: Blamed, site: Site<Archive>): SafeHtml {
  const { file, blame } = history;
  const rules = hoverRules(blame);
  return withinPage(() =>
    pageFrame({
      ...withoutCounts(site),
      path: blamePath(file),
      title: `Blame of ${file.path}`,
      description: `Each line of ${file.path} with the prompt that wrote it.`,
      body: blameBody(history, site.archive),
      current: "files",
      isMinor: true,
      ...(rules === undefined ? {} : { rules }),
    }),
  );
}

const mostMarked = 60;

/** Hovering a line marks all lines of its prompt. Made of numbers only: nothing of a log is in it. */
function hoverRules({ prompts }: Blame): SafeHtml | undefined {
  if (prompts.length < 2 || prompts.length > mostMarked) return undefined;
  const rules = prompts.map(
    ({ number: no }, at) => html`${at === 0 ? "" : ","}.blame:has(.p${no}:is(:hover,:focus-within)) .p${no}`,
  );
  return html`${rules}{--on:var(--accent)}`;
}

/** Lines for which most pages have room; where they are too large after all, they are measured. */
const mostLines = 2500;
const mostCharacters = 150_000;

/** The blame of a file; it gets the file with its history, and the archive. */
export const blameBody = part("blameBody", (history: Blamed, archive: Archive): SafeHtml => {
  const { file, blame } = history;
  const language = browserLanguage(languageOf(file.path));
  const place = { path: blamePath(file), timeZone: archive.timeZone, language };
  const { shown, left } = withinRoom(blameRuns(blame.lines));
  const room = blame.lines.length - left;
  const lede = html`The file as the last edit left it, each line with the prompt that wrote it. What was changed since by hand is not in the logs.`;
  const gaps = blame.lines.filter(({ gap }) => gap !== undefined).length;
  const gone = blame.edits - new Set(blame.prompts.map(({ edit }) => edit.call)).size;
  return html`<div class="page">${fileHead(history, "blame", { lede, facts: blameFacts(history, archive, gaps) }, archive)}
${breakNotices(blame, archive, place.path, filePath(file), room)}${blameStrip(blame, room)}
<p class="howto"><span><span class="num">${blame.prompts.length}</span> the ${ordinal(blame.prompts.length)} prompt to write here; leads to its turn</span><span class="ages"><i class="age-1"></i><i class="age-2"></i><i class="age-3"></i><i class="age-4"></i> thicker is newer</span><span class="ages"><i class="none"></i> no prompt</span></p>
<h2 class="vh">Lines</h2>
${blameLines(blame, shown, place)}${left === 0 ? "" : html`<p class="wrote end" id="${moreLines}"><span>and ${count(left, "more line")}, for which a page has no room: <code>annals blame</code> prints them</span></p>`}${laterEdits(blame)}
${blamePrompts(blame, place)}${gone <= 0 ? "" : html`<p class="remark">Edits that wrote lines which are gone are in <a href="${link(place.path, filePath(file))}">History</a>.</p>`}</div>`;
});

const ordinal = (value: number): string => {
  const words = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
  return words[value - 1] ?? `${number(value)}th`;
};

function withinRoom(runs: readonly BlameRun[]): { readonly shown: readonly BlameRun[]; readonly left: number } {
  const shown: BlameRun[] = [];
  let [lines, size] = [0, 0];
  let left = 0;
  const most = isTight() ? listBytes() : mostCharacters;
  for (const run of runs) {
    const fits: BlameRun["lines"][number][] = [];
    for (const line of run.lines) {
      if (left === 0) size += lineSize(line);
      if (left > 0 || lines >= mostLines || size > most) left++;
      else {
        fits.push(line);
        lines++;
      }
    }
    size += runSize;
    if (fits.length > 0) shown.push({ ...run, lines: fits });
  }
  return { shown, left };
}

/** Of what surrounds a run of lines. */
const runSize = 220;

const lineSize = ({ text }: BlameLine): number =>
  (isTight() ? bytesOf(html`${text.slice(0, longestLine)}`) : Math.min(text.length, longestLine)) + 20;

function laterEdits({ stop }: Blame): SafeHtml {
  if (stop === undefined) return html``;
  const made = stop.later.map(({ edit }) => edit);
  const sums = { added: 0, removed: 0 };
  for (const { added, removed } of made) {
    sums.added += added;
    sums.removed += removed;
  }
  return html`<p class="wrote end"><span>Not known from here: ${count(made.length, "later edit")}, ${addedRemoved(sums)}</span></p>`;
}

/** The facts of a blame; it gets the file with its history, the archive, and how many lines are nobody's. */
export const blameFacts = part("blameFacts", ({ blame }: Blamed, archive: Archive, gaps: number): SafeHtml => {
  const { day, time } = clock(archive.timeZone);
  const { last, lines, prompts, replayed, edits } = blame;
  const sessions = new Set(prompts.map(({ session }) => session.id)).size;
  return factList([
    last.edit.time === undefined ? undefined : ["As of", html`${day(last.edit.time)}, ${time(last.edit.time)}`],
    ["Lines", html`${number(lines.length)}`],
    [
      "By prompts",
      html`${number(lines.length - gaps)} <small>${count(prompts.length, "prompt")} in ${count(sessions, "session")}</small>`,
    ],
    gaps === 0
      ? undefined
      : ["By no prompt", html`${number(gaps)} <small><a href="#gap-1">where replay breaks</a></small>`],
    ["Replayed", html`${number(replayed)} of ${count(edits, "edit")}`],
  ]);
});

/** Where the replay breaks, and why; it gets the blame, the archive, the page it stands on, that of the history, and how many lines the page has room for. */
export const breakNotices = part(
  "breakNotices",
  (blame: Blame, archive: Archive, path: string, historyPath: string, room: number): SafeHtml => {
    const { day } = clock(archive.timeZone);
    const most = 6;
    const shown = blame.gaps.slice(0, most).map((gap, at) => {
      const first = blame.lines.findIndex((line) => line.gap === gap) + 1;
      const isLeft = gap.after === undefined || gap.isOverUnseen === true;
      return html`<p class="notice" id="gap-${at + 1}">${glyph("think")}<span>${gapWords(gap, day)} The ${count(gap.lines, "line")} that ${isLeft ? (gap.lines === 1 ? "is left of it" : "are left of it") : gap.lines === 1 ? "differs" : "differ"}, <a href="${lineAnchor(first, room)}">from line ${number(first)} on</a>, ${gap.lines === 1 ? "is" : "are"} hatched: somebody or something wrote ${gap.lines === 1 ? "it" : "them"}, and the logs do not say who.</span></p>\n`;
    });
    const more = blame.gaps.length - most;
    const { stop } = blame;
    const later = stop?.later.length ?? 0;
    return html`${stop === undefined ? "" : html`<p class="notice bad">${glyph("fail")}<span><b>Replay stops at edit ${number(blame.edits - later + 1)} of ${number(blame.edits)}${stop.at.edit.time === undefined ? "" : `, on ${day(stop.at.edit.time)}`}.</b> ${breakWords[stop.reason]} Annals does not guess. Below is the file after the edit before; <a href="${link(path, historyPath)}">the ${count(later, "edit")} from there on ${later === 1 ? "is" : "are"} in History</a>.</span></p>\n`}${shown}${more > 0 ? html`<p class="remark">and ${count(more, "more break")} like these.</p>` : ""}`;
  },
);

function gapWords({ after, before, isOverUnseen }: BlameGap, day: (iso: string | undefined) => string): SafeHtml {
  if (isOverUnseen)
    return html`<b>Edit ${number(before.number ?? 1)} wrote the file anew.</b> On ${day(before.edit.time)} it was there, and the log holds no copy of it: which lines are new is not known.`;
  if (after === undefined)
    return html`<b>The file was there before edit ${number(before.number ?? 1)}.</b> That edit recorded the text it found on ${day(before.edit.time)}.`;
  return html`<b>Replay breaks before edit ${number(before.number ?? 0)}.</b> The file it found on ${day(before.edit.time)} was not the file that edit ${number(after.number ?? 0)} had left on ${day(after.edit.time)}. Replay went on from the text that it recorded.`;
}
