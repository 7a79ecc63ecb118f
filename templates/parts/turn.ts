/** One prompt and everything until the next, in pieces that the page's budget may still move. */

import { anchor, planId } from "../../src/address/anchor.ts";
import { cost, costNote, costText } from "../../src/archive/cost.ts";
import { callState } from "../../src/conversation/call-state.ts";
import { markOf } from "../../src/conversation/marks.ts";
import { promptTitle } from "../../src/conversation/prompt-title.ts";
import type { Mark } from "../../src/model/archive.ts";
import type { ModelUsage, Step, Turn } from "../../src/model/session.ts";
import { time } from "../../src/text/clock.ts";
import { cachedShare, count, duration, modelName, tokens, totals } from "../../src/text/format.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import type { Cast } from "./cast.ts";
import { type Chunk, whole } from "./chunk.ts";
import type { PageView } from "./page-view.ts";
import { prompt } from "./prompt.ts";
import { isQuestion } from "./question.ts";
import { forkOpen, forkVersions, keptVersion } from "./rewind.ts";
import { steps } from "./steps.ts";
import type { TaskLists } from "./tasks.ts";

export interface TurnView {
  readonly id: string;
  /** "3"; "" for a turn that no person began. */
  readonly numeral: string;
  readonly title: string;
  readonly marks: readonly { readonly mark: Exclude<Mark, "prompt">; readonly id: string }[];
  readonly landmarks: Landmarks;
  readonly open: SafeHtml;
  /** Before the prompt: versions that a rewind left behind. */
  readonly fork: readonly Chunk[];
  readonly prompt: SafeHtml;
  readonly chunks: readonly Chunk[];
  readonly foot: SafeHtml;
  readonly close: SafeHtml;
}

/** What the outline says about a turn. */
export interface Landmarks {
  readonly plans: number;
  readonly questions: number;
  readonly agents: number;
  readonly failures: number;
  readonly versions: number;
  readonly isInterrupted: boolean;
  readonly isCompacted: boolean;
  readonly apiErrors: number;
  /** Calls that a person, a rule or a hook did not let run. */
  readonly refused: number;
}

export interface TurnOptions {
  readonly numeral: string;
  readonly tasks: TaskLists;
}

export function turnView(turn: Turn, view: PageView, cast: Cast, { numeral, tasks }: TurnOptions): TurnView {
  const id = view.anchors.take(turn.id);
  const title = promptTitle(turn);
  const heading = numeral === "" ? title : `Prompt ${numeral}: ${title}`;
  const when = turn.time === undefined ? "" : time(turn.time, view.clock.time);
  const number = html`<a class="no" href="#${id}"><span class="vh">Link to ${numeral === "" ? "this place" : "prompt "}</span><span class="num">${numeral === "" ? "·" : numeral}</span>${when}</a>`;
  const versions = turn.otherVersions ?? [];
  const fork = versions.length === 0 ? [] : forkVersions(id, versions, (turns) => version(turns, view, cast));
  const kept = versions.length === 0 ? html`` : html`<div class="ver" data-v="${keptVersion(versions.length + 1)}">`;
  const open = html`<article class="turn" id="${id}" aria-labelledby="${id}-h">\n<h2 id="${id}-h" class="vh">${heading}</h2>\n${number}\n`;
  return {
    id,
    numeral,
    title,
    marks: turn.steps.flatMap((step) => {
      const mark = markOf(step);
      return mark === undefined ? [] : [{ mark, id: placeOf(step, id) }];
    }),
    landmarks: landmarks(turn),
    open,
    fork: versions.length === 0 ? [] : [forkOpen(id, versions.length + 1), ...fork, kept],
    prompt: prompt(turn, view),
    chunks: steps(turn.steps, view, cast, { tasks }),
    foot: html`${versions.length === 0 ? "" : html`</div></fieldset>\n`}${footer(turn, id)}`,
    close: html`</article>\n`,
  };
}

/** A version that was left behind: its turns, one after the other. */
function version(turns: readonly Turn[], view: PageView, cast: Cast): SafeHtml {
  return html`${turns.map((turn, index) => {
    const when = turn.time === undefined ? "" : `, ${view.clock.time(turn.time)}`;
    const tag = index === 0 ? `Left behind by a rewind${when}` : `Then${when}`;
    const id = view.anchors.take(turn.id);
    return html`<div id="${id}">${prompt(turn, view, tag)}${whole(steps(turn.steps, view, cast))}</div>`;
  })}`;
}

function placeOf(step: Step, turn: string): string {
  if (step.kind === "call") return anchor(step.call.id);
  if (step.kind === "plan") return anchor(planId(step.plan));
  if (step.kind === "thinking") return step.markdown.trim() === "" ? turn : anchor(`${step.id}-thinking`);
  return step.kind === "text" || step.kind === "event" || step.kind === "compaction" ? anchor(step.id) : turn;
}

function landmarks(turn: Turn): Landmarks {
  const found = {
    plans: 0,
    questions: 0,
    agents: 0,
    failures: 0,
    apiErrors: 0,
    refused: 0,
    isInterrupted: false,
    isCompacted: false,
  };
  if (turn.prompt.kind === "plan") found.plans++;
  for (const step of turn.steps) {
    const mark = markOf(step);
    if (step.kind === "plan") found.plans++;
    else if (step.kind === "call") {
      if (callState(step.call).isRefused) found.refused++;
      else if (mark === "fail") found.failures++;
      if (step.agent !== undefined) found.agents++;
      if (isQuestion(step.call)) found.questions++;
    } else if (step.kind === "event") {
      if (step.event === "interrupted") found.isInterrupted = true;
      if (step.event === "api-error") found.apiErrors++;
    } else if (step.kind === "compaction" && !step.micro) found.isCompacted = true;
  }
  return { ...found, versions: (turn.otherVersions?.length ?? 0) + 1 };
}

function footer(turn: Turn, id: string): SafeHtml {
  const calls = turn.steps.filter((step) => step.kind === "call").length;
  const usage = turn.usage ?? [];
  const facts: (SafeHtml | string)[] = [...models(usage)];
  if (turn.durationMs !== undefined) facts.push(duration(turn.durationMs));
  const total = totals(usage);
  if (total.all > 0) {
    const cached = cachedShare(total);
    facts.push(`${tokens(total.input)} in${cached === undefined ? "" : `, ${cached}`}`, `${tokens(total.output)} out`);
    const spent = cost(usage);
    const words = costText(spent);
    if (words !== undefined) facts.push(html`<span title="${costNote(spent)}">${words}</span>`);
  }
  if (calls === 0 && facts.length === 0) return html``;
  facts.push(calls === 0 ? "no calls" : count(calls, "call"));
  return html`<footer class="turn-f">${facts.map((fact) => html`<span>${fact}</span>`)}<a class="copy" href="#${id}">Link<span class="vh"> to this prompt</span></a></footer>\n`;
}

function models(usage: readonly ModelUsage[]): string[] {
  return [...new Set(usage.map(({ model }) => modelName(model)))];
}
