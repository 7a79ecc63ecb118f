/** The front page: search, the year, projects, the last days. */

import { indexPath, link, monthPath, projectPath } from "../../src/address/paths.ts";
import { shortPath } from "../../src/address/short-path.ts";
import { byDay, type Day, dayOf } from "../../src/archive/by-day.ts";
import { cost, costNote, costText } from "../../src/archive/cost.ts";
import { addUsage } from "../../src/conversation/usage.ts";
import type { Archive, SessionRecord } from "../../src/model/archive.ts";
import type { Project } from "../../src/model/session.ts";
import { clock, time } from "../../src/text/clock.ts";
import { count, length, number, tokens, totals } from "../../src/text/format.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import { page, searchForm } from "../layouts/page.ts";
import { calendar, monthTable } from "../parts/calendar.ts";
import { daySection } from "../parts/days.ts";
import { caret, glyph, verbWords } from "../parts/glyph.ts";
import { lastWeekOf, spark } from "../parts/weeks.ts";
import { monthTitle } from "./month-page.ts";

/** Whole days until there are this many sessions. */
const mostRecent = 40;
/** In sight; the others are folded. */
const mostProjects = 8;
const path = indexPath;

export function indexPage(archive: Archive, version: string): SafeHtml {
  const body = html`<div class="page">
${hero(archive)}
${howToRead}
${year(archive)}${projects(archive)}${recent(archive)}</div>`;
  return page({
    archive,
    version,
    path,
    title: archive.title,
    description: `${count(archive.sessions.length, "Claude Code session")} in ${count(archive.projects.length, "project")}.`,
    body,
    current: "sessions",
    hasOwnSearch: true,
  });
}

const search = html`${searchForm(path, "Search what was asked, said, run and changed")}
<noscript><p class="tries">Search needs JavaScript. Everything below, and every session, reads without it.</p></noscript>
`;

function hero(archive: Archive): SafeHtml {
  const { day } = clock(archive.timeZone);
  const starts = archive.sessions.flatMap((session) => (session.span === undefined ? [] : [session.span.from])).sort();
  const [first, last] = [starts[0], starts.at(-1)];
  const when =
    first === undefined
      ? ""
      : day(first) === day(last)
        ? html`, on ${time(first, day)}`
        : html`, from ${time(first, day)} to ${time(last, day)}`;
  return html`<section class="annal bare hero"><div class="label"></div><div><h1>${archive.title}</h1>
${archive.isWithoutSearch ? "" : search}<p class="lede"><b>${number(archive.sessions.length)}</b> ${archive.sessions.length === 1 ? "session" : "sessions"} in <b>${number(archive.projects.length)}</b> ${archive.projects.length === 1 ? "project" : "projects"}${when}, as they happened: what was asked, thought, run and changed. <button class="btn" type="button" popovertarget="how">How to read a session</button></p></div></section>`;
}

const verbs = [
  ["look", "reads and searches files"],
  ["change", "edits and writes files"],
  ["run", "runs a command"],
  ["reach", "fetches from the web, calls a service"],
  ["delegate", "hands work to a subagent or skill"],
  ["decide", "a plan, a question, the task list"],
] as const;

const howToRead = html`<div class="pop how" id="how" popover><h2>How to read a session</h2><p>A session is one sitting between a person and Claude Code, a coding agent. Serif text is the person. Sans text is the agent. One-line rows are what it did, by verb:</p><ul>${verbs.map(([verb, words]) => html`<li>${glyph(verb)}<b>${verbWords[verb]}</b> ${words}</li>`)}</ul><p>The bars beside a session show these verbs in order, so you can see its rhythm before you open it. Long work often runs over several sessions: plan, implementation, follow-up. That is a chain.</p></div>`;

function year(archive: Archive): SafeHtml {
  const drawn = calendar(archive, path);
  if (String(drawn) === "") return html``;
  const active = new Set(archive.sessions.map((session) => dayOf(session, archive)).filter((day) => day !== "")).size;
  return html`<section class="annal" aria-labelledby="year"><div class="label"><h2 id="year">The year</h2><p>${count(active, "active day")}</p></div><div>${drawn}${monthTable(archive, path)}</div></section>\n`;
}

function projects(archive: Archive): SafeHtml {
  const last = lastWeekOf(archive);
  const byProject = new Map<string, SessionRecord[]>();
  for (const session of archive.sessions) {
    const list = byProject.get(session.project);
    if (list === undefined) byProject.set(session.project, [session]);
    else list.push(session);
  }
  const { date, shortDay } = clock(archive.timeZone);
  // The year is said where it is not that of the newest session.
  const year = date(archive.sessions.find((session) => session.span !== undefined)?.span?.from).slice(-4);
  const lastDay = (iso: string) => (date(iso).endsWith(year) ? shortDay(iso) : date(iso));
  const sessionsOf = ({ id }: Project) => byProject.get(id) ?? [];
  // The busiest first; of equally busy ones the last that was worked on. Sessions come newest first.
  const order = new Map(archive.sessions.map(({ project }, index) => [project, -index] as const).reverse());
  const all = [...archive.projects].sort(
    (a, b) => sessionsOf(b).length - sessionsOf(a).length || (order.get(b.id) ?? 0) - (order.get(a.id) ?? 0),
  );
  const rows = all.map((project) => {
    const sessions = sessionsOf(project);
    const usage = addUsage(sessions.map((session) => session.usage));
    const spent = cost(usage);
    const newest = sessions.find((session) => session.span !== undefined)?.span?.from;
    const active = sessions.reduce((sum, session) => sum + session.activeMs, 0);
    const total = totals(usage).all;
    return html`<tr><th scope="row"><a href="${link(path, projectPath(project))}">${project.name}</a><small>${shortPath(project.path, [])}</small></th><td>${spark(sessions, archive, last)}</td><td class="n">${number(sessions.length)}</td><td class="n opt">${length(active)}</td><td class="n opt">${total === 0 ? "" : tokens(total)}</td><td class="n opt"><span title="${costNote(spent)}">${costText(spent) ?? ""}</span></td><td class="n">${newest === undefined ? "" : time(newest, lastDay)}</td></tr>`;
  });
  return html`<section class="annal" id="projects" aria-labelledby="pr-h"><div class="label"><h2 id="pr-h">Projects</h2></div><div class="projects-box"><table class="tbl projects"><thead><tr><th scope="col">Project</th><th scope="col">By week</th><th scope="col" class="n">Sessions</th><th scope="col" class="n opt">Time</th><th scope="col" class="n opt">Tokens</th><th scope="col" class="n opt">Cost</th><th scope="col" class="n">Last</th></tr></thead><tbody>${rows.slice(0, mostProjects)}</tbody></table>${more(rows.slice(mostProjects))}</div></section>\n`;
}

/** Sessions come soon after, however many projects there are. */
function more(rows: readonly SafeHtml[]): SafeHtml {
  if (rows.length === 0) return html``;
  return html`<details class="data"><summary>${count(rows.length, "more project")}${caret}</summary><table class="tbl projects"><tbody>${rows}</tbody></table></details>`;
}

function recent(archive: Archive): SafeHtml {
  const days = byDay(archive.sessions.slice(0, mostRecent * 3), archive);
  const shown: Day[] = [];
  let rows = 0;
  for (const day of days) {
    if (rows >= mostRecent) break;
    // A day with hundreds of sessions is cut; its month has the rest.
    shown.push({ date: day.date, sessions: day.sessions.slice(0, mostRecent) });
    rows += day.sessions.length;
  }
  const months = [...new Set(archive.sessions.map((session) => dayOf(session, archive).slice(0, 7) || "undated"))];
  const isAll = rows >= archive.sessions.length;
  const links = months
    .slice(0, 24)
    .map((month) => html`<a class="btn" href="${link(path, monthPath(month))}">${monthTitle(month)}</a>`);
  return html`<section aria-labelledby="rec"><div class="annal flush"><div class="label"><h2 id="rec">${isAll ? "Sessions" : "Recent"}</h2></div><div></div></div>
${shown.map((day, index, all) => daySection(day, archive, path, all[index - 1]))}</section>
<nav class="more-nav" aria-label="Sessions by month">${links}</nav>
`;
}
