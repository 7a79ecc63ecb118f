/** One call: a row that says what was asked and what came of it, and the evidence folded below. */

import { editsIn } from "../../src/archive/work.ts";
import { type CallState, callState } from "../../src/conversation/call-state.ts";
import type { Mark } from "../../src/model/archive.ts";
import type { Agent, Outcome, Step, ToolCall, Verb } from "../../src/model/session.ts";
import { ansi, asPrinted } from "../../src/text/ansi.ts";
import { elapsed } from "../../src/text/clock.ts";
import { duration, excerpt, fileName } from "../../src/text/format.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import { toolOf } from "../../src/tools/index.ts";
import type { Fact } from "../../src/tools/tool.ts";
import { part } from "../theme.ts";
import { drawCall } from "../tools/index.ts";
import { rowLength } from "../tools/view.ts";
import { agentChunks, agentSummary } from "./agent.ts";
import type { Cast } from "./cast.ts";
import { around, type DrawSteps, Movable } from "./chunk.ts";
import { callNote, type EventStep } from "./event.ts";
import { addedRemoved } from "./facts.ts";
import { caret, glyph } from "./glyph.ts";
import type { PageView } from "./page-view.ts";
import { feedback } from "./plan.ts";

export type CallStep = Extract<Step, { kind: "call" }>;

/** What the row of a call says. */
export interface CallView {
  readonly id: string;
  readonly call: ToolCall;
  readonly name: string;
  /** What was asked, in one line of plain text. */
  readonly summary: string;
  /** The row says all that was asked; what is longer stands in the body. */
  readonly isWhole: boolean;
  readonly verb: Verb;
  readonly mark: Exclude<Mark, "prompt">;
  readonly state: CallState;
  readonly facts: readonly Fact[];
  readonly ms: number | undefined;
  /** The subagents that it started. */
  readonly agents: readonly Agent[];
  readonly isOpen: boolean;
}

/** A row of a work list, before rows are grouped. */
export interface DrawnCall extends Pick<CallView, "id" | "name" | "mark" | "ms"> {
  readonly isGroupable: boolean;
  /** Keeps a list of tasks, which a card shows. */
  readonly isBookkeeping: boolean;
  readonly isKept: boolean;
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
  /** For the steps of subagents. */
  readonly steps: DrawSteps;
}

export function drawnCall(step: CallStep, view: PageView, cast: Cast, options: CallOptions): DrawnCall {
  const about = callView(step, view, cast, options.isFirstChange);
  const { call, id, name, mark, ms, state, verb, summary, facts, agents, isOpen } = about;
  view.forgetDrawn();
  const drawn = drawCall(call, view);
  const body = callBody(call, view, drawn, html`${options.events.map((event) => callNote(event, view))}`);
  const label = `${name} ${summary}`;
  const isAgent = agents.length > 0;
  const inner = isAgent
    ? agentChunks(agents, view, cast, { id, label, call: body, steps: options.steps })
    : [isOpen ? body : new Movable(body, label, id)];
  const isKept = state.isFailure || state.isStopped;
  const isQuiet = verb === "look" || verb === "run" || bookkeeping.test(call.name);
  return {
    id,
    name,
    mark,
    isBookkeeping: bookkeeping.test(call.name) && !isKept,
    isGroupable: isQuiet && !isKept && !isAgent,
    isKept,
    ms,
    phrase: phrase(call, name, summary, facts),
    isChange: verb === "change",
    chunks: around((slot) => callRow(about, view, slot), inner),
  };
}

function callView(step: CallStep, view: PageView, cast: Cast, isFirstChange: boolean): CallView {
  const { call } = step;
  const tool = toolOf(call);
  const state = callState(call);
  const id = view.anchors.take(call.id);
  const said = tool.summary(call, view);
  const summary = excerpt(said, rowLength);
  const agents = cast.enter(call.id, step.agent);
  const lines = tool.changes?.(call).reduce((sum, change) => sum + change.added + change.removed, 0) ?? 0;
  const isShort = tool.verb === "change" && lines > 0 && lines <= (isFirstChange ? openFirstDiff : openDiff);
  return {
    id,
    call,
    name: tool.label?.(call) ?? call.name,
    summary,
    isWhole: summary === said && said.length <= 120,
    verb: tool.verb,
    mark: state.isFailure ? "fail" : tool.verb,
    state,
    facts: tool.facts?.(call) ?? [],
    ms: call.outcome.state === "none" ? undefined : elapsed(step.time, call.outcome.time),
    agents,
    isOpen: state.isFailure || isShort || agents.length > 0,
  };
}

/** A call, folded; it gets what its row says, the page, and its body. */
export const callRow = part("callRow", (about: CallView, view: PageView, body: SafeHtml): SafeHtml => {
  const { id, call, name, summary, isWhole, verb, mark, state, facts, ms, agents, isOpen } = about;
  const isAgent = agents.length > 0;
  const classes = `${isAgent ? "agent" : "tool"} k-${verb}${state.isFailure ? " failed" : state.isStopped ? " stopped" : ""}`;
  const results = isAgent
    ? agentSummary(agents, view, callFacts(agentFacts(facts, agents), state.words))
    : callFacts(facts, state.words, spent(verb, ms));
  return html`<li id="${id}"><a class="hash" href="#${id}" aria-label="Link to this call">#</a><details class="${classes}"${call.outcome.state === "none" ? html` data-result="none"` : ""}${isOpen ? html` open` : ""}><summary>${glyph(mark)}<span class="name">${name}</span><span class="arg${isWhole ? " whole" : ""}">${summary}</span>${results}${caret()}</summary><div class="${isAgent ? "agent-b" : "tool-b"}">${body}</div></details></li>`;
});

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

/** What came of a call, at the end of its row; it gets the tool's facts, the words for how it ended, and its time. */
export const callFacts = part("callFacts", (facts: readonly Fact[], words?: string, time?: string): SafeHtml => {
  const said = facts.map((fact) => callFact(fact));
  const isSaid =
    words === undefined || facts.some((fact) => "text" in fact && (fact.tone === "bad" || fact.text === words));
  const isTimed = facts.some((fact) => "text" in fact && /^[\d.]+ (?:ms|s|min|h)\b/.test(fact.text));
  const all = [
    time === undefined || isTimed ? "" : html`<span class="opt">${time}</span>`,
    ...said,
    isSaid ? "" : html`<span class="state">${words}</span>`,
  ];
  return all.every((part) => part === "") ? html`` : html`<span class="meta">${all}</span>`;
});

/** One fact of a call: "7 matches", "+9 −31". It gets the fact. */
export const callFact = part("callFact", (fact: Fact): SafeHtml => {
  if ("text" in fact)
    return html`<span${fact.tone === "optional" ? html` class="opt"` : fact.tone === "bad" ? html` class="bad"` : ""}>${fact.text}</span>`;
  return html`<span>${addedRemoved(fact, String)}</span>`;
});

function phrase(call: ToolCall, name: string, summary: string, facts: readonly Fact[]): string {
  const change = facts.find((fact) => "added" in fact);
  if (change === undefined || !("added" in change)) return `${name} ${excerpt(summary, 60)}`;
  const path = toolOf(call).changes?.(call)[0]?.path;
  const counts = [change.added > 0 ? `+${change.added}` : "", change.removed > 0 ? `−${change.removed}` : ""].filter(
    (part) => part !== "",
  );
  return `${name} ${path === undefined ? summary : fileName(path)} ${counts.join(" ")}`;
}

/**
 * What a call opens to; it gets the call, the page, what the tool's own view drew, and notes of hooks. What the user
 * said with a refusal comes before what would have been done.
 */
export const callBody = part(
  "callBody",
  (call: ToolCall, view: PageView, drawn: SafeHtml, notes: SafeHtml): SafeHtml =>
    html`${call.caller === undefined ? "" : html`<p class="cap"><span>Called by ${call.caller}</span></p>`}${call.outcome.state === "none" ? "" : feedback(call.outcome.feedback)}${fileHistoryLink(call, view)}${drawn}${callRest(call.outcome, view)}${notes}`,
);

/** The way from an edit to all edits of its file; it gets the call and the page. Nothing for other calls. */
export const fileHistoryLink = part("fileHistoryLink", (call: ToolCall, view: PageView): SafeHtml => {
  const edits = editsIn(call);
  const links = edits.flatMap(({ path }) => {
    const href = view.history(path);
    if (href === undefined) return [];
    return [html`<a href="${href}">History of ${edits.length === 1 ? "this file" : fileName(path)}</a>`];
  });
  return links.length === 0 ? html`` : html`<p class="cap">${links}</p>`;
});

/** What a result holds beside its text, where the tool's view has not drawn it; it gets the outcome and the page. */
export const callRest = part("callRest", (outcome: Outcome, view: PageView): SafeHtml => {
  if (outcome.state === "none") return html``;
  const media = view.undrawn(outcome.media ?? []).map((each) => view.media(each));
  const parts = (outcome.parts ?? []).map((part) => view.json(part, "Result"));
  const { persisted } = outcome;
  const whole = persisted?.text;
  const kept =
    whole === undefined
      ? ""
      : html`<p class="cap"><span>Claude Code kept the whole output apart. ${view.cut(asPrinted(whole), "Show it", () => html`<pre class="out">\n${ansi(whole)}</pre>`)}</span></p>`;
  return html`${media}${parts}${kept}`;
});
