/** One prompt and everything until the next, in pieces that the page's budget may still move. */

import { stepAnchor } from "../../src/address/anchor.ts";
import { cost, costText } from "../../src/archive/cost.ts";
import { type Landmarks, landmarksOf } from "../../src/conversation/landmarks.ts";
import { markOf } from "../../src/conversation/marks.ts";
import { promptTitle } from "../../src/conversation/prompt-title.ts";
import type { TaskLists } from "../../src/conversation/task-changes.ts";
import type { Mark } from "../../src/model/archive.ts";
import type { Turn } from "../../src/model/session.ts";
import { time } from "../../src/text/clock.ts";
import { cachedShare, count, duration, modelName, tokens, totals } from "../../src/text/format.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import { part } from "../theme.ts";
import type { Cast } from "./cast.ts";
import { around, type Chunk, whole } from "./chunk.ts";
import { costEstimate } from "./facts.ts";
import { turnNotes } from "./owner-note.ts";
import type { PageView } from "./page-view.ts";
import { prompt } from "./prompt.ts";
import { rewindChunks, turnLeftBehind } from "./rewind.ts";
import { steps } from "./steps.ts";

/** What outline and strip tell of a turn. */
export interface TurnOutline {
  readonly id: string;
  /** "3"; "" for a turn that no person began. */
  readonly numeral: string;
  readonly title: string;
  readonly marks: readonly { readonly mark: Exclude<Mark, "prompt">; readonly id: string }[];
  readonly landmarks: Landmarks;
}

export interface TurnView extends TurnOutline {
  readonly open: SafeHtml;
  /** Before the prompt: versions that a rewind left behind. */
  readonly fork: readonly Chunk[];
  readonly prompt: SafeHtml;
  readonly chunks: readonly Chunk[];
  readonly foot: SafeHtml;
  readonly close: SafeHtml;
}

export const outlineOf = ({ id, numeral, title, marks, landmarks }: TurnOutline): TurnOutline => ({
  ...{ id, numeral, title, marks, landmarks },
});

export interface TurnOptions {
  readonly numeral: string;
  readonly tasks: TaskLists;
}

export function turnView(turn: Turn, view: PageView, cast: Cast, { numeral, tasks }: TurnOptions): TurnView {
  const id = view.anchors.take(turn.id);
  const title = promptTitle(turn);
  const { before, after } = rewindChunks(id, turn.otherVersions ?? [], (turns) => version(turns, view, cast));
  const [open = html``, close = html``] = around((body) => turnFrame(turn, { id, numeral, title }, view, body), []);
  return {
    id,
    numeral,
    title,
    marks: turn.steps.flatMap((step) => {
      const mark = markOf(step);
      return mark === undefined ? [] : [{ mark, id: stepAnchor(step, id) }];
    }),
    landmarks: landmarksOf(turn),
    open,
    fork: before,
    prompt: html`${prompt(turn, view)}${turnNotes(turn, view).notes}`,
    chunks: steps(turn.steps, view, cast, { tasks }),
    foot: html`${after}${turnFoot(turn, id)}`,
    close,
  };
}

/** A version that was left behind: its turns, one after the other. */
/** A version may have been rewound itself: what it left behind comes before what took its place. */
function version(turns: readonly Turn[], view: PageView, cast: Cast): SafeHtml {
  return html`${turns.map((turn, index) => {
    const when = turn.time === undefined ? "" : `, ${view.clock.time(turn.time)}`;
    const tag = index === 0 ? `Left behind by a rewind${when}` : `Then${when}`;
    const earlier = (turn.otherVersions ?? []).map((inner) => version(inner, view, cast));
    const id = view.anchors.take(turn.id);
    return html`${earlier}${turnLeftBehind(id, prompt(turn, view, tag), whole(steps(turn.steps, view, cast)))}`;
  })}`;
}

type TurnName = Pick<TurnView, "id" | "numeral" | "title">;

/** A turn with its heading; it gets the turn, its id, numeral and title, the page, and prompt and steps as its body. */
export const turnFrame = part(
  "turn",
  (turn: Turn, { id, numeral, title }: TurnName, view: PageView, body: SafeHtml): SafeHtml => {
    const heading = numeral === "" ? title : `Prompt ${numeral}: ${title}`;
    return html`<article class="turn" id="${id}" aria-labelledby="${id}-h">\n<h2 id="${id}-h" class="vh">${heading}</h2>\n${turnNumber(turn, { id, numeral, title }, view)}\n${body}</article>\n`;
  },
);

/** The number and time beside a turn; it gets the turn, its id, numeral and title, and the page. */
export const turnNumber = part("turnNumber", (turn: Turn, { id, numeral }: TurnName, view: PageView): SafeHtml => {
  const when = turn.time === undefined ? "" : time(turn.time, view.clock.time);
  return html`<a class="no" href="#${id}"><span class="vh">Link to ${numeral === "" ? "this place" : "prompt "}</span><span class="num">${numeral === "" ? "·" : numeral}</span>${when}${turnNotes(turn, view).star}</a>`;
});

/** What a turn took: models, time, tokens, cost, calls. It gets the turn and its id. */
export const turnFoot = part("turnFoot", (turn: Turn, id: string): SafeHtml => {
  const calls = turn.steps.filter((step) => step.kind === "call").length;
  const usage = turn.usage ?? [];
  const facts: (SafeHtml | string)[] = [...new Set(usage.map(({ model }) => modelName(model)))];
  if (turn.durationMs !== undefined) facts.push(duration(turn.durationMs));
  const total = totals(usage);
  if (total.all > 0) {
    const cached = cachedShare(total);
    const isTold = usage.every(({ known }) => known === undefined);
    facts.push(
      `${isTold ? tokens(total.input) : "–"} in${cached === undefined ? "" : `, ${cached}`}`,
      `${tokens(total.output)} out`,
    );
    if (costText(cost(usage)) !== undefined) facts.push(costEstimate(usage));
  }
  if (calls === 0 && facts.length === 0) return html``;
  facts.push(calls === 0 ? "no calls" : count(calls, "call"));
  return html`<footer class="turn-f">${facts.map((fact) => html`<span>${fact}</span>`)}<a class="copy" href="#${id}">Link<span class="vh"> to this prompt</span></a></footer>\n`;
});
