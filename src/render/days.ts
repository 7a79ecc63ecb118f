/** Sessions by day, week and month of the archive's zone. */
import type { Archive, SessionRecord } from "../archive.ts";
import { clock } from "./clock.ts";
import { count, length } from "./format.ts";
import { html, type SafeHtml } from "./html.ts";
import { sessionRow } from "./session-row.ts";

export interface Day {
  /** "2026-02-17"; "" for sessions without a time. */
  readonly date: string;
  readonly sessions: readonly SessionRecord[];
}

/** In the order they come. */
export function byDay(sessions: readonly SessionRecord[], archive: Archive): Day[] {
  const days = new Map<string, SessionRecord[]>();
  const { key } = clock(archive.timeZone);
  for (const session of sessions) {
    const date = key(session.span?.from) ?? "";
    const list = days.get(date);
    if (list === undefined) days.set(date, [session]);
    else list.push(session);
  }
  return [...days].map(([date, list]) => ({ date, sessions: list }));
}

export const dayOf = (session: SessionRecord, archive: Archive): string =>
  clock(archive.timeZone).key(session.span?.from) ?? "";

/** Days since 1970, for weeks. */
export const dayNumber = (date: string): number => Math.floor(Date.parse(`${date}T00:00:00Z`) / 86_400_000);

export const dateOf = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10);

/** Weeks begin on Monday. */
export const weekOf = (day: number): number => Math.floor((day + 3) / 7);

export function daySection(day: Day, archive: Archive, path: string, before?: Day): SafeHtml {
  const id = `d-${day.date === "" ? "undated" : day.date}`;
  const active = day.sessions.reduce((sum, session) => sum + session.activeMs, 0);
  const { weekday } = clock(archive.timeZone);
  const full = weekday(day.sessions[0]?.span?.from);
  // The month is said once.
  const isSameMonth = before !== undefined && before.date.slice(0, 7) === day.date.slice(0, 7);
  const name = day.date === "" ? "Undated" : isSameMonth ? full.replace(/ [A-Z]\w+$/, "") : full;
  const rows = day.sessions.map((session) =>
    sessionRow(session, { archive, path, heading: 4, hasProject: true, hasBadge: true }),
  );
  return html`<section class="annal sticky${before === undefined ? " bare" : ""}" aria-labelledby="${id}"><div class="label"><h3 id="${id}">${name}</h3><p>${count(day.sessions.length, "session")}, ${length(active)}</p></div><div>${rows}</div></section>\n`;
}
