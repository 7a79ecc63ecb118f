/** One edit of a file on its page: when, the prompt that caused it, what was changed, and what is to be said of it. */
import { agentPath, link, sessionPath } from "../../src/address/paths.ts";
import type { FileEdit } from "../../src/model/file-history.ts";
import { clock, time } from "../../src/text/clock.ts";
import { diff } from "../../src/text/diff.ts";
import { count, duration, excerpt, modelName, number } from "../../src/text/format.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import type { Hunk } from "../../src/text/hunks.ts";
import { part } from "../theme.ts";
import { bytesOf, isTight, listBytes } from "../within-page.ts";
import { addedRemoved } from "./facts.ts";
import { caret, glyph } from "./glyph.ts";

export interface EditPlace {
  /** The page it stands on. */
  readonly path: string;
  readonly timeZone: string;
}

const mostOpen = 24;
const mostLines = 160;
const longestLine = 400;

/** An edit of a file with its diff; it gets the edit, and the page it stands on. */
export const fileEdit = part("fileEdit", (about: FileEdit, place: EditPlace): SafeHtml => {
  const { edit, session } = about;
  const { date, time: hour } = clock(place.timeZone);
  return html`<article class="edit${isSound(about) ? "" : " unsound"}"><p class="when">${edit.time === undefined ? html`<b>Undated</b>` : html`<b>${time(edit.time, date)}</b><span>${hour(edit.time)}</span>`}</p><div><h3 class="cause"><a href="${editLink(about, place.path)}">${promptWords(about)}</a></h3><ul class="facts"><li>${edit.tool}</li>${edit.added + edit.removed === 0 ? "" : html`<li>${addedRemoved(edit)}</li>`}<li><a href="${link(place.path, sessionPath(session))}">${session.title}</a></li>${about.turn?.number === undefined ? "" : html`<li>prompt ${about.turn.number}</li>`}${edit.agent === undefined ? "" : html`<li>by an agent</li>`}${session.models.length === 1 ? html`<li>${modelName(session.models[0] ?? "")}</li>` : ""}</ul>${editDiff(about)}</div><div class="side">${editRemarks(about, place)}</div></article>\n`;
});

/** An edit in one line, for those that a long page has no room for; it gets the edit, and the page it stands on. */
export const fileEditRow = part("fileEditRow", (about: FileEdit, place: EditPlace): SafeHtml => {
  const { edit } = about;
  const { date } = clock(place.timeZone);
  return html`<tr><td>${edit.time === undefined ? "–" : time(edit.time, date)}</td><th scope="row"><a href="${editLink(about, place.path)}">${excerpt(promptWords(about), 80)}</a></th><td class="n">${isSound(about) ? addedRemoved(edit) : outcomeWords[edit.outcome]}</td></tr>\n`;
});

const isSound = ({ edit }: FileEdit): boolean => edit.outcome === "ok" && edit.isLeftBehind === undefined;

const outcomeWords = {
  ok: "left behind",
  failed: "failed",
  rejected: "rejected",
  interrupted: "interrupted",
  unknown: "no result",
} as const;

/** To the call itself, on the page of whoever made it. */
export function editLink({ edit, session }: FileEdit, path: string): string {
  const agent = edit.agent === undefined ? undefined : session.agents.find(({ id }) => id === edit.agent);
  return link(path, agent === undefined ? sessionPath(session) : agentPath(session, agent), edit.anchor);
}

export function promptWords({ turn, session }: Pick<FileEdit, "turn" | "session">): string {
  if (turn === undefined) return session.title;
  return turn.kind === "plan" ? turn.title.replace(/^Plan: /, "Implement the plan: ") : turn.title;
}

function editDiff({ edit }: FileEdit): SafeHtml {
  const lines = edit.hunks.reduce((sum, hunk) => sum + hunk.lines.length, 0);
  if (lines === 0) return html``;
  const { hunks, left } = firstLines(edit.isNumbered ? edit.hunks : edit.hunks.map(inPassage));
  const more = left + (edit.cutLines ?? 0);
  const isOpen = lines <= mostOpen && edit.isLeftBehind === undefined;
  const body = html`${diff(hunks, { path: edit.path, isByLine: !isOpen })}${more > 0 ? html`<p class="more">and ${count(more, "more line")}, at the edit itself</p>` : ""}`;
  if (isOpen) return body;
  const changed = edit.added + edit.removed;
  return html`<details class="data"><summary>${changed === 0 ? "The edit" : count(changed, "changed line")}${caret()}</summary>${body}</details>`;
}

/** Without a place in the file its lines count from 1, which must not read as one. What replaces nothing is a whole text. */
const inPassage = (hunk: Hunk): Hunk =>
  hunk.oldLines === 0
    ? hunk
    : { ...hunk, header: "Lines counted in the passage; its place in the file is not in the log" };

function firstLines(hunks: readonly Hunk[]): { readonly hunks: readonly Hunk[]; readonly left: number } {
  let room = mostLines;
  // Where there is little room, a few edits with their first lines tell more than none.
  let bytes = isTight() ? listBytes() / 4 : Number.POSITIVE_INFINITY;
  let left = 0;
  const shown = hunks.flatMap((hunk) => {
    const lines = hunk.lines
      .slice(0, room)
      .map((line) => (line.length > longestLine ? `${line.slice(0, longestLine)}…` : line))
      .filter((line) => {
        if (isTight() && bytes > 0) bytes -= bytesOf(html`${line}`);
        return bytes > 0;
      });
    left += hunk.lines.length - lines.length;
    room -= lines.length;
    return lines.length === 0 ? [] : [{ ...hunk, lines }];
  });
  return { hunks: shown, left };
}

/** What is to be said of an edit: that it failed, was left behind, corrects another; it gets the edit, and its page. */
export const editRemarks = part("editRemarks", (about: FileEdit, place: EditPlace): SafeHtml => {
  const { edit, turn, session, corrects, againAt } = about;
  const remarks: SafeHtml[] = [];
  const bad = (words: SafeHtml): void => {
    remarks.push(html`<p>${glyph("fail")} ${words}</p>`);
  };
  if (edit.outcome === "failed")
    bad(html`Failed: nothing was changed.${edit.error === undefined ? "" : html` <q>${excerpt(edit.error, 160)}</q>`}`);
  if (edit.outcome === "rejected") bad(html`Rejected: nothing was changed.`);
  if (edit.outcome === "interrupted") bad(html`Interrupted: the log does not say what came of it.`);
  if (edit.outcome === "unknown") bad(html`The log has no result of it.`);
  if (edit.isLeftBehind) {
    const again = againAt === undefined ? "" : html`, then made again at ${clock(place.timeZone).time(againAt)}`;
    bad(html`Left behind by a rewind${again}.`);
  }
  if (corrects !== undefined)
    remarks.push(
      html`<p>A correction: it changes what an earlier prompt of this session wrote${corrects.afterMs === undefined ? "" : `, ${duration(corrects.afterMs)} before`}.</p>`,
    );
  if (edit.userModified) remarks.push(html`<p>Changed by the person before it was accepted.</p>`);
  if (edit.created) remarks.push(html`<p>The file was made here.</p>`);
  if (turn?.kind === "plan")
    remarks.push(
      html`<p>Began in a plan${session.origin?.prompt === undefined ? "." : html`: “${excerpt(session.origin.prompt, 120)}”`}</p>`,
    );
  return html`${remarks}`;
});

/** How many edits of what kind a page names. */
export const editCount = (edits: number, sessions: number): SafeHtml =>
  html`${number(edits)} <small>in ${count(sessions, "session")}</small>`;
