/** One call: a row that says what was asked and what came of it, and the evidence folded below. */

import { callState } from "../../src/conversation/call-state.ts";
import type { Mark } from "../../src/model/archive.ts";
import type { Agent, Outcome, Step, ToolCall } from "../../src/model/session.ts";
import { elapsed } from "../../src/text/clock.ts";
import { duration, excerpt, fileName } from "../../src/text/format.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import { toolOf } from "../../src/tools/index.ts";
import type { Fact } from "../../src/tools/tool.ts";
import { drawCall } from "../tools/index.ts";
import { agentChunks, agentSummary } from "./agent.ts";
import type { Cast } from "./cast.ts";
import { Movable } from "./chunk.ts";
import { callNote, type EventStep } from "./event.ts";
import { caret, glyph } from "./glyph.ts";
import type { PageView } from "./page-view.ts";
import { feedback } from "./plan.ts";

export type CallStep = Extract<Step, { kind: "call" }>;

/** A row of a work list, before rows are grouped. */
export interface CallRow {
  readonly id: string;
  readonly name: string;
  readonly mark: Exclude<Mark, "prompt">;
  readonly isGroupable: boolean;
  /** Keeps a list of tasks, which a card shows. */
  readonly isBookkeeping: boolean;
  readonly isKept: boolean;
  readonly ms: number | undefined;
  /** In Story, one phrase: "Edit match.ts +9 −31". */
  readonly phrase: string;
  readonly isChange: boolean;
  readonly chunks: readonly (SafeHtml | Movable)[];
}

const bookkeeping = /^(?:Task(?:Create|Update|List|Get)|TodoWrite|TodoRead)$/;
const openDiff = 12;
const openFirstDiff = 20;

export interface CallOptions {
  /** Events that belong to this call. */
  readonly events: readonly EventStep[];
  /** No change has been shown in this turn yet: its diff opens even if it is a little longer. */
  readonly isFirstChange: boolean;
}

export function callRow(step: CallStep, view: PageView, cast: Cast, options: CallOptions): CallRow {
  const { call } = step;
  const tool = toolOf(call);
  const state = callState(call);
  const id = view.anchors.take(call.id);
  const name = tool.label?.(call) ?? call.name;
  const said = tool.summary(call, view);
  const summary = excerpt(said, 240);
  // What the row says whole may take several lines once it is open; the rest stands in the body.
  const isWhole = summary === said && said.length <= 120;
  const facts = tool.facts?.(call) ?? [];
  const agents = cast.enter(call.id, step.agent);
  const isAgent = agents.length > 0;
  const mark = state.isFailure ? "fail" : tool.verb;
  const ms = call.outcome.state === "none" ? undefined : elapsed(step.time, call.outcome.time);
  const lines = tool.changes?.(call).reduce((sum, change) => sum + change.added + change.removed, 0) ?? 0;
  const isShort = tool.verb === "change" && lines > 0 && lines <= (options.isFirstChange ? openFirstDiff : openDiff);
  const isOpen = state.isFailure || isShort || isAgent;

  view.forgetDrawn();
  const drawn = drawCall(call, view);
  const body = html`${call.caller === undefined ? "" : html`<p class="cap"><span>Called by ${call.caller}</span></p>`}${outcomeWords(call.outcome)}${drawn}${outcomeRest(call.outcome, view)}${options.events.map((event) => callNote(event, view))}`;

  const classes = `${isAgent ? "agent" : "tool"} k-${tool.verb}${state.isFailure ? " failed" : state.isStopped ? " stopped" : ""}`;
  const head = html`<a class="hash" href="#${id}" aria-label="Link to this call">#</a><details class="${classes}"${call.outcome.state === "none" ? html` data-result="none"` : ""}${isOpen ? html` open` : ""}><summary>${glyph(mark)}<span class="name">${name}</span><span class="arg${isWhole ? " whole" : ""}">${summary}</span>`;
  const open = html`<li id="${id}">${head}${isAgent ? agentSummary(agents, view, meta(agentFacts(facts, agents), state.words, undefined)) : meta(facts, state.words, spent(tool.verb, ms))}${caret}</summary>`;
  const label = `${name} ${summary}`;
  const chunks = [
    open,
    html`<div class="${isAgent ? "agent-b" : "tool-b"}">`,
    ...(isAgent ? agentChunks(agents, view, cast, { id, label, call: body }) : []),
    isAgent ? html`` : isOpen ? body : new Movable(body, label, id),
    html`</div></details></li>`,
  ];

  const isKept = state.isFailure || state.isStopped;
  const isQuiet = tool.verb === "look" || tool.verb === "run" || bookkeeping.test(call.name);
  return {
    id,
    name,
    mark,
    isBookkeeping: bookkeeping.test(call.name) && !isKept,
    isGroupable: isQuiet && !isKept && !isAgent,
    isKept,
    ms,
    phrase: phrase(call, name, summary, facts),
    isChange: tool.verb === "change",
    chunks,
  };
}

/** The agent's own row says its type, calls and time already. */
function agentFacts(facts: readonly Fact[], agents: readonly Agent[]): readonly Fact[] {
  const types = new Set(agents.map(({ type }) => type));
  return facts.filter((fact) => "text" in fact && !types.has(fact.text) && !/\d/.test(fact.text));
}

/** Time matters where something ran; a read takes none. */
function spent(verb: string, ms: number | undefined): string | undefined {
  if (ms === undefined || ms < 50 || ms > 86_400_000) return undefined;
  return verb === "run" || verb === "reach" || verb === "delegate" || ms >= 5000 ? duration(ms) : undefined;
}

function meta(facts: readonly Fact[], words: string | undefined, time: string | undefined): SafeHtml {
  const said = facts.map(factText);
  const isSaid =
    words === undefined || facts.some((fact) => "text" in fact && (fact.tone === "bad" || fact.text === words));
  const isTimed = facts.some((fact) => "text" in fact && /^[\d.]+ (?:ms|s|min|h)\b/.test(fact.text));
  const all = [
    time === undefined || isTimed ? "" : html`<span class="opt">${time}</span>`,
    ...said,
    isSaid ? "" : html`<span class="state">${words}</span>`,
  ];
  return all.every((part) => part === "") ? html`` : html`<span class="meta">${all}</span>`;
}

function factText(fact: Fact): SafeHtml {
  if ("text" in fact)
    return html`<span${fact.tone === "optional" ? html` class="opt"` : fact.tone === "bad" ? html` class="bad"` : ""}>${fact.text}</span>`;
  return html`<span>${plusMinus(fact.added, fact.removed)}</span>`;
}

export function plusMinus(added: number, removed: number): SafeHtml {
  return html`${added > 0 ? html`<span class="plus">+${added}</span>` : ""}${added > 0 && removed > 0 ? " " : ""}${removed > 0 ? html`<span class="minus">−${removed}</span>` : ""}`;
}

function phrase(call: ToolCall, name: string, summary: string, facts: readonly Fact[]): string {
  const change = facts.find((fact) => "added" in fact);
  if (change === undefined || !("added" in change)) return `${name} ${excerpt(summary, 60)}`;
  const path = toolOf(call).changes?.(call)[0]?.path;
  const counts = [change.added > 0 ? `+${change.added}` : "", change.removed > 0 ? `−${change.removed}` : ""].filter(
    (part) => part !== "",
  );
  return `${name} ${path === undefined ? summary : fileName(path)} ${counts.join(" ")}`;
}

/** What the user said with a refusal comes before what would have been done. */
function outcomeWords(outcome: Outcome): SafeHtml {
  return outcome.state === "none" ? html`` : feedback(outcome.feedback);
}

/** What a result holds beside its text, where the tool has not drawn it. */
function outcomeRest(outcome: Outcome, view: PageView): SafeHtml {
  if (outcome.state === "none") return html``;
  const media = view.undrawn(outcome.media ?? []).map((each) => view.media(each));
  const parts = (outcome.parts ?? []).map((part) => view.json(part, "Result"));
  const { persisted } = outcome;
  const kept =
    persisted?.text === undefined
      ? ""
      : html`<p class="cap"><span>Claude Code kept the whole output apart. ${view.cut(persisted.text, "Show it", () => html`<pre class="out">\n${persisted.text}</pre>`)}</span></p>`;
  return html`${media}${parts}${kept}`;
}
