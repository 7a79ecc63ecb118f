/** The head of a subagent's page, and the way back to the call that started it. */

import { anchor } from "../../src/address/anchor.ts";
import { indexPath, projectPath, sessionPath } from "../../src/address/paths.ts";
import { agentName } from "../../src/conversation/agent-sums.ts";
import type { AgentRecord } from "../../src/model/archive.ts";
import { codingAgentNames } from "../../src/model/coding-agent.ts";
import type { Agent } from "../../src/model/session.ts";
import { elapsed, span } from "../../src/text/clock.ts";
import { duration, modelName } from "../../src/text/format.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import { part } from "../theme.ts";
import { breadcrumb } from "./breadcrumb.ts";
import { costFact, factList, tokenFact } from "./facts.ts";
import type { PageView } from "./page-view.ts";

/** Breadcrumb, title and facts of a subagent; it gets the agent, its record and the page. */
export const agentHead = part("agentHead", (agent: Agent, about: AgentRecord, view: PageView): SafeHtml => {
  const { record, archive } = view;
  const project = archive.projectOf(record);
  const ms = elapsed(agent.span?.from, agent.span?.to);
  const crumbs = breadcrumb([
    { words: "Sessions", href: view.link(indexPath) },
    { words: project.name, href: view.link(projectPath(project)) },
    { words: record.title, href: view.link(sessionPath(record)) },
    { words: "Subagent" },
  ]);
  const facts = factList([
    agent.span === undefined
      ? undefined
      : ["Time", html`${span(agent.span, view.clock)}${ms === undefined ? "" : html` <small>${duration(ms)}</small>`}`],
    agent.type === undefined ? undefined : ["Type", html`${agent.type}`],
    ["Calls", html`${about.calls}${about.failures > 0 ? html` <small>${about.failures} failed</small>` : ""}`],
    agent.models[0] === undefined ? undefined : ["Model", html`${agent.models.map(modelName).join(", ")}`],
    tokenFact(agent.usage),
    costFact(agent.usage),
    agent.workflow === undefined ? undefined : ["Workflow", html`${agent.workflow}`],
  ]);
  return html`<div class="head">
${crumbs}
<h1>${agentName(agent)}</h1>
${facts}
</div>`;
});

/** Who started a subagent, and what it began with; it gets the agent and the page. */
export const agentOrigin = part("agentOrigin", (agent: Agent, view: PageView): SafeHtml => {
  const page = sessionPath(view.record);
  const session = html`<a href="${view.link(page)}">${view.record.title}</a>`;
  const fork =
    agent.forkOf === undefined
      ? ""
      : html` It began with the conversation of ${forkLink(agent.forkOf, agent, view)}, which is not repeated here.`;
  if (agent.internal)
    return html`${codingAgentNames[view.record.agent]} started it by itself in ${session}; nobody asked for it.${fork}`;
  if (agent.calledBy === undefined) return html`A subagent of ${session}; no call that leads to it was found.${fork}`;
  return html`Called from <a href="${view.link(page, anchor(agent.calledBy))}">this place</a> in ${session}.${fork}`;
});

/** The entry that it forked from may be one that no page shows; the call that made the fork is beside it. */
function forkLink(from: NonNullable<Agent["forkOf"]>, agent: Agent, view: PageView): SafeHtml {
  const found = view.session(from.session);
  if (found === undefined) return html`a session that is not in this archive`;
  const place = from.session === view.record.id ? agent.calledBy : undefined;
  return html`<a href="${found.href}${place === undefined ? "" : `#${anchor(place)}`}">${found.record.title}</a>`;
}
