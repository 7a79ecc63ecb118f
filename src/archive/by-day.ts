/** Sessions by day, week and month of the archive's zone. */
import type { Archive, SessionRecord } from "../model/archive.ts";
import { append } from "../system/append.ts";
import { clock } from "../text/clock.ts";

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
    append(days, date, session);
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
