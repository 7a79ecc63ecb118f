/** What the archive spent and did: cost and tokens by week, model and project, tools, hours, sessions and files. */
import { usagePath } from "../../src/address/paths.ts";
import { cost, costNote, costText } from "../../src/archive/cost.ts";
import { sumsOf } from "../../src/archive/sums.ts";
import { type UsageFigures, usageFigures } from "../../src/archive/usage-page.ts";
import type { Archive } from "../../src/model/archive.ts";
import { monthName } from "../../src/text/clock.ts";
import { length, number, tokens, totals } from "../../src/text/format.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import { pageFrame, type Site } from "../layouts/page.ts";
import { addedRemoved } from "../parts/facts.ts";
import { costChart, hourChart } from "../parts/usage-charts.ts";
import {
  agentCosts,
  editedFiles,
  hourTable,
  longestSessions,
  modelTable,
  monthCosts,
  projectCosts,
  toolTable,
} from "../parts/usage-tables.ts";
import { part } from "../theme.ts";
import { withinPage } from "../within-page.ts";
import { once } from "./template-data.ts";

export const { data, render } = once(usagePath, (site) => usagePage(site));

export function usagePage(site: Site<Archive>): SafeHtml {
  const figures = usageFigures(site.archive);
  return withinPage(() =>
    pageFrame({
      ...site,
      path: usagePath,
      title: "Usage",
      description: "Tokens, cost, tools and hours of the archive.",
      body: usageBody(figures, site.archive),
      current: "usage",
    }),
  );
}

/** The usage page; it gets its figures, and the archive. */
export const usageBody = part("usageBody", (figures: UsageFigures, archive: Archive): SafeHtml => {
  const { weeks, months, models, projects, agents, longest, files, undated } = figures;
  const [first, last] = [weeks[0]?.date, weeks.at(-1)?.date];
  const span = first === undefined || last === undefined ? "Weeks" : spanWords(first, last);
  const { work } = archive;
  const prompts = work.hours.flat().reduce((sum, value) => sum + value, 0);
  const sections: (SafeHtml | undefined)[] = [
    weeks.length === 0
      ? undefined
      : section(
          "Cost",
          "per week",
          html`${costChart(weeks)}${monthCosts(months)}${undated > 0 ? html`<p class="remark">${tokens(undated)} tokens in messages without a time are in no week.</p>` : ""}`,
        ),
    models.length === 0 ? undefined : section("Models", "tokens, by week", modelTable(models, span)),
    agents.length < 2 ? undefined : section("Agents", "", agentCosts(agents)),
    projects.length === 0
      ? undefined
      : section("Projects", "", projectCosts(projects, archive.projects.length - projects.length)),
    work.tools.length === 0
      ? undefined
      : section("Tools", "agents' calls included", toolTable(work.tools, work.toolUsage)),
    section("Interruptions", "and what else stopped the work", stops(archive)),
    prompts === 0
      ? undefined
      : section("Hours", "when prompts were sent", html`${hourChart(work.hours)}${hourTable(work.hours)}`),
    longest.length === 0 ? undefined : section("Longest", "sessions by time", longestSessions(longest, archive)),
    files.length === 0 ? undefined : section("Files", "edited most", editedFiles(files, archive)),
  ];
  return html`<div class="page"><div class="head"><h1>Usage</h1><p class="lede">Counted from the logs themselves. ${costNote(cost(archive.usage))} What was really paid depends on the plan.</p>
${usageSums(archive)}</div>
${sections}</div>`;
});

function section(name: string, words: string, body: SafeHtml): SafeHtml {
  const id = `s-${name.toLowerCase()}`;
  return html`<section class="annal" aria-labelledby="${id}"><div class="label"><h2 id="${id}">${name}</h2>${words === "" ? "" : html`<p>${words}</p>`}</div><div>${body}</div></section>\n`;
}

function spanWords(first: string, last: string): string {
  const [from, to] = [monthName(first), monthName(last)];
  return from === to ? from : `${from} to ${to}`;
}

/** The sums at the head of the usage page; it gets the archive. */
export const usageSums = part("usageSums", (archive: Archive): SafeHtml => {
  const { usage, work, sessions, files } = archive;
  const { activeMs } = sumsOf(sessions);
  const all = totals(usage);
  const calls = work.tools.reduce((sum, tool) => sum + tool.calls, 0);
  const failures = work.tools.reduce((sum, tool) => sum + tool.failures, 0);
  const agents = totals(work.agentUsage).all;
  const lines = {
    added: files.reduce((sum, { added }) => sum + added, 0),
    removed: files.reduce((sum, { removed }) => sum + removed, 0),
  };
  const percent = (part: number, whole: number): string => `${Math.round((part / whole) * 1000) / 10}%`;
  const shares = [
    ...(all.cached === 0 ? [] : [`${percent(all.cached, all.input)} from cache`]),
    ...(agents === 0 ? [] : [`${percent(agents, all.all)} by agents`]),
  ];
  const facts: readonly (readonly [string, SafeHtml] | undefined)[] = [
    ["Sessions", html`${number(sessions.length)}`],
    ["Time with the agent", html`${length(activeMs)}`],
    ["Tokens", html`${tokens(all.all)}${shares.length === 0 ? "" : html` <small>${shares.join(", ")}</small>`}`],
    costText(cost(usage)) === undefined ? undefined : ["Cost", html`${costText(cost(usage)) ?? ""}`],
    [
      "Tool calls",
      html`${number(calls)}${calls === 0 ? "" : html` <small>${percent(failures, calls)} failed</small>`}`,
    ],
    lines.added + lines.removed === 0 ? undefined : ["Lines", addedRemoved(lines, tokens)],
  ];
  return html`<dl class="big-n">${facts.map((fact) => (fact === undefined ? "" : html`<div><dt>${fact[0]}</dt><dd>${fact[1]}</dd></div>`))}</dl>`;
});

function stops({ work, sessions }: Archive): SafeHtml {
  const refused = work.tools.reduce((sum, tool) => sum + tool.refused, 0);
  const rows: readonly (readonly [string, number, string])[] = [
    ["Interruptions", work.interruptions, "a person stopped the agent"],
    ["Refused calls", refused, "a person, a rule or a hook did not let them run"],
    ["Compactions", work.compactions, "the context was full and was summed up"],
    ["Errors of the API", work.apiErrors, "the request was made again, or given up"],
  ];
  return html`<table class="tbl small"><thead><tr><th scope="col">What</th><th scope="col" class="n">Times</th><th scope="col" class="n">Per session</th></tr></thead><tbody>${rows.map(
    ([name, value, words]) =>
      html`<tr><th scope="row">${name}<small>${words}</small></th><td class="n">${number(value)}</td><td class="n">${perSession(value, sessions.length)}</td></tr>\n`,
  )}</tbody></table>`;
}

/** What was seen is not "0". */
function perSession(value: number, sessions: number): string {
  if (sessions === 0) return "–";
  const share = Math.round((value / sessions) * 10) / 10;
  return value > 0 && share === 0 ? "<0.1" : number(share);
}
