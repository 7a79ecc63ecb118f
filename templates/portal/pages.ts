/** The pages of a portal: the front page, months, projects, search. */
import { indexPath, link, monthPath, searchPath } from "../../src/address/paths.ts";
import { monthTitle } from "../../src/archive/months.ts";
import { clock, time } from "../../src/text/clock.ts";
import { count, excerpt, number } from "../../src/text/format.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import { searchForm } from "../layouts/page.ts";
import { searchFields } from "../pages/search.11ty.ts";
import { breadcrumb } from "../parts/breadcrumb.ts";
import { caret } from "../parts/glyph.ts";
import { fitting, withinPage } from "../within-page.ts";
import { portalFrame, projectsPath } from "./frame.ts";
import { daysOf } from "./rows.ts";
import type { PortalRow, PortalView, RowsPage } from "./view.ts";

/** Rows on the front page. */
const mostRecent = 40;
const mostMonths = 24;
/** Archives before the rest is folded. */
const mostArchives = 12;

/** A project of this name in any archive. */
export interface ProjectView {
  readonly name: string;
  readonly path: string;
  readonly rows: readonly PortalRow[];
}

export const frontPage = (view: PortalView, months: readonly string[]): SafeHtml =>
  withinPage(() => drawnFront(view, months));

function drawnFront(view: PortalView, months: readonly string[]): SafeHtml {
  const path = indexPath;
  const { day } = clock(view.timeZone);
  const dated = view.rows.filter((row) => row.time !== undefined);
  const [last, first] = [dated[0]?.time, dated.at(-1)?.time];
  const when = first === undefined ? "" : html`, from ${time(first, day)} to ${time(last ?? first, day)}`;
  const links = months
    .slice(0, mostMonths)
    .map((month) => html`<a class="btn" href="${link(path, monthPath(month))}">${monthTitle(month)}</a>`);
  const body = html`<div class="page">
<section class="annal bare hero"><div class="label"></div><div><h1>${view.title}</h1>
${searchForm(path, "Search what was asked, said, run and changed")}
<noscript><p class="tries">Search needs JavaScript. Everything below, and every session, reads without it.</p></noscript>
<p class="lede"><b>${number(view.rows.length)}</b> ${view.rows.length === 1 ? "session" : "sessions"} in <b>${number(view.archives.length)}</b> ${view.archives.length === 1 ? "archive" : "archives"}${when}.</p></div></section>
${archiveTable(view, path)}<section aria-labelledby="rec"><div class="annal flush"><div class="label"><h2 id="rec">${view.rows.length > mostRecent ? "Recent" : "Sessions"}</h2></div><div></div></div>
${daysOf(view.rows.slice(0, mostRecent), view.timeZone, path)}</section>
<nav class="more-nav" aria-label="Sessions by month">${links}</nav></div>`;
  const description = `${count(view.rows.length, "session")} in ${count(view.archives.length, "archive")}.`;
  return portalFrame({ view, path, title: view.title, description, body, current: "sessions", hasOwnSearch: true });
}

function archiveTable(view: PortalView, path: string): SafeHtml {
  const { date } = clock(view.timeZone);
  const { drawn: rows, left } = fitting(
    view.archives,
    (archive) =>
      html`<tr><th scope="row"><a href="${link(path, archive.page)}">${excerpt(archive.name, 80)}</a></th><td class="n">${number(archive.sessions)}</td><td class="n">${number(archive.projects)}</td><td class="n opt">${archive.first === undefined ? "" : time(archive.first, date)}</td><td class="n">${archive.last === undefined ? "" : time(archive.last, date)}</td></tr>`,
  );
  const more = rows.slice(mostArchives);
  const rest =
    more.length === 0
      ? ""
      : html`<details class="data"><summary>${count(more.length + left.length, "more archive")}${caret()}</summary><table class="tbl archives"><tbody>${more}</tbody></table>${left.length === 0 ? "" : html`<p class="remark">and ${number(left.length)} more</p>`}</details>`;
  return html`<section class="annal" id="archives" aria-labelledby="ar-h"><div class="label"><h2 id="ar-h">Archives</h2></div><div><table class="tbl archives"><thead><tr><th scope="col">Archive</th><th scope="col" class="n">Sessions</th><th scope="col" class="n">Projects</th><th scope="col" class="n opt">First</th><th scope="col" class="n">Last</th></tr></thead><tbody>${rows.slice(0, mostArchives)}</tbody></table>${rest}</div></section>\n`;
}

export const projectsPage = (view: PortalView, projects: readonly ProjectView[]): SafeHtml =>
  withinPage(() => drawnProjects(view, projects));

function drawnProjects(view: PortalView, projects: readonly ProjectView[]): SafeHtml {
  const path = projectsPath;
  const { date } = clock(view.timeZone);
  const { drawn: rows, left } = fitting(projects, ({ name, path: own, rows: all }) => {
    const archives = [...new Set(all.map(({ archive }) => archive.name))];
    const last = all.find((row) => row.time !== undefined)?.time;
    return html`<tr><th scope="row"><a href="${link(path, own)}">${excerpt(name, 80)}</a><small>${excerpt(archives.join(", "), 120)}</small></th><td class="n">${number(all.length)}</td><td class="n opt">${number(archives.length)}</td><td class="n">${last === undefined ? "" : time(last, date)}</td></tr>`;
  });
  const body = html`<div class="page">
<div class="head">${breadcrumb([{ words: "Sessions", href: link(path, indexPath) }, { words: "Projects" }])}
<h1>Projects</h1><p class="facts"><span>${count(projects.length, "project")}</span><span>${count(view.archives.length, "archive")}</span></p></div>
<div><table class="tbl archives"><thead><tr><th scope="col">Project</th><th scope="col" class="n">Sessions</th><th scope="col" class="n opt">Archives</th><th scope="col" class="n">Last</th></tr></thead><tbody>${rows}</tbody></table>${left.length === 0 ? "" : html`<p class="remark">and ${count(left.length, "more project")} with fewer sessions, which months and search lead to.</p>`}</div></div>`;
  const description = `${count(projects.length, "project")} in ${count(view.archives.length, "archive")}.`;
  return portalFrame({ view, path, title: "Projects", description, body, current: "projects" });
}

/** Sessions of a month or of a project; `up` is where the way back leads. */
export function rowsPage(view: PortalView, about: RowsPage, up: "sessions" | "projects"): SafeHtml {
  const { path, part, parts, rows, all } = about;
  const title = parts.length > 1 ? `${about.title}, part ${part} of ${parts.length}` : about.title;
  const above =
    up === "sessions"
      ? { words: "Sessions", href: link(path, indexPath) }
      : { words: "Projects", href: link(path, projectsPath) };
  const ways = [
    [parts[part - 2], "Newer"],
    [parts[part], "Older"],
  ] as const;
  const links = ways.flatMap(([to, words]) =>
    to === undefined ? [] : [html`<a class="btn" href="${link(path, to)}">${words}</a>`],
  );
  const body = html`<div class="page">
<div class="head">${breadcrumb([above, { words: about.title }])}
<h1>${title}</h1><p class="facts"><span>${count(all, "session")}</span></p></div>
<h2 class="vh">Sessions by day</h2>
${daysOf(rows, view.timeZone, path)}
${links.length === 0 ? "" : html`<nav class="more-nav" aria-label="Other parts">${links}</nav>`}</div>`;
  return portalFrame({ view, path, title, description: `${count(all, "session")}.`, body, current: up });
}

export function portalSearchPage(view: PortalView): SafeHtml {
  const placeholder = `Search ${count(view.rows.length, "session")} in ${count(view.archives.length, "archive")}`;
  return portalFrame({
    ...{ view, path: searchPath, title: "Search", description: "Search all archives." },
    body: searchFields(placeholder),
    hasOwnSearch: true,
    scripts: ["assets/search.js"],
  });
}
