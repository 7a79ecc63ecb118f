/** The sessions of a month, in as many pages as it takes. */

import { monthPath } from "../address/paths.ts";
import type { Archive, SessionRecord } from "../model/archive.ts";
import { monthName } from "../text/clock.ts";
import { dayOf } from "./by-day.ts";
import { chunksOf, mostSessions, sessionRow } from "./page-chunks.ts";

export interface Month {
  /** "2026-02", or "undated". */
  readonly month: string;
  readonly sessions: readonly SessionRecord[];
}

export interface MonthPage extends Month {
  readonly path: string;
  readonly part: number;
  readonly parts: number;
  /** Sessions of the whole month. */
  readonly all: number;
}

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

export function monthPages({ month, sessions }: Month): MonthPage[] {
  const chunks = chunksOf(sessions, sessionRow, mostSessions);
  return chunks.map((chunk, index) => ({
    month,
    path: monthPath(month, index + 1),
    part: index + 1,
    parts: chunks.length,
    all: sessions.length,
    sessions: chunk,
  }));
}

export const monthTitle = (month: string): string => (month === "undated" ? "Undated sessions" : monthName(month));
