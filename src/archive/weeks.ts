/** Sessions per week of the archive's zone, over a year. */

import type { Archive, SessionRecord } from "../model/archive.ts";
import { dateOf, dayNumber, dayOf, weekOf } from "./by-day.ts";

export const weeksOfYear = 53;

function weekIn(session: SessionRecord, archive: Archive): number | undefined {
  const date = dayOf(session, archive);
  return date === "" ? undefined : weekOf(dayNumber(date));
}

/** The last week with a session in it; 0 where no time is known. */
export function lastWeek(sessions: readonly SessionRecord[], archive: Archive): number {
  return sessions.reduce((last, session) => Math.max(last, weekIn(session, archive) ?? 0), 0);
}

/** How many sessions each week had; `last` is the last of these weeks. */
export function perWeek(sessions: readonly SessionRecord[], archive: Archive, last: number): number[] {
  const counts = new Array<number>(weeksOfYear).fill(0);
  for (const session of sessions) {
    const week = weekIn(session, archive);
    const at = week === undefined ? -1 : weeksOfYear - 1 - (last - week);
    if (at >= 0 && at < weeksOfYear) counts[at] = (counts[at] ?? 0) + 1;
  }
  return counts;
}

/** How many of them have a time. */
export const datedCount = (sessions: readonly SessionRecord[], archive: Archive): number =>
  sessions.filter((session) => weekIn(session, archive) !== undefined).length;

/** The Monday of a week, as days since 1970. */
export const mondayOf = (week: number): number => week * 7 - 3;

export const weekDate = (week: number): string => dateOf(mondayOf(week));
