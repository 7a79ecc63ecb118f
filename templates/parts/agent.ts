/** A subagent under the call that started it: what it was asked and what it answered in sight, its work folded. */

import { agentName, callCount, lastWord, stepCount } from "../../src/conversation/agent-sums.ts";
import { promptTitle } from "../../src/conversation/prompt-title.ts";
import type { Agent, Step } from "../../src/model/session.ts";
import { elapsed } from "../../src/text/clock.ts";
import { count, duration, excerpt, modelName } from "../../src/text/format.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import { plainText } from "../../src/text/plain-text.ts";
import { part } from "../theme.ts";
import type { Cast } from "./cast.ts";
import { around, type Chunk, type DrawSteps, Movable, whole } from "./chunk.ts";
import { caret, glyph } from "./glyph.ts";
import type { PageView } from "./page-view.ts";
import { prompt } from "./prompt.ts";
import { reply } from "./reply.ts";

/** An agent with more steps is not even drawn here: its own page has it. */
const mostSteps = 300;
const longestNested = 30_000;

/** Subagents on the row of their call; it gets them, the page, and the facts of the call. */
export const agentSummary = part(
  "agentSummary",
  (agents: readonly Agent[], view: PageView, facts: SafeHtml): SafeHtml => {
    const [agent] = agents;
    if (agent === undefined) return facts;
    const model = agent.models[0];
    const calls = agents.reduce((sum, each) => sum + (view.agent(each.id)?.record.calls ?? callCount(each)), 0);
    const ms = agents.length > 1 ? undefined : elapsed(agent.span?.from, agent.span?.to);
    const words = [
      agents.length > 1 ? count(agents.length, "subagent") : agent.phase,
      model === undefined ? undefined : modelName(model),
      count(calls, "call"),
      ms === undefined ? undefined : duration(ms),
    ].filter((fact) => fact !== undefined);
    return html`${agent.type === undefined ? "" : html`<span class="chip">${agent.type}</span>`}<span class="meta">${words.map((fact) => html`<span>${fact}</span>`)}</span>${facts}`;
  },
);

interface Home {
  readonly id: string;
  readonly label: string;
  /** The call's own body: what the log has of prompt and result. */
  readonly call: SafeHtml;
  readonly steps: DrawSteps;
}

export function agentChunks(agents: readonly Agent[], view: PageView, cast: Cast, home: Home): (SafeHtml | Movable)[] {
  const [only] = agents;
  const each =
    agents.length === 1 && only !== undefined
      ? bodyChunks(only, view, cast, home)
      : agents.flatMap((agent) => around((body) => agentFold(agent, view, body), bodyChunks(agent, view, cast, home)));
  const recorded = new Movable(home.call, `${home.label}, as recorded`, home.id);
  return [...each, ...around((call) => agentCall(call), [recorded])];
}

/** One of several subagents of a call, folded, named by what it was asked; it gets the agent, the page and its body. */
export const agentFold = part("agentFold", (agent: Agent, view: PageView, body: SafeHtml): SafeHtml => {
  const [first] = agent.turns;
  const words = agent.description ?? (first === undefined ? agentName(agent) : promptTitle(first, 90));
  return html`<details class="agent k-delegate"><summary>${glyph("delegate")}<span class="arg">${words}</span>${agentSummary([agent], view, html``)}${caret()}</summary><div class="agent-b">${body}</div></details>`;
});

/** The call that started subagents, and its result, folded; it gets the body of the call. */
export const agentCall = part(
  "agentCall",
  (call: SafeHtml): SafeHtml =>
    html`<details class="more"><summary>The call and its result${caret()}</summary><div class="tool-b">${call}</div></details>`,
);

function bodyChunks(agent: Agent, view: PageView, cast: Cast, home: Home): (SafeHtml | Movable)[] {
  const first = agent.turns[0];
  const page = view.agent(agent.id);
  const more = page === undefined ? html`` : agentLink(agent, page.href);
  const asked = first === undefined ? html`` : prompt(first, view);
  const last = lastWord(agent);
  const answer = last === undefined ? html`` : reply(last.markdown, view);
  if (stepCount(agent) > mostSteps && page !== undefined) {
    // Drawn on its own page; agents below it are there too.
    return [asked, more, answer];
  }
  const steps = middle(agent, last, view, cast, home.steps);
  if (steps === undefined) return [asked, page === undefined ? html`` : more, answer];
  const work = agentWork(agent, steps, page?.href);
  return [asked, new Movable(work, `${home.label}, its work`, home.id, page === undefined ? undefined : more), answer];
}

/** Everything between the first prompt and the last word. */
function middle(
  agent: Agent,
  last: Step | undefined,
  view: PageView,
  cast: Cast,
  steps: DrawSteps,
): SafeHtml | undefined {
  const parts = agent.turns.map((turn, index): SafeHtml => {
    const rest = turn.steps.filter((step) => step !== last);
    const chunks = steps(rest, view, cast);
    return html`${index === 0 ? "" : prompt(turn, view)}${whole(chunks.map(shortened))}`;
  });
  return parts.every((part) => String(part) === "") ? undefined : html`${parts}`;
}

/** Agents inside agents keep short when they are long. */
function shortened<Kind extends Chunk>(chunk: Kind): Kind | SafeHtml {
  if (chunk instanceof Movable)
    return chunk.fallback !== undefined && chunk.size > longestNested ? chunk.fallback : chunk;
  if (!("rows" in chunk)) return chunk;
  return { ...chunk, rows: chunk.rows.map((row) => ({ ...row, chunks: row.chunks.map((each) => shortened(each)) })) };
}

/** The steps of a subagent below its call, folded; it gets the agent, its steps, and the address of its own page. */
export const agentWork = part("agentWork", (agent: Agent, steps: SafeHtml, href?: string): SafeHtml => {
  const words = [count(callCount(agent), "call"), count(stepCount(agent), "step")].join(", ");
  return html`<details class="run deep"><summary><b>Its work</b><span class="mix"><span>${words}</span></span>${caret()}</summary>${steps}${href === undefined ? "" : html`<p class="cap"><span><a href="${href}">On a page of its own</a></span></p>`}</details>\n`;
});

/** The way to a subagent's own page, where its steps are not shown; it gets the agent and the address. */
export const agentLink = part(
  "agentLink",
  (agent: Agent, href: string): SafeHtml =>
    html`<p class="cap go"><span><a href="${href}">The whole transcript${callCount(agent) === 0 ? "" : `, ${count(callCount(agent), "call")}`}</a></span></p>\n`,
);

/** A subagent that no call on the page leads to: its name, last words and a way to it. It gets the agent and the page. */
export const agentLine = part("agentLine", (agent: Agent, view: PageView): SafeHtml => {
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
});
