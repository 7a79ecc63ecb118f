/** A subagent under the call that started it: what it was asked and what it answered in sight, its work folded. */

import { promptTitle } from "../../src/conversation/prompt-title.ts";
import type { Agent, Step } from "../../src/model/session.ts";
import { elapsed } from "../../src/text/clock.ts";
import { count, duration, excerpt, modelName } from "../../src/text/format.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import { plainText } from "../../src/text/plain-text.ts";
import type { Cast } from "./cast.ts";
import { type Chunk, Movable, sizeOf, whole } from "./chunk.ts";
import { caret, glyph } from "./glyph.ts";
import type { PageView } from "./page-view.ts";
import { prompt } from "./prompt.ts";
import { steps } from "./steps.ts";

/** An agent with more steps is not even drawn here: its own page has it. */
const mostSteps = 300;
const longestNested = 60_000;

export function agentSummary(agents: readonly Agent[], view: PageView, meta: SafeHtml): SafeHtml {
  const [agent] = agents;
  if (agent === undefined) return meta;
  const model = agent.models[0];
  const calls = agents.reduce((sum, each) => sum + (view.agent(each.id)?.record.calls ?? callCount(each)), 0);
  const ms = agents.length > 1 ? undefined : elapsed(agent.span?.from, agent.span?.to);
  const facts = [
    agents.length > 1 ? count(agents.length, "subagent") : agent.phase,
    model === undefined ? undefined : modelName(model),
    count(calls, "call"),
    ms === undefined ? undefined : duration(ms),
  ].filter((fact) => fact !== undefined);
  return html`${agent.type === undefined ? "" : html`<span class="chip">${agent.type}</span>`}<span class="meta">${facts.map((fact) => html`<span>${fact}</span>`)}</span>${meta}`;
}

interface Home {
  readonly id: string;
  readonly label: string;
  /** The call's own body: what the log has of prompt and result. */
  readonly call: SafeHtml;
}

export function agentChunks(agents: readonly Agent[], view: PageView, cast: Cast, home: Home): (SafeHtml | Movable)[] {
  const [only] = agents;
  const each =
    agents.length === 1 && only !== undefined
      ? agentBody(only, view, cast, home)
      : agents.flatMap((agent) => [agentOpen(agent, view), ...agentBody(agent, view, cast, home), agentClose]);
  return [
    ...each,
    html`<details class="more"><summary>The call and its result${caret}</summary><div class="tool-b">`,
    new Movable(home.call, `${home.label}, as recorded`, home.id),
    html`</div></details>`,
  ];
}

/** One of several agents of a call: folded, named by what it was asked. */
function agentOpen(agent: Agent, view: PageView): SafeHtml {
  const [first] = agent.turns;
  const words = agent.description ?? (first === undefined ? agentName(agent) : promptTitle(first, 90));
  return html`<details class="agent k-delegate"><summary>${glyph("delegate")}<span class="arg">${words}</span>${agentSummary([agent], view, html``)}${caret}</summary><div class="agent-b">`;
}
const agentClose = html`</div></details>`;

function agentBody(agent: Agent, view: PageView, cast: Cast, home: Home): (SafeHtml | Movable)[] {
  const first = agent.turns[0];
  const page = view.agent(agent.id);
  const more = pageLink(agent, page?.href);
  const asked = first === undefined ? html`` : html`${prompt(first, view)}`;
  const last = lastWord(agent);
  const answer = last === undefined ? html`` : html`<div class="say">${view.prose(last.markdown)}</div>\n`;
  if (stepCount(agent) > mostSteps && page !== undefined) {
    // Drawn on its own page; agents below it are there too.
    return [asked, more, answer];
  }
  const middle = work(agent, last, view, cast);
  const folded =
    middle === undefined
      ? []
      : [new Movable(middle, `${home.label}, its work`, home.id, page === undefined ? undefined : more)];
  return [asked, ...folded, folded.length > 0 || page === undefined ? html`` : more, answer];
}

/** Everything between the first prompt and the last word. */
function work(agent: Agent, last: Step | undefined, view: PageView, cast: Cast): SafeHtml | undefined {
  const parts = agent.turns.map((turn, index): SafeHtml => {
    const rest = turn.steps.filter((step) => step !== last);
    const chunks: readonly Chunk[] = steps(rest, view, cast);
    return html`${index === 0 ? "" : prompt(turn, view)}${nested(chunks)}`;
  });
  if (parts.every((part) => String(part) === "")) return undefined;
  const href = view.agent(agent.id)?.href;
  const words = [count(callCount(agent), "call"), count(stepCount(agent), "step")].join(", ");
  return html`<details class="run deep"><summary><b>Its work</b><span class="mix"><span>${words}</span></span>${caret}</summary>${parts}${href === undefined ? "" : html`<p class="cap"><span><a href="${href}">On a page of its own</a></span></p>`}</details>\n`;
}

/** Agents inside agents keep short when they are long. */
function nested(chunks: readonly Chunk[]): SafeHtml {
  const shorten = (chunk: Chunk): Chunk => {
    if (chunk instanceof Movable)
      return chunk.fallback !== undefined && chunk.size > longestNested / 2 ? chunk.fallback : chunk;
    if (!("rows" in chunk)) return chunk;
    return {
      ...chunk,
      rows: chunk.rows.map((row) => ({
        ...row,
        chunks: row.chunks.map((each) => shorten(each) as SafeHtml | Movable),
      })),
    };
  };
  return whole(chunks.map(shorten));
}

export const isLong = (markup: SafeHtml): boolean => sizeOf(markup) > longestNested;

function pageLink(agent: Agent, href: string | undefined): SafeHtml {
  if (href === undefined) return html``;
  return html`<p class="cap go"><span><a href="${href}">The whole transcript${callCount(agent) === 0 ? "" : `, ${count(callCount(agent), "call")}`}</a></span></p>\n`;
}

function lastWord(agent: Agent): Extract<Step, { kind: "text" }> | undefined {
  const last = agent.turns
    .at(-1)
    ?.steps.findLast((step) => step.kind === "text" && step.markdown.trim() !== "" && !step.withdrawn);
  return last?.kind === "text" ? last : undefined;
}

export function stepCount(agent: Agent): number {
  const own = agent.turns.reduce((sum, turn) => sum + turn.steps.length, 0);
  return agent.agents.reduce((sum, other) => sum + stepCount(other), own);
}

export function callCount(agent: Agent): number {
  return agent.turns.reduce((sum, turn) => sum + turn.steps.filter((step) => step.kind === "call").length, 0);
}

/** An agent that no call on the page leads to: its name, first words and a way to it. */
export function agentLine(agent: Agent, view: PageView): SafeHtml {
  const page = view.agent(agent.id);
  const name = agentName(agent);
  const title = page === undefined ? html`<b>${name}</b>` : html`<a href="${page.href}">${name}</a>`;
  const last = lastWord(agent);
  const facts = [
    agent.type,
    agent.phase,
    count(callCount(agent), "call"),
    agent.models[0] === undefined ? undefined : modelName(agent.models[0]),
  ];
  return html`<li id="${view.anchors.take(agent.id)}">${title} <span class="facts">${facts.map((fact) => (fact === undefined ? "" : html`<span>${fact}</span>`))}</span>${last === undefined ? "" : html`<p>${excerpt(plainText(last.markdown.slice(0, 2000)), 200)}</p>`}</li>`;
}

export function agentName(agent: Pick<Agent, "description" | "type" | "id">): string {
  return agent.description ?? (agent.type === undefined ? `Agent ${agent.id}` : `${agent.type} agent`);
}
