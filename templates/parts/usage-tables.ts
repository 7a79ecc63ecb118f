/** Tables of the usage page: the chart and its numbers are one. */
import { filePath, link, projectPath, sessionPath, usagePath } from "../../src/address/paths.ts";
import { cost, costText, priceOf } from "../../src/archive/cost.ts";
import { namesakes } from "../../src/archive/namesakes.ts";
import type { AgentUsage, ModelWeeks, PeriodUsage, ProjectUsage } from "../../src/archive/usage-page.ts";
import type { Archive, FileRecord, SessionRecord } from "../../src/model/archive.ts";
import { codingAgentNames } from "../../src/model/coding-agent.ts";
import type { ModelUsage, Verb } from "../../src/model/session.ts";
import type { ToolSpent, ToolUse } from "../../src/model/work.ts";
import { append } from "../../src/system/append.ts";
import { monthName } from "../../src/text/clock.ts";
import { count, length, modelName, number, tokens, tokenText, totals } from "../../src/text/format.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import { part } from "../theme.ts";
import { fitting } from "../within-page.ts";
import { addedRemoved } from "./facts.ts";
import { caret, glyph } from "./glyph.ts";
import { strip } from "./strip.ts";
import { weekArea } from "./usage-charts.ts";

/** A cell with a bar in it; it gets its colour, and the share of the longest. */
export const bar = (kind: Verb | "acc", share: number): SafeHtml =>
  html`<td class="bar k-${kind}"><svg class="hbar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true"><rect width="${Math.max(1, Math.round(share * 1000) / 10)}" height="6"/></svg></td>`;

/** Where a project lies, under its name. */
export const lying = (place: string | undefined): SafeHtml =>
  place === undefined ? html`` : html`<small>${place}</small>`;

const head = (...columns: readonly (SafeHtml | string)[]): SafeHtml =>
  html`<thead><tr>${columns.map((each) => (typeof each === "string" ? html`<th scope="col">${each}</th>` : each))}</tr></thead>`;

const numeric = (name: string, isOptional = false): SafeHtml =>
  html`<th scope="col" class="n${isOptional ? " opt" : ""}">${name}</th>`;

/** What a list leaves out where the page has no room for it. */
const andMore = (left: number, noun: string): SafeHtml =>
  left === 0 ? html`` : html`<p class="remark">and ${count(left, `more ${noun}`)}</p>`;

const hidden = (name: string): SafeHtml => html`<th scope="col"><span class="vh">${name}</span></th>`;

/** Cost and tokens by month, under the chart; it gets the months, the oldest first. */
export const monthCosts = part("monthCosts", (months: readonly PeriodUsage[]): SafeHtml => {
  const { drawn: rows, left } = fitting(months.toReversed(), ({ date, usage }) => {
    const { input, cached, output } = totals(usage);
    return html`<tr><th scope="row">${monthName(date)}</th><td class="n">${number(input - cached)}</td><td class="n opt">${number(cached)}</td><td class="n">${number(output)}</td><td class="n">${costText(cost(usage)) ?? "–"}</td></tr>\n`;
  });
  return html`<details class="data"><summary>By month, as a table${caret()}</summary><table class="tbl small"><caption class="vh">Tokens and cost by month</caption>${head("Month", numeric("Input"), numeric("From cache", true), numeric("Output"), numeric("Cost"))}<tbody>${rows}</tbody></table>${andMore(left.length, "month")}</details>`;
});

/** Models over the weeks; it gets them. */
export const modelTable = part("modelTable", (models: readonly ModelWeeks[], span: string): SafeHtml => {
  // One model may have several ids: with a date, of a gateway.
  const byName = new Map<string, ModelWeeks[]>();
  for (const each of models) append(byName, modelName(each.model), each);
  const { drawn: rows, left } = fitting([...byName], ([name, list]) => {
    const usage = list.map((each) => each.usage);
    const weeks = (list[0]?.weeks ?? []).map((_, at) => list.reduce((sum, each) => sum + (each.weeks[at] ?? 0), 0));
    return html`<tr><th scope="row">${name}</th><td class="wide">${weekArea(weeks)}</td><td class="n">${tokens(totals(usage).all)}</td><td class="n">${costText(cost(usage)) ?? "–"}</td></tr>\n`;
  });
  const { drawn: exact, left: unlisted } = fitting(
    models,
    ({ model, usage }) =>
      html`<tr><th scope="row"><code>${model}</code></th><td class="n">${number(usage.messages)}</td><td class="n">${number(usage.input)}</td><td class="n">${number(usage.output)}</td><td class="n">${number(usage.cacheRead)}</td><td class="n">${number(usage.cacheWrite5m)}</td><td class="n">${number(usage.cacheWrite1h)}</td><td class="n">${costText(cost([usage])) ?? "–"}</td></tr>\n`,
  );
  return html`<table class="tbl">${head("Model", span, numeric("Tokens"), numeric("Cost"))}<tbody>${rows}</tbody></table>${andMore(left.length, "model")}
<details class="data"><summary>Every figure, as a table${caret()}</summary><div class="scroll" tabindex="0" role="group" aria-label="Tokens by model"><table class="tbl small"><caption class="vh">Tokens by model</caption>${head("Model", numeric("Messages"), numeric("Input"), numeric("Output"), numeric("Cache read"), numeric("Written, 5 min"), numeric("Written, 1 h"), numeric("Cost"))}<tbody>${exact}</tbody></table></div>${andMore(unlisted.length, "model")}</details>${prices(models)}`;
});

/** Prices are told with where they come from: a cost is only as good as they are. */
function prices(models: readonly ModelWeeks[]): SafeHtml {
  // Several dated ids of one model have one name and one price.
  const told = new Map(models.map(({ model }) => [JSON.stringify([modelName(model), priceOf(model)]), model]));
  const { drawn: rows, left } = fitting([...told.values()], (model) => {
    const price = priceOf(model);
    if (price === undefined)
      return html`<tr><th scope="row">${modelName(model)}</th><td colspan="5">no price is known</td></tr>\n`;
    const long = price.longContext;
    return html`<tr><th scope="row">${modelName(model)}</th><td class="n">${price.input}</td><td class="n">${price.output}</td><td class="n">${price.cacheRead}</td><td class="n opt">${long === undefined ? "–" : `${long.input} / ${long.output} over ${tokens(long.above)}`}</td><td class="n"><a href="${price.url}" rel="noreferrer noopener">${price.date}</a></td></tr>\n`;
  });
  return html`<details class="data"><summary>Prices, in dollars per million tokens${caret()}</summary><table class="tbl small"><caption class="vh">Prices by model</caption>${head("Model", numeric("Input"), numeric("Output"), numeric("Cache read"), numeric("Long requests", true), numeric("Looked up"))}<tbody>${rows}</tbody></table>${andMore(left.length, "model")}<p class="remark">Writing to the cache costs 1.25 times the input price for five minutes, twice for an hour.</p></details>`;
}

/** Projects by cost; it gets them, and how many are not among them. */
export const projectCosts = part("projectCosts", (projects: readonly ProjectUsage[], left: number): SafeHtml => {
  const usd = projects.map(({ usage }) => cost(usage).usd ?? 0);
  const most = Math.max(...usd, 0.01);
  const place = namesakes(projects.map(({ project }) => project));
  const { drawn: rows, left: unlisted } = fitting(
    projects,
    ({ project, sessions, usage }, at) =>
      html`<tr><th scope="row"><a href="${link(usagePath, projectPath(project))}">${project.name}</a>${lying(place(project))}</th>${bar("acc", (usd[at] ?? 0) / most)}<td class="n opt">${number(sessions)}</td><td class="n">${tokens(totals(usage).all)}</td><td class="n">${costText(cost(usage)) ?? "–"}</td></tr>\n`,
  );
  return html`<table class="tbl small">${head("Project", hidden("Cost, drawn"), numeric("Sessions", true), numeric("Tokens"), numeric("Cost"))}<tbody>${rows}</tbody></table>${andMore(left + unlisted.length, "project")}`;
});

/** Sessions, tokens and cost by coding agent; it gets them. */
export const agentCosts = part("agentCosts", (agents: readonly AgentUsage[]): SafeHtml => {
  const usd = agents.map(({ usage }) => cost(usage).usd ?? 0);
  const most = Math.max(...usd, 0.01);
  const rows = agents.map(
    ({ agent, sessions, usage }, at) =>
      html`<tr><th scope="row">${codingAgentNames[agent]}</th>${bar("acc", (usd[at] ?? 0) / most)}<td class="n">${number(sessions)}</td><td class="n">${tokenText(usage)}</td><td class="n">${costText(cost(usage)) ?? "–"}</td></tr>\n`,
  );
  return html`<table class="tbl small">${head("Agent", hidden("Cost, drawn"), numeric("Sessions"), numeric("Tokens"), numeric("Cost"))}<tbody>${rows}</tbody></table>`;
});

const mostTools = 20;
const share = (part: number, whole: number): string =>
  whole === 0 ? "–" : `${Math.round((part / whole) * 1000) / 10}%`;

/** Calls by tool, how many failed, and what they spent; it gets the tools, most used first, and the usage by tool. */
export const toolTable = part("toolTable", (tools: readonly ToolUse[], spent: readonly ToolSpent[]): SafeHtml => {
  const usageOf = new Map(spent);
  const most = Math.max(1, ...tools.map(({ calls }) => calls));
  const rows = tools.slice(0, mostTools).map(({ name, verb, calls, failures, refused }) => {
    const failed = share(failures, calls);
    return html`<tr><th scope="row"><span class="tool-name">${glyph(verb)}${name}</span></th>${bar(verb, calls / most)}<td class="n">${number(calls)}</td><td class="n">${failures / calls >= 0.05 ? html`<span class="minus">${failed}</span>` : failed}</td><td class="n opt">${refused === 0 ? "–" : number(refused)}</td>${spentCells(usageOf.get(name))}</tr>\n`;
  });
  const none = usageOf.get("");
  const answers =
    none === undefined
      ? ""
      : html`<tr><th scope="row">No tool<small>prose alone</small></th><td></td><td></td><td></td><td class="opt"></td>${spentCells(none)}</tr>\n`;
  const left = tools.length - mostTools;
  return html`<table class="tbl small">${head("Tool", hidden("Calls, drawn"), numeric("Calls"), numeric("Failed"), numeric("Refused", true), numeric("Tokens", true), numeric("Cost"))}<tbody>${rows}${left > 0 ? "" : answers}</tbody></table><p class="remark">Tokens are those of the messages that called the tool, shared evenly where one called several.</p>${left > 0 ? restOfTools(tools.slice(mostTools), usageOf, answers) : ""}`;
});

const spentCells = (usage: readonly ModelUsage[] | undefined): SafeHtml =>
  html`<td class="n opt">${usage === undefined ? "–" : tokens(totals(usage).all)}</td><td class="n">${usage === undefined ? "–" : (costText(cost(usage)) ?? "–")}</td>`;

/** A server may bring any number of tools. */
const mostOthers = 300;

function restOfTools(
  tools: readonly ToolUse[],
  usageOf: ReadonlyMap<string, readonly ModelUsage[]>,
  answers: SafeHtml | string,
): SafeHtml {
  const { drawn: rows } = fitting(
    tools.slice(0, mostOthers),
    ({ name, verb, calls, failures, refused }) =>
      html`<tr><th scope="row"><span class="tool-name">${glyph(verb)}${name}</span></th><td></td><td class="n">${number(calls)}</td><td class="n">${share(failures, calls)}</td><td class="n opt">${refused === 0 ? "–" : number(refused)}</td>${spentCells(usageOf.get(name))}</tr>\n`,
  );
  const left = tools.length - rows.length;
  return html`<details class="data"><summary>${count(tools.length, "more tool")}, and messages without one${caret()}</summary><table class="tbl small"><caption class="vh">The other tools</caption>${head("Tool", hidden("Calls, drawn"), numeric("Calls"), numeric("Failed"), numeric("Refused", true), numeric("Tokens", true), numeric("Cost"))}<tbody>${rows}${answers}</tbody></table>${andMore(left, "tool")}</details>`;
}

/** The longest sessions; it gets them, and the archive. */
export const longestSessions = part(
  "longestSessions",
  (sessions: readonly SessionRecord[], archive: Archive): SafeHtml => {
    const rows = sessions.map(
      (session) =>
        html`<tr><th scope="row"><a class="serif" href="${link(usagePath, sessionPath(session))}">${session.title}</a><small>${archive.projectOf(session).name}</small></th><td class="opt">${strip(session.marks)}</td><td class="n">${number(session.prompts)}</td><td class="n">${length(session.activeMs)}</td></tr>\n`,
    );
    return html`<table class="tbl small">${head("Session", html`<th scope="col" class="opt">Rhythm</th>`, numeric("Prompts"), numeric("Time"))}<tbody>${rows}</tbody></table>`;
  },
);

/** Files by edits; it gets them, and the names of projects where there are several. */
export const editedFiles = part("editedFiles", (files: readonly FileRecord[], archive: Archive): SafeHtml => {
  const most = Math.max(1, ...files.map(({ edits }) => edits));
  const names = new Map(archive.projects.map(({ id, name }) => [id, name]));
  const { drawn: rows } = fitting(
    files,
    (file) =>
      html`<tr><th scope="row"><a href="${link(usagePath, filePath(file))}"><code>${file.path}</code></a>${archive.projects.length > 1 ? html`<small>${names.get(file.project) ?? ""}</small>` : ""}</th>${bar("change", file.edits / most)}<td class="n">${number(file.edits)}</td><td class="n opt">${addedRemoved(file)}</td></tr>\n`,
  );
  return html`<table class="tbl small">${head("File", hidden("Edits, drawn"), numeric("Edits"), numeric("Lines", true))}<tbody>${rows}</tbody></table>`;
});

/** Prompts by weekday and hour, in numbers; it gets the counts, from Monday. */
export const hourTable = part("hourTable", (hours: readonly (readonly number[])[]): SafeHtml => {
  const days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
  const columns = [0, 3, 6, 9, 12, 15, 18, 21];
  const rows = days.map((name, day) => {
    const row = hours[day] ?? [];
    const cells = columns.map(
      (from) => html`<td class="n">${number(row.slice(from, from + 3).reduce((sum, value) => sum + value, 0))}</td>`,
    );
    return html`<tr><th scope="row">${name}</th>${cells}</tr>\n`;
  });
  const names = columns.map((from) => numeric(`${String(from).padStart(2, "0")}–${String(from + 3).padStart(2, "0")}`));
  return html`<details class="data"><summary>By three hours, as a table${caret()}</summary><div class="scroll" tabindex="0" role="group" aria-label="Prompts by hour"><table class="tbl small"><caption class="vh">Prompts by weekday and hour</caption>${head("Day", ...names)}<tbody>${rows}</tbody></table></div></details>`;
});
