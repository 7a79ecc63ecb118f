/** All sessions of a month, by day, in as many pages as it takes. */

import { indexPath, link, monthPath } from "../../src/address/paths.ts";
import { byDay } from "../../src/archive/by-day.ts";
import { type MonthPage, monthPages, monthsOf, monthTitle } from "../../src/archive/months.ts";
import type { Archive, SessionRecord } from "../../src/model/archive.ts";
import { count, length } from "../../src/text/format.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import { pageFrame, type Site } from "../layouts/page.ts";
import { breadcrumb } from "../parts/breadcrumb.ts";
import { daySection } from "../parts/days.ts";
import { part } from "../theme.ts";
import { drawn, type TemplateData } from "./template-data.ts";

interface Data extends TemplateData {
  readonly about: MonthPage;
}

export const data = {
  pagination: {
    data: "annals.sessions",
    size: 1,
    alias: "about",
    before: (sessions: readonly SessionRecord[], { annals }: TemplateData): MonthPage[] =>
      monthsOf(sessions, annals).flatMap(monthPages),
  },
  permalink: ({ about }: Data): string => about.path,
  eleventyExcludeFromCollections: true,
};

export function render({ annals, about }: Data): string {
  const months = monthsOf(annals.sessions, annals).map(({ month }) => month);
  return drawn(annals, (site) => monthPage(about, site, months));
}

/** `months` are all that have pages, the newest first. */
export function monthPage(about: MonthPage, site: Site<Archive>, months: readonly string[]): SafeHtml {
  return pageFrame({
    ...site,
    path: about.path,
    title: titleOf(about),
    description: `${count(about.all, "session")} in ${monthTitle(about.month)}.`,
    body: monthBody(about, site.archive, months),
    current: "sessions",
  });
}

const titleOf = ({ month, part, parts }: MonthPage): string =>
  `${monthTitle(month)}${parts > 1 ? `, part ${part} of ${parts}` : ""}`;

/** The page of a month; it gets the month with its sessions, the archive, and all months that have a page. */
export const monthBody = part(
  "monthBody",
  (about: MonthPage, archive: Archive, months: readonly string[]): SafeHtml => {
    const { month, path, parts, sessions, all } = about;
    const active = sessions.reduce((sum, session) => sum + session.activeMs, 0);
    const crumbs = breadcrumb([{ words: "Sessions", href: link(path, indexPath) }, { words: monthTitle(month) }]);
    return html`<div class="page">
<div class="head">${crumbs}
<h1>${titleOf(about)}</h1><p class="facts"><span>${count(all, "session")}</span><span>${length(active)} at work${parts > 1 ? " on this page" : ""}</span></p></div>
<h2 class="vh">Sessions by day</h2>
${byDay(sessions, archive).map((day, index, days) => daySection(day, archive, path, days[index - 1]))}
${monthLinks(about, months)}</div>`;
  },
);

/** Newer and older months, and the other parts of this one; it gets the month, and all months that have a page. */
export const monthLinks = part(
  "monthLinks",
  ({ month, path, part, parts }: MonthPage, months: readonly string[]): SafeHtml => {
    const at = months.indexOf(month);
    const links: SafeHtml[] = [];
    const add = (to: string | undefined, words: string) => {
      if (to !== undefined) links.push(html`<a class="btn" href="${link(path, to)}">${words}</a>`);
    };
    if (part > 1) add(monthPath(month, part - 1), "Newer in this month");
    if (part < parts) add(monthPath(month, part + 1), "Older in this month");
    const [newer, older] = [months[at - 1], months[at + 1]];
    if (newer !== undefined) add(monthPath(newer), monthTitle(newer));
    if (older !== undefined) add(monthPath(older), monthTitle(older));
    return html`<nav class="more-nav" aria-label="Other months">${links}</nav>`;
  },
);
