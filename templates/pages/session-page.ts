/** The page of a session: facts, chain, what began it, files, strip, outline, transcript. */

import { anchor, planId } from "../../src/address/anchor.ts";
import { agentPath, link, projectPath, reportPath, sessionFolder, sessionPath } from "../../src/address/paths.ts";
import type { SideFile } from "../../src/address/side-file.ts";
import { type Tally, tally } from "../../src/conversation/marks.ts";
import type { ArchiveLookup, Neighbour, OpenSession, SessionRecord } from "../../src/model/archive.ts";
import type { Agent, Session } from "../../src/model/session.ts";
import { span, time } from "../../src/text/clock.ts";
import { count, excerpt, length, modelName, number } from "../../src/text/format.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import { page } from "../layouts/page.ts";
import { agentLine } from "../parts/agent.ts";
import { Cast } from "../parts/cast.ts";
import { chainLine } from "../parts/chain-line.ts";
import { changedFiles } from "../parts/changed-files.ts";
import { colophon, costFact, type Fact, roleWords, tokenFact } from "../parts/facts.ts";
import { caret } from "../parts/glyph.ts";
import { legend, rhythm, type Troubles } from "../parts/legend.ts";
import { clientCostFact, notedFacts } from "../parts/noted-facts.ts";
import { outline } from "../parts/outline.ts";
import { PageView } from "../parts/page-view.ts";
import { Parts } from "../parts/parts.ts";
import { planChip } from "../parts/plan.ts";
import { score } from "../parts/strip.ts";
import { finalTasks } from "../parts/tasks.ts";
import { pageBudget, transcript, turnViews } from "../parts/transcript.ts";
import type { TurnView } from "../parts/turn.ts";

export interface SessionPageInput {
  readonly archive: ArchiveLookup;
  readonly version: string;
  readonly record: SessionRecord;
  readonly open: OpenSession;
  /** Bytes of transcript before parts move out. */
  readonly budget?: number;
}

export interface RenderedPage {
  readonly path: string;
  readonly html: SafeHtml;
  readonly files: readonly SideFile[];
}

export function sessionPage({ archive, version, record, open, budget = pageBudget }: SessionPageInput): RenderedPage {
  const path = sessionPath(record);
  const view = new PageView({ archive, record, open, path });
  const { session } = open;
  const cast = new Cast(session.agents);
  const turns = turnViews(session.turns, view, cast);
  const parts = new Parts(sessionFolder(record));
  placeAgents(session.agents, record, parts);
  const chain = record.chain === undefined ? undefined : archive.chain(record.chain);
  // Printed first: it fills the parts.
  const text = transcript(turns, parts, budget);
  const body = html`<div class="page session"${parts.isEmpty ? "" : html` data-places`}>
${head(session, view)}
${chain === undefined || chain.links.length < 2 ? "" : chainLine(chain, record, archive, path)}${lead(session, view)}${reading(turns, text, html`${otherAgents(session, view, cast)}${endNav(view)}`)}</div>`;
  const printed = page({
    archive,
    version,
    path,
    title: record.title,
    description: `${roleWords[record.role]}, ${view.clock.day(record.span?.from)}, ${count(record.prompts, "prompt")}, ${count(record.files.changed, "file")} changed.`,
    body,
    current: "sessions",
  });
  return {
    path,
    html: printed,
    files: [...view.files, ...partFiles(parts, { archive, version, title: record.title })],
  };
}

export function partFiles(parts: Parts, about: { archive: ArchiveLookup; version: string; title: string }): SideFile[] {
  return parts.files((path, title, body) =>
    page({
      archive: about.archive,
      version: about.version,
      path,
      title: `${title}: ${about.title}`,
      description: `A part of “${about.title}” that was too large for its page.`,
      body: html`<div class="page session"><div class="head"><nav class="crumbs" aria-label="Breadcrumb"><ol><li><a href="index.html">${about.title}</a></li><li>${title}</li></ol></nav><h1>${title}</h1></div>${body}</div>`,
      current: "sessions",
    }),
  );
}

/** A link to a step of a subagent that is only on its own page still finds it. */
function placeAgents(agents: readonly Agent[], record: SessionRecord, parts: Parts): void {
  const keys = new Map(record.agents.map((agent) => [agent.id, agent]));
  const place = (agent: Agent) => {
    const known = keys.get(agent.id);
    if (known !== undefined) {
      const href = link(sessionPath(record), agentPath(record, known));
      for (const turn of agent.turns) {
        parts.place(anchor(turn.id), href);
        for (const step of turn.steps) if (step.kind === "call") parts.place(anchor(step.call.id), href);
      }
    }
    agent.agents.forEach(place);
  };
  agents.forEach(place);
}

/** Legend, strip, outline and transcript: the same for a session and a subagent. */
export function reading(turns: readonly TurnView[], text: SafeHtml, after: SafeHtml): SafeHtml {
  const counts: Tally = tally(turns.flatMap((turn) => turn.marks.map(({ mark }) => mark)));
  const numbered = turns.filter((turn) => turn.numeral !== "").length;
  const troubles = {
    refused: turns.reduce((sum, { landmarks }) => sum + landmarks.refused, 0),
    apiErrors: turns.reduce((sum, { landmarks }) => sum + landmarks.apiErrors, 0),
  };
  return html`${legend(counts, troubles)}${strip(turns, counts, troubles)}
<div class="read">
${outline(turns)}<div class="transcript">
${text}${after}</div></div>
<button class="btn outline-btn" type="button" popovertarget="outline">Outline, ${count(numbered, "prompt")}</button>
`;
}

function strip(turns: readonly TurnView[], counts: Tally, troubles: Troubles): SafeHtml {
  const marks = turns.flatMap((turn) => ["prompt" as const, ...turn.marks.map(({ mark }) => mark)]);
  if (marks.length === turns.length) return html``;
  const places = turns.flatMap((turn) => [
    { href: `#${turn.id}`, label: `Prompt ${turn.numeral}` },
    ...turn.marks.map(({ id, mark }) => ({ href: `#${id}`, label: mark })),
  ]);
  return score({
    marks,
    places,
    numerals: turns.map((turn) => turn.numeral),
    description: rhythm(counts, troubles, turns.length),
  });
}

function head(session: Session, view: PageView): SafeHtml {
  const { record, archive, clock } = view;
  const project = archive.projectOf(record);
  const models = record.models.map(modelName);
  const branch = record.gitBranches[0];
  const facts: (Fact | undefined)[] = [
    ["Time", html`${span(record.span, clock)} <small>${length(record.activeMs)}</small>`],
    ["Prompts", html`${number(record.prompts)} <small>${count(record.calls, "call")}</small>`],
    models[0] === undefined
      ? undefined
      : [
          "Model",
          html`${models[0]}${models.length > 1 ? html` <small title="${models.slice(1).join(", ")}">+${models.length - 1} more</small>` : ""}`,
        ],
    branch === undefined
      ? undefined
      : [
          "Branch",
          html`<code>${branch}</code>${record.gitBranches.length > 1 ? html` <small>+${record.gitBranches.length - 1} more</small>` : ""}`,
        ],
    ...notedFacts(session),
    tokenFact(record.usage),
    costFact(record.usage),
    clientCostFact(session.clientCost, record.usage),
    record.versions[0] === undefined ? undefined : ["Claude Code", html`${record.versions.at(-1)}`],
    session.team === undefined
      ? undefined
      : [
          "Team",
          html`${session.team.name}${session.team.member === undefined ? "" : html` <small>${session.team.member}</small>`}`,
        ],
    record.diagnostics === 0
      ? undefined
      : ["Not understood", html`<a href="${view.link(reportPath)}">${count(record.diagnostics, "place")}</a>`],
  ];
  return html`<div class="head">
<nav class="crumbs" aria-label="Breadcrumb"><ol><li><a href="${view.link("index.html")}">Sessions</a></li><li><a href="${view.link(projectPath(project))}">${project.name}</a></li><li>${time(record.span?.from, clock.day)}</li></ol></nav>
<h1>${record.title}</h1>
${colophon(facts)}
</div>`;
}

/** What began it, what it left: origin, files, plans, tasks. */
function lead(session: Session, view: PageView): SafeHtml {
  const { record } = view;
  const left = [
    origin(session, view),
    continues(session, view),
    continued(session, view),
    plans(session),
    finalTasks(record.tasks),
  ].filter((part) => String(part) !== "");
  const right = changedFiles(session.files, view);
  if (left.length === 0 && String(right) === "") return html``;
  if (left.length === 0) return html`<div class="lead one">${right}</div>\n`;
  return html`<div class="lead"><div>${left}</div>\n${right}</div>\n`;
}

function origin({ origin: source }: Session, view: PageView): SafeHtml {
  if (source === undefined) return html``;
  const found = view.session(source.session);
  const where =
    found === undefined
      ? html`The prompt that began it. Its session is not in this archive.`
      : html`The prompt that began it, from <a href="${found.href}" title="${found.record.title}">${found.record.role === "planning" ? "the planning session" : "the session before"}</a>, ${time(found.record.span?.from, view.clock.time)}`;
  if (source.prompt === undefined) {
    return found === undefined
      ? html`<p class="origin-none">What began this is in a session that is not in this archive.</p>`
      : html``;
  }
  return html`<figure class="origin"><blockquote>${view.prose(cutPrompt(source.prompt), { breaks: true })}</blockquote><figcaption>${where}</figcaption></figure>`;
}

const cutPrompt = (text: string): string =>
  text.length > 1200 ? `${text.slice(0, 1200).replace(/[\ud800-\udbff]$/, "")}…` : text;

function continues(session: Session, view: PageView): SafeHtml {
  if (session.continues === undefined) return html``;
  const found = view.session(session.continues.session);
  if (found === undefined)
    return html`<p class="resumed">Continues a session that is not in this archive. Only what is new is shown here.</p>`;
  const { entry } = session.continues;
  const place = entry === undefined ? "" : `#${anchor(entry)}`;
  return html`<p class="resumed">Continues from <a href="${found.href}${place}">${found.record.title}</a>. What it shares with that session is shown there; here is only what is new.</p>`;
}

function continued({ continuedIn }: Session, view: PageView): SafeHtml {
  if (continuedIn === undefined) return html``;
  const found = view.session(continuedIn);
  return found === undefined
    ? html`<p class="resumed">Went on in the background, in a session that is not in this archive.</p>`
    : html`<p class="resumed">Went on in the background: <a href="${found.href}">${found.record.title}</a>.</p>`;
}

function plans(session: Session): SafeHtml {
  if (session.plans.length === 0) return html``;
  const items = session.plans.map(
    (plan) => html`<li><a href="#${anchor(planId(plan))}">${excerpt(plan.title, 90)}</a>${planChip(plan)}</li>`,
  );
  return html`<section class="plans" aria-labelledby="pl-h"><h2 id="pl-h">${count(session.plans.length, "plan")}</h2><ul>${items}</ul></section>`;
}

function otherAgents(session: Session, view: PageView, cast: Cast): SafeHtml {
  const others = cast.others(session.agents);
  const asked = others.filter((agent) => agent.internal === undefined);
  const internal = others.filter((agent) => agent.internal !== undefined);
  if (others.length === 0) return html``;
  return html`<section class="others" aria-labelledby="oa-h"><h2 id="oa-h">${asked.length > 0 ? "Subagents that no call here leads to" : "Behind the scenes"}</h2>
${asked.length === 0 ? "" : html`<ul>${asked.map((agent) => agentLine(agent, view))}</ul>`}
${internal.length === 0 ? "" : html`<details class="more"><summary>${count(internal.length, "internal agent")}: compaction, suggestions, warm-up${caret}</summary><ul>${internal.map((agent) => agentLine(agent, view))}</ul></details>`}</section>\n`;
}

/** Before and after: in the chain where there is one, else in the project. */
function endNav(view: PageView): SafeHtml {
  const { record, archive } = view;
  const chain = record.chain === undefined ? undefined : archive.chain(record.chain);
  const linked = chain?.links.map(({ session }) => archive.session(session)).filter((each) => each !== undefined) ?? [];
  const at = linked.findIndex((each) => each.id === record.id);
  const inChain = { before: linked[at - 1], next: linked[at + 1] };
  const { before, next } = linked.length > 1 ? inChain : archive.neighbours(record);
  if (before === undefined && next === undefined) return html``;
  const words = linked.length > 1 ? "in the chain" : "in this project";
  const side = (name: string, each: Neighbour | SessionRecord | undefined) =>
    each === undefined
      ? html`<div></div>`
      : html`<div>${name} ${words}${"role" in each ? `: ${roleWords[each.role].toLowerCase()}` : ""}<a href="${view.link(sessionPath(each))}">${each.title}</a></div>`;
  return html`<nav class="end-nav" aria-label="Before and after">${side("Before", before)}${side("Next", next)}</nav>\n`;
}
