/** A session of a story: its label in the margin, and its beats. */

import { partId } from "../../../src/address/anchor.ts";
import { projectPath } from "../../../src/address/paths.ts";
import { answerOf } from "../../../src/archive/story/beats.ts";
import { roleWords } from "../../../src/model/archive.ts";
import type { TurnDigest } from "../../../src/model/digest.ts";
import type { Beat, Happening, StoryPart } from "../../../src/model/story.ts";
import { span } from "../../../src/text/clock.ts";
import { count, excerpt } from "../../../src/text/format.ts";
import { html, join, type SafeHtml } from "../../../src/text/html.ts";
import { inlineMarkdown } from "../../../src/text/markdown.ts";
import { firstSentences } from "../../../src/text/sentences.ts";
import { part } from "../../theme.ts";
import { fitting } from "../../within-page.ts";
import { fileCount } from "../facts.ts";
import { strip } from "../strip.ts";
import { seamWords } from "./git.ts";
import { planVersion } from "./plan-versions.ts";
import { storyRows } from "./rows.ts";
import { beatId, bothEnds, type StoryView } from "./view.ts";

/** One session of a story; it gets the session with its beats, which one it is, and the story's page. */
export const storyPart = part("storyPart", (of: StoryPart, index: number, view: StoryView): SafeHtml => {
  const id = partId(index);
  const { first, between, last } = bothEnds(of.beats, view.room.beats);
  const start = fitting(first, (beat) => storyBeat(beat, of, index, view));
  const end = fitting(last, (beat) => storyBeat(beat, of, index, view));
  const left = between.length + start.left.length + end.left.length;
  const drawn = [...start.drawn, left === 0 ? "" : leftOut(of, left, view), ...end.drawn];
  return html`<section class="annal sticky" id="${id}" aria-labelledby="${id}-h">${partLabel(of, id, view)}<ol class="beats">\n${drawn}</ol></section>\n`;
});

function partLabel({ session }: StoryPart, id: string, view: StoryView): SafeHtml {
  const node = session.role === "planning" ? " plan" : session.role === "implementation" ? " impl" : "";
  const day =
    session.span === undefined
      ? html`undated`
      : html`${view.clock.shortDay(session.span.from)}, ${span(session.span, view.clock)}`;
  const facts = [count(session.prompts, "prompt"), count(session.calls, "call")].join(", ");
  return html`<div class="label"><h2 id="${id}-h"><span class="node${node}" aria-hidden="true"></span>${roleWords[session.role]}</h2><p>${day}</p><p>${facts}, ${session.files.changed === 0 ? "no files" : fileCount(session.files)}</p>${strip(session.marks)}<p><a href="${view.session(session)}">Whole session<span class="vh">: ${session.title}</span></a></p></div>`;
}

/** Sessions between the first and the last ones of a long story, a row each; it gets them, how many come before them, and the story's page. */
export const storyPartRows = part(
  "storyPartRows",
  (parts: readonly StoryPart[], before: number, view: StoryView): SafeHtml => {
    if (parts.length === 0) return html``;
    const { drawn, left } = fitting(
      parts,
      ({ session }, at) =>
        html`<li id="${partId(before + at)}"><a href="${view.session(session)}">${excerpt(session.title, 120)}</a> <small>${session.span === undefined ? "undated" : view.dayHour(session.span.from)}, ${count(session.prompts, "prompt")}</small></li>\n`,
    );
    const project = view.archive.projectOf((parts[0] as StoryPart).session);
    const more =
      left.length === 0
        ? ""
        : html`<li>and ${count(left.length, "more session")}, <a href="${view.link(projectPath(project))}">in the project</a></li>`;
    return html`<section class="annal" aria-labelledby="between"><div class="label"><h2 id="between"><span class="node" aria-hidden="true"></span>Between</h2><p>${count(parts.length, "session")}</p></div><ol class="remark">\n${drawn}${more}</ol></section>\n`;
  },
);

const leftOut = ({ session }: StoryPart, left: number, view: StoryView): SafeHtml =>
  html`<li class="seam"><a href="${view.session(session)}"><span>${count(left, "more prompt")}, in the session itself</span></a></li>\n`;

/** What was asked and what came of it; it gets the beat, its session, which one that is, and the story's page. */
export const storyBeat = part("storyBeat", (beat: Beat, of: StoryPart, index: number, view: StoryView): SafeHtml => {
  const { session } = of;
  if (beat.kind === "seam") {
    const seam = beat.seam;
    if (seam === undefined) return html``;
    return html`<li class="seam"><a href="${view.moment(session.id, seam)}"><span>${seamWords(seam)}</span>${view.hour(seam.time)}</a></li>\n`;
  }
  if (beat.kind === "local") return localBeat(beat, of, index, view);
  const asked =
    beat.kind === "feedback"
      ? feedbackAsked(beat, view)
      : beat.turns.map((turn, at) => askedOf(turn, beat, at, of, index, view));
  const first = beat.turns[0];
  const id = first === undefined || beat.kind === "feedback" ? "" : html` id="${beatId(index, first)}"`;
  return html`<li class="beat${beat.kind === "feedback" ? " said-to" : ""}"${id}>${asked}<div class="came">${cameOf(beat, of, view)}</div></li>\n`;
});

/** Cards of plans break the list: what came before them stands above. */
function cameOf(beat: Beat, { session }: StoryPart, view: StoryView): SafeHtml {
  const drawn: SafeHtml[] = [];
  let rows: Happening[] = [];
  const flush = (): void => {
    if (rows.length > 0) drawn.push(storyRows(rows, session.id, view));
    rows = [];
  };
  for (const happening of beat.came) {
    const isCard =
      happening.kind === "plan" && (happening.plan.version === happening.plan.versions || happening.plan.version > 1);
    if (!isCard) rows.push(happening);
    else {
      flush();
      drawn.push(planVersion(happening.plan, view));
    }
  }
  flush();
  const said = answer(beat, view);
  const isEmpty = String(said) === "" && drawn.length === 0;
  if (isEmpty) return html`<p class="said off">No answer in this log.</p>`;
  return beat.answer === undefined ? html`${said}${drawn}` : html`${drawn}${said}`;
}

function answer(beat: Beat, view: StoryView): SafeHtml {
  const { sentences } = view.room;
  if (sentences === 0) return html``;
  const { first, last } = answerOf(beat);
  if (last === undefined) return html``;
  const words = firstSentences(last.text, sentences);
  const before = first === undefined ? "" : firstSentences(first.text, 1, 200);
  if (words === "") return html``;
  return html`<p class="said">${before === "" || before === words ? "" : html`${inlineMarkdown(before)} … `}${inlineMarkdown(words)}</p>`;
}

function numberLink(turn: TurnDigest, { session }: StoryPart, view: StoryView): SafeHtml {
  const hour = view.hour(turn.time);
  return html`<a class="no" href="${view.moment(session.id, turn)}"><span class="vh">${turn.number === undefined ? "To this place" : "Prompt "}</span><span class="num">${turn.number ?? "·"}</span>${hour}</a>`;
}

const queuedWords = {
  steering: "Said while the agent worked",
  "while-working": "Queued while the agent worked",
  waiting: "Queued, and not delivered before the log ends",
} as const;

function askedOf(turn: TurnDigest, beat: Beat, at: number, of: StoryPart, index: number, view: StoryView): SafeHtml {
  const place = at > 0 ? html`class="asked then" id="${beatId(index, turn)}"` : html`class="asked"`;
  const tags = [
    turn.queued === undefined ? "" : html`<span class="tag">${queuedWords[turn.queued]}</span>`,
    turn.images === undefined ? "" : html`<span class="tag">${count(turn.images, "image")}</span>`,
  ];
  return html`<div ${place}>${numberLink(turn, of, view)}<div>${tags}${at === 0 && beat.same !== undefined ? same(beat.same) : wordsOf(turn, view)}</div></div>`;
}

function wordsOf(turn: TurnDigest, view: StoryView): SafeHtml {
  if (turn.kind === "command" || turn.kind === "shell")
    return html`<p class="cmds"><code>${turn.words.text.slice(0, 400)}</code></p>`;
  if (turn.kind === "machine" || turn.kind === "none") return html`<p class="same">${turn.title}</p>`;
  return turn.words.text.trim() === "" ? html`<p class="same">${turn.title}</p>` : view.typed(turn.words);
}

function same(where: NonNullable<Beat["same"]>): SafeHtml {
  if (where === "origin") return html`<p class="same">The prompt above</p>`;
  const { version, versions } = where.plan;
  return html`<p class="same">The plan${versions > 1 ? `, version ${version}` : ""}. Only its text was carried over.</p>`;
}

function feedbackAsked({ to }: Beat, view: StoryView): SafeHtml {
  if (to?.plan.feedback === undefined) return html``;
  const which = to.versions > 1 ? `To version ${to.version}` : "To the plan";
  return html`<div class="asked"><a class="no" href="${view.moment(to.session, to.plan)}"><span class="vh">Feedback </span><span class="num">v${to.version}</span>${view.hour(to.plan.answered ?? to.plan.time)}</a><div><span class="tag">${which}</span>${view.typed(to.plan.feedback, Math.max(view.room.prompt, 600))}</div></div>`;
}

/** Commands to the client that follow each other share a beat. */
function localBeat(beat: Beat, of: StoryPart, index: number, view: StoryView): SafeHtml {
  const [first, last] = [beat.turns[0], beat.turns.at(-1)];
  if (first === undefined || last === undefined) return html``;
  const numerals =
    first === last || last.number === undefined ? `${first.number ?? "·"}` : `${first.number ?? ""}–${last.number}`;
  const commands = beat.turns.slice(0, 12).map(({ words }) => html`<code>${words.text.slice(0, 120)}</code>`);
  const link = html`<a class="no" href="${view.moment(of.session.id, first)}"><span class="vh">Prompt </span><span class="num">${numerals}</span>${view.hour(first.time)}</a>`;
  return html`<li class="beat slim" id="${beatId(index, first)}"><div class="asked">${link}<div><p class="cmds">${join(commands, " ")}</p></div></div><div class="came"><p class="said off">Local commands; nothing was sent to the model.</p></div></li>\n`;
}
