/** All sessions of a month, by day, in as many pages as it takes. */

import { indexPath, link, monthPath } from "../../src/address/paths.ts";
import { byDay, dayOf } from "../../src/archive/by-day.ts";
import type { Archive, SessionRecord } from "../../src/model/archive.ts";
import { monthName } from "../../src/text/clock.ts";
import { count, length } from "../../src/text/format.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import { page } from "../layouts/page.ts";
import { daySection } from "../parts/days.ts";

export interface Month {
  /** "2026-02", or "undated". */
  readonly month: string;
  readonly sessions: readonly SessionRecord[];
}

export interface MonthPage extends Month {
  readonly path: string;
  readonly part: number;
  readonly parts: number;
  readonly all: number;
}

const mostRows = 80;

/** In the order of the sessions. */
export function monthsOf(sessions: readonly SessionRecord[], archive: Archive): readonly Month[] {
  const months = new Map<string, SessionRecord[]>();
  for (const session of sessions) {
    const month = dayOf(session, archive).slice(0, 7) || "undated";
    const list = months.get(month);
    if (list === undefined) months.set(month, [session]);
    else list.push(session);
  }
  return [...months].map(([month, list]) => ({ month, sessions: list }));
}

/** Every page of a month; Eleventy paginates over them. */
export function monthPages({ month, sessions }: Month): MonthPage[] {
  const parts = Math.max(1, Math.ceil(sessions.length / mostRows));
  return Array.from({ length: parts }, (_, index) => ({
    month,
    path: monthPath(month, index + 1),
    part: index + 1,
    parts,
    all: sessions.length,
    sessions: sessions.slice(index * mostRows, (index + 1) * mostRows),
  }));
}

export const monthTitle = (month: string): string => (month === "undated" ? "Undated sessions" : monthName(month));

export function monthPage(about: MonthPage, archive: Archive, version: string, months: readonly string[]): SafeHtml {
  const { month, path, part, parts, sessions, all } = about;
  const title = `${monthTitle(month)}${parts > 1 ? `, part ${part} of ${parts}` : ""}`;
  const active = sessions.reduce((sum, session) => sum + session.activeMs, 0);
  const body = html`<div class="page">
<div class="head"><nav class="crumbs" aria-label="Breadcrumb"><ol><li><a href="${link(path, indexPath)}">Sessions</a></li><li>${monthTitle(month)}</li></ol></nav>
<h1>${title}</h1><p class="facts"><span>${count(all, "session")}</span><span>${length(active)} at work${parts > 1 ? " on this page" : ""}</span></p></div>
<h2 class="vh">Sessions by day</h2>
${byDay(sessions, archive).map((day, index, days) => daySection(day, archive, path, days[index - 1]))}
${pageLinks(about, months)}</div>`;
  return page({
    archive,
    version,
    path,
    title,
    description: `${count(all, "session")} in ${monthTitle(month)}.`,
    body,
    current: "sessions",
  });
}

/** Newer and older months, and the other parts of this one. */
function pageLinks({ month, path, part, parts }: MonthPage, months: readonly string[]): SafeHtml {
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
}
