/** Which sessions are drawn in one run of Eleventy: it holds all pages of a run in memory, and each run takes time. */
import type { PlannedSession } from "./planned-sessions.ts";

const mostPages = 80;
const mostBytes = 8_000_000;

/** In the given order, and at least as many as there are threads. */
export function batches(sessions: readonly PlannedSession[], width: number): (readonly PlannedSession[])[] {
  const total = sessions.reduce((sum, { record }) => sum + record.bytes, 0);
  const most = Math.min(mostBytes, total / Math.max(1, width));
  const found: PlannedSession[][] = [];
  let pages = 0;
  let bytes = 0;
  for (const session of sessions) {
    const more = 1 + session.record.agents.length;
    const open = found.at(-1);
    if (open === undefined || pages + more > mostPages || bytes + session.record.bytes > most) {
      found.push([session]);
      pages = 0;
      bytes = 0;
    } else open.push(session);
    pages += more;
    bytes += session.record.bytes;
  }
  return found;
}
