/** The front page: search, the year, projects, the last days. */

import { indexPath, link, monthPath, projectPath } from "../../src/address/paths.ts";
import { shortPath } from "../../src/address/short-path.ts";
import { dayOf } from "../../src/archive/by-day.ts";
import { calendarOf, monthSums } from "../../src/archive/calendar.ts";
import { monthsOf, monthTitle } from "../../src/archive/months.ts";
import { storyRecords } from "../../src/archive/story/index.ts";
import { type ProjectSessions, projectsByUse, recentDays, sumsOf } from "../../src/archive/sums.ts";
import { lastWeek, perWeek } from "../../src/archive/weeks.ts";
import { feedPath, jsonFeedPath } from "../../src/export/paths.ts";
import type { Archive } from "../../src/model/archive.ts";
import { codingAgentNames, codingAgents } from "../../src/model/coding-agent.ts";
import { clock, time } from "../../src/text/clock.ts";
import { count, length, number, tokens, totals } from "../../src/text/format.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import { pageFrame, type Site, searchForm } from "../layouts/page.ts";
import { sessionWord } from "../parts/agent-badge.ts";
import { calendar, monthTable } from "../parts/calendar.ts";
import { daySection } from "../parts/days.ts";
import { costEstimate } from "../parts/facts.ts";
import { caret, glyph, verbWords } from "../parts/glyph.ts";
import { storyList } from "../parts/tale/list.ts";
import { sparkline } from "../parts/weeks.ts";
import { part } from "../theme.ts";
import { fitting, fittingCount, withinPage } from "../within-page.ts";
import { once } from "./template-data.ts";

const path = indexPath;

export const { data, render } = once(path, (site) => indexPage(site));

export function indexPage(site: Site<Archive>): SafeHtml {
  const { archive } = site;
  return withinPage(() => indexFrame(site, archive));
}

const indexFrame = (site: Site<Archive>, archive: Archive): SafeHtml =>
  pageFrame({
    ...site,
    path,
    title: archive.title,
    description: `${count(archive.sessions.length, sessionWord(archive.sessions))} in ${count(archive.projects.length, "project")}.`,
    body: indexBody(archive),
    current: "sessions",
    hasOwnSearch: true,
    alternates: [
      { type: "application/atom+xml", href: feedPath, title: archive.title },
      { type: "application/feed+json", href: jsonFeedPath, title: archive.title },
    ],
  });

/** The front page; it gets the archive. */
export const indexBody = part(
  "indexBody",
  (archive: Archive): SafeHtml => html`<div class="page">
${indexHead(archive)}
${howToRead(archive)}
${indexStories(archive)}${yearSection(archive)}${projectTable(archive)}${recentSessions(archive)}</div>`,
);

/** Title, search and what the archive holds; it gets the archive. */
export const indexHead = part("indexHead", (archive: Archive): SafeHtml => {
  const { day } = clock(archive.timeZone);
  const { first, last } = sumsOf(archive.sessions);
  const when =
    first === undefined
      ? ""
      : day(first) === day(last)
        ? html`, on ${time(first, day)}`
        : html`, from ${time(first, day)} to ${time(last, day)}`;
  const search = html`${searchForm(path, "Search what was asked, said, run and changed")}
<noscript><p class="tries">Search needs JavaScript. Everything below, and every session, reads without it.</p></noscript>
`;
  return html`<section class="annal bare hero"><div class="label"></div><div><h1>${archive.title}</h1>
${archive.isWithoutSearch ? "" : search}<p class="lede"><b>${number(archive.sessions.length)}</b> ${archive.sessions.length === 1 ? "session" : "sessions"} in <b>${number(archive.projects.length)}</b> ${archive.projects.length === 1 ? "project" : "projects"}${when}, as they happened: what was asked, thought, run and changed. <button class="btn" type="button" popovertarget="how">How to read a session</button></p></div></section>`;
});

const verbs = [
  ["look", "reads and searches files"],
  ["change", "edits and writes files"],
  ["run", "runs a command"],
  ["reach", "fetches from the web, calls a service"],
  ["delegate", "hands work to a subagent or skill"],
  ["decide", "a plan, a question, the task list"],
] as const;

/** "Claude Code, a coding agent", or how many there are. */
function agentWords({ sessions }: Pick<Archive, "sessions">): string {
  const names = codingAgents.flatMap((agent) =>
    sessions.some((session) => session.agent === agent) ? [codingAgentNames[agent]] : [],
  );
  const [first = codingAgentNames[codingAgents[0]], ...others] = names;
  return others.length === 0
    ? `${first}, a coding agent`
    : `a coding agent: ${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
}

/** The panel that says how to read a session; it gets the archive. */
export const howToRead = part(
  "howToRead",
  (archive: Archive): SafeHtml =>
    html`<div class="pop how" id="how" popover><h2>How to read a session</h2><p>A session is one sitting between a person and ${agentWords(archive)}. Serif text is the person. Sans text is the agent. One-line rows are what it did, by verb:</p><ul>${verbs.map(([verb, words]) => html`<li>${glyph(verb)}<b>${verbWords[verb]}</b> ${words}</li>`)}</ul><p>The bars beside a session show these verbs in order, so you can see its rhythm before you open it. Long work often runs over several sessions: plan, implementation, follow-up. That is a chain.</p></div>`,
);

/** Work that ran over several sessions; it gets the archive. Nothing where there is none. */
export const indexStories = part("indexStories", (archive: Archive): SafeHtml => {
  const stories = storyRecords(archive);
  if (stories.length === 0) return html``;
  return html`<section class="annal" id="stories" aria-labelledby="st-h"><div class="label"><h2 id="st-h">Stories</h2><p>${number(stories.length)}, of several sessions each</p></div><div>${storyList(stories, archive, path)}</div></section>\n`;
});

/** The year as a calendar and a table; it gets the archive. Nothing where no time is known. */
export const yearSection = part("yearSection", (archive: Archive): SafeHtml => {
  const year = calendarOf(archive);
  if (year === undefined) return html``;
  const active = new Set(archive.sessions.map((session) => dayOf(session, archive)).filter((day) => day !== "")).size;
  return html`<section class="annal" aria-labelledby="year"><div class="label"><h2 id="year">The year</h2><p>${count(active, "active day")}</p></div><div>${calendar(year, path)}${monthTable(monthSums(archive), path)}</div></section>\n`;
});

/** In sight; the others are folded: sessions come soon after, however many projects there are. */
const mostProjects = 8;

/** All projects, the busiest first; it gets the archive. */
export const projectTable = part("projectTable", (archive: Archive): SafeHtml => {
  const last = lastWeek(archive.sessions, archive);
  const { drawn: rows, left } = fitting(projectsByUse(archive), (each) => projectRow(each, archive, last));
  const more = rows.slice(mostProjects);
  const unseen =
    left.length === 0
      ? ""
      : html`<p class="remark">and ${count(left.length, "project")} used less, for which a page has no room; their sessions lead to them.</p>`;
  const rest =
    more.length === 0
      ? unseen
      : html`<details class="data"><summary>${count(more.length + left.length, "more project")}${caret()}</summary><table class="tbl projects"><tbody>${more}</tbody></table>${unseen}</details>`;
  return html`<section class="annal" id="projects" aria-labelledby="pr-h"><div class="label"><h2 id="pr-h">Projects</h2></div><div class="projects-box"><table class="tbl projects"><thead><tr><th scope="col">Project</th><th scope="col">By week</th><th scope="col" class="n">Sessions</th><th scope="col" class="n opt">Time</th><th scope="col" class="n opt">Tokens</th><th scope="col" class="n opt">Cost</th><th scope="col" class="n">Last</th></tr></thead><tbody>${rows.slice(0, mostProjects)}</tbody></table>${rest}</div></section>\n`;
});

/**
 * A project in the table; it gets the project with its sessions, the archive, and the archive's last week, so that the
 * bars of all projects line up.
 */
export const projectRow = part(
  "projectRow",
  ({ project, sessions }: ProjectSessions, archive: Archive, last: number): SafeHtml => {
    const { date, shortDay } = clock(archive.timeZone);
    // The year is said where it is not that of the newest session.
    const year = date(archive.sessions.find((session) => session.span !== undefined)?.span?.from).slice(-4);
    const lastDay = (iso: string) => (date(iso).endsWith(year) ? shortDay(iso) : date(iso));
    const newest = sessions.find((session) => session.span !== undefined)?.span?.from;
    const { activeMs, usage } = sumsOf(sessions);
    const total = totals(usage).all;
    return html`<tr><th scope="row"><a href="${link(path, projectPath(project))}">${project.name}</a><small>${shortPath(project.path, [])}</small></th><td>${sparkline(perWeek(sessions, archive, last))}</td><td class="n">${number(sessions.length)}</td><td class="n opt">${length(activeMs)}</td><td class="n opt">${total === 0 ? "" : tokens(total)}</td><td class="n opt">${costEstimate(usage)}</td><td class="n">${newest === undefined ? "" : time(newest, lastDay)}</td></tr>`;
  },
);

/** Whole days until there are this many sessions. */
const mostRecent = 40;

/** The last days with their sessions, and the ways to all months; it gets the archive. */
export const recentSessions = part("recentSessions", (archive: Archive): SafeHtml => {
  const { days, count: shown } = recentDays(archive, fittingCount(mostRecent));
  const isAll = shown >= archive.sessions.length;
  const links = monthsOf(archive.sessions, archive)
    .slice(0, 24)
    .map(({ month }) => html`<a class="btn" href="${link(path, monthPath(month))}">${monthTitle(month)}</a>`);
  return html`<section aria-labelledby="rec"><div class="annal flush"><div class="label"><h2 id="rec">${isAll ? "Sessions" : "Recent"}</h2></div><div></div></div>
${days.map((day, index) => daySection(day, archive, path, days[index - 1]))}</section>
<nav class="more-nav" aria-label="Sessions by month">${links}</nav>
`;
});
