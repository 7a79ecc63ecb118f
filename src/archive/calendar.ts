/** A year of days, and months, as numbers. */

import type { Archive } from "../model/archive.ts";
import { byDay, dayNumber, weekOf } from "./by-day.ts";
import { weeksOfYear } from "./weeks.ts";

export interface Calendar {
  /** Weeks since 1970. */
  readonly firstWeek: number;
  readonly lastWeek: number;
  /** Days since 1970. */
  readonly lastDay: number;
  /** Sessions by day; a day without one is not there. */
  readonly sessions: ReadonlyMap<number, number>;
  /** Of the busiest day. */
  readonly most: number;
  /** "2026-02" of those that have a session. */
  readonly months: ReadonlySet<string>;
}

/** The year that ends with the last session; undefined where no time is known. */
export function calendarOf(archive: Archive): Calendar | undefined {
  const days = byDay(archive.sessions, archive).filter(({ date }) => date !== "");
  const lastDay = days.reduce((most, { date }) => Math.max(most, dayNumber(date)), Number.NEGATIVE_INFINITY);
  if (!Number.isFinite(lastDay)) return undefined;
  const lastWeek = weekOf(lastDay);
  const sessions = new Map(days.map((day) => [dayNumber(day.date), day.sessions.length]));
  return {
    firstWeek: lastWeek - weeksOfYear + 1,
    lastWeek,
    lastDay,
    sessions,
    most: [...sessions.values()].reduce((high, value) => Math.max(high, value), 1),
    months: new Set(days.map(({ date }) => date.slice(0, 7))),
  };
}

export interface MonthSum {
  /** "2026-02" */
  readonly month: string;
  readonly sessions: number;
  readonly activeMs: number;
}

/** The newest month first. */
export function monthSums(archive: Archive): readonly MonthSum[] {
  const months = new Map<string, MonthSum>();
  for (const { date, sessions } of byDay(archive.sessions, archive)) {
    if (date === "") continue;
    const month = date.slice(0, 7);
    const sum = months.get(month) ?? { sessions: 0, activeMs: 0 };
    months.set(month, {
      month,
      sessions: sum.sessions + sessions.length,
      activeMs: sum.activeMs + sessions.reduce((all, session) => all + session.activeMs, 0),
    });
  }
  return [...months.values()].sort((a, b) => (a.month < b.month ? 1 : -1));
}
