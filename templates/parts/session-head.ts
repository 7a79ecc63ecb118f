/** The head of a session's page: where it is, what it is called, and its facts. */

import { indexPath, projectPath, reportPath } from "../../src/address/paths.ts";
import { type CostDifference, costDifference } from "../../src/archive/client-cost.ts";
import { codingAgentNames, codingAgents } from "../../src/model/coding-agent.ts";
import type { Session } from "../../src/model/session.ts";
import { span, time } from "../../src/text/clock.ts";
import { count, length, modelName, number } from "../../src/text/format.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import { part } from "../theme.ts";
import { agentBadge } from "./agent-badge.ts";
import { breadcrumb } from "./breadcrumb.ts";
import { costFact, type Fact, factList, tokenFact } from "./facts.ts";
import { outcomeFact } from "./git-mark.ts";
import { keptFacts, keptNotice, promptsOnlyFacts } from "./kept.ts";
import { ownerStar, sessionNote } from "./owner-note.ts";
import type { PageView } from "./page-view.ts";
import { shareMenu } from "./share.ts";

/** Breadcrumb, title and facts of a session; it gets the session and the page. */
export const sessionHead = part("sessionHead", (session: Session, view: PageView): SafeHtml => {
  const { record, archive, clock } = view;
  const project = archive.projectOf(record);
  const crumbs = breadcrumb([
    { words: "Sessions", href: view.link(indexPath) },
    { words: project.name, href: view.link(projectPath(project)) },
    { words: time(record.span?.from, clock.day) },
  ]);
  return html`<div class="head">
${shareMenu(session, view)}${crumbs}
<h1>${record.title}${ownerStar(record.notes)}</h1>
${sessionNote(view)}${keptNotice(record, view)}${sessionFacts(session, view)}
</div>`;
});

/** The facts of a session: time, prompts, model, tokens, cost and the like. It gets the session and the page. */
export const sessionFacts = part("sessionFacts", (session: Session, view: PageView): SafeHtml => {
  const { record, clock } = view;
  const models = record.models.map(modelName);
  const branch = record.gitBranches[0];
  const client = costDifference(session.clientCost, record.usage);
  if (record.kept?.isPromptsOnly)
    return factList([
      ...keptFacts(record, session, view),
      ["Time", html`${span(record.span, clock)}`],
      ...promptsOnlyFacts(record),
    ]);
  const [ours] = codingAgents;
  const version = record.versions.at(-1);
  return factList([
    ...keptFacts(record, session, view),
    record.agent === ours
      ? undefined
      : ["Agent", html`${agentBadge(record.agent)}${version === undefined ? "" : html` <small>${version}</small>`}`],
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
    client === undefined ? undefined : ["Cost by the client", clientCost(client)],
    version === undefined || record.agent !== ours ? undefined : [codingAgentNames[ours], html`${version}`],
    session.team === undefined
      ? undefined
      : [
          "Team",
          html`${session.team.name}${session.team.member === undefined ? "" : html` <small>${session.team.member}</small>`}`,
        ],
    outcomeFact(session, view),
    record.diagnostics === 0
      ? undefined
      : ["Not understood", html`<a href="${view.link(reportPath)}">${count(record.diagnostics, "place")}</a>`],
  ]);
});

/** What the client noted of the session as a whole. */
function notedFacts({ labels = {}, efforts, relocated, cwd }: Session): readonly Fact[] {
  const { tag, agent, color } = labels;
  const from = relocated?.from ?? (cwd === relocated?.to ? undefined : cwd);
  const facts: Fact[] = [];
  if (tag !== undefined) facts.push(["Tag", html`${tag}`]);
  if (agent !== undefined || color !== undefined)
    facts.push(["Agent", html`${agent ?? ""}${color === undefined ? "" : html` <small>${color}</small>`}`]);
  if (efforts !== undefined) facts.push(["Effort", html`${efforts.join(", ")}`]);
  if (relocated !== undefined)
    facts.push([
      "Project moved",
      html`<code>${relocated.to}</code>${from === undefined ? "" : html` <small>from <code>${from}</code></small>`}`,
    ]);
  return facts;
}

/** The client's own account, where it is not ours; it gets how they differ. */
export const clientCost = part("clientCost", ({ usd, isPartial, models }: CostDifference): SafeHtml => {
  const odd = models.map(
    ({ model, theirs, ours }) => `${modelName(model)} ${number(theirs)} tokens out, here ${number(ours)}`,
  );
  const notes = [
    "What the client itself had counted when the session was last written.",
    ...(odd.length === 0 ? [] : [`${odd.join("; ")}.`]),
    ...(isPartial ? ["It did not know the price of every model."] : []),
  ];
  const words = `$${usd.toFixed(2)}${isPartial ? "+" : ""}`;
  const small = odd.length === 0 ? "" : html` <small>${count(odd.length, "model")} counted otherwise</small>`;
  return html`<span title="${notes.join(" ")}">${words}${small}</span>`;
});
