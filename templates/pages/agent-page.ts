/** The page of a subagent: its whole transcript, and the way back to the call that started it. */

import { anchor } from "../../src/address/anchor.ts";
import { agentPath, projectPath, sessionPath } from "../../src/address/paths.ts";
import type { AgentRecord, ArchiveLookup, OpenSession, SessionRecord } from "../../src/model/archive.ts";
import type { Agent, AgentId } from "../../src/model/session.ts";
import { elapsed, span } from "../../src/text/clock.ts";
import { count, duration, modelName } from "../../src/text/format.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import { page } from "../layouts/page.ts";
import { agentLine, agentName } from "../parts/agent.ts";
import { Cast } from "../parts/cast.ts";
import { changedFiles } from "../parts/changed-files.ts";
import { colophon, costFact, type Fact, tokenFact } from "../parts/facts.ts";
import { PageView } from "../parts/page-view.ts";
import { Parts } from "../parts/parts.ts";
import { pageBudget, transcript, turnViews } from "../parts/transcript.ts";
import { partFiles, type RenderedPage, reading } from "./session-page.ts";

export interface AgentPageInput {
  readonly archive: ArchiveLookup;
  readonly version: string;
  readonly record: SessionRecord;
  readonly agent: AgentRecord;
  readonly open: OpenSession;
  readonly budget?: number;
}

/** Undefined where the session, read anew, no longer has this agent. */
export function agentPage({
  archive,
  version,
  record,
  agent: about,
  open,
  budget = pageBudget,
}: AgentPageInput): RenderedPage | undefined {
  const agent = findAgent(open.session.agents, about.id);
  if (agent === undefined) return undefined;
  const path = agentPath(record, about);
  const view = new PageView({ archive, record, open, path });
  const cast = new Cast(agent.agents);
  const turns = turnViews(agent.turns, view, cast);
  const parts = new Parts(path.slice(0, path.lastIndexOf("/") + 1));
  const title = agentName(agent);
  // Printed first: it fills the parts.
  const text = transcript(turns, parts, budget);
  const body = html`<div class="page session"${parts.isEmpty ? "" : html` data-places`}>
${head(agent, about, view, title)}
<div class="lead"><div><p class="resumed">${origin(agent, view)}</p></div>${changedFiles(agent.files, view)}</div>
${reading(turns, text, otherAgents(agent, view, cast))}</div>`;
  const printed = page({
    archive,
    version,
    path,
    title: `${title}, subagent of ${record.title}`,
    description: `Subagent with ${count(about.calls, "call")}, in the session “${record.title}”.`,
    body,
    current: "sessions",
  });
  return { path, html: printed, files: [...view.files, ...partFiles(parts, { archive, version, title })] };
}

function findAgent(agents: readonly Agent[], id: AgentId): Agent | undefined {
  for (const agent of agents) {
    const found = agent.id === id ? agent : findAgent(agent.agents, id);
    if (found !== undefined) return found;
  }
  return undefined;
}

function head(agent: Agent, about: AgentRecord, view: PageView, title: string): SafeHtml {
  const { record, archive } = view;
  const project = archive.projectOf(record);
  const ms = elapsed(agent.span?.from, agent.span?.to);
  const facts: (Fact | undefined)[] = [
    agent.span === undefined
      ? undefined
      : ["Time", html`${span(agent.span, view.clock)}${ms === undefined ? "" : html` <small>${duration(ms)}</small>`}`],
    agent.type === undefined ? undefined : ["Type", html`${agent.type}`],
    ["Calls", html`${about.calls}${about.failures > 0 ? html` <small>${about.failures} failed</small>` : ""}`],
    agent.models[0] === undefined ? undefined : ["Model", html`${agent.models.map(modelName).join(", ")}`],
    tokenFact(agent.usage),
    costFact(agent.usage),
    agent.workflow === undefined ? undefined : ["Workflow", html`${agent.workflow}`],
  ];
  return html`<div class="head">
<nav class="crumbs" aria-label="Breadcrumb"><ol><li><a href="${view.link("index.html")}">Sessions</a></li><li><a href="${view.link(projectPath(project))}">${project.name}</a></li><li><a href="${view.link(sessionPath(record))}">${record.title}</a></li><li>Subagent</li></ol></nav>
<h1>${title}</h1>
${colophon(facts)}
</div>`;
}

function origin(agent: Agent, view: PageView): SafeHtml {
  const page = sessionPath(view.record);
  const fork =
    agent.forkOf === undefined
      ? ""
      : html` It began with the conversation of ${forkLink(agent.forkOf, agent, view)}, which is not repeated here.`;
  if (agent.internal)
    return html`Claude Code started it by itself in <a href="${view.link(page)}">${view.record.title}</a>; nobody asked for it.${fork}`;
  if (agent.calledBy === undefined)
    return html`A subagent of <a href="${view.link(page)}">${view.record.title}</a>; no call that leads to it was found.${fork}`;
  return html`Called from <a href="${view.link(page, anchor(agent.calledBy))}">this place</a> in <a href="${view.link(page)}">${view.record.title}</a>.${fork}`;
}

/** The entry that it forked from may be one that no page shows; the call that made the fork is beside it. */
function forkLink(from: NonNullable<Agent["forkOf"]>, agent: Agent, view: PageView): SafeHtml {
  const found = view.session(from.session);
  if (found === undefined) return html`a session that is not in this archive`;
  const place = from.session === view.record.id ? agent.calledBy : undefined;
  return html`<a href="${found.href}${place === undefined ? "" : `#${anchor(place)}`}">${found.record.title}</a>`;
}

function otherAgents(agent: Agent, view: PageView, cast: Cast): SafeHtml {
  const others = cast.others(agent.agents);
  if (others.length === 0) return html``;
  return html`<section class="others" aria-labelledby="oa-h"><h2 id="oa-h">Subagents that no call here leads to</h2><ul>${others.map((each) => agentLine(each, view))}</ul></section>\n`;
}
