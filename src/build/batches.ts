/** Which sessions are drawn in one run: Eleventy keeps its pages in memory, and each run has its price. */
import type { SessionRecord } from "../model/archive.ts";

const mostPages = 80;
const mostBytes = 8_000_000;

/** In the given order, and so many at least that all hands have something to do. */
export function batches(sessions: readonly SessionRecord[], width: number): (readonly SessionRecord[])[] {
  const total = sessions.reduce((sum, { bytes }) => sum + bytes, 0);
  const most = Math.min(mostBytes, total / Math.max(1, width));
  const found: SessionRecord[][] = [];
  let pages = 0;
  let bytes = 0;
  for (const session of sessions) {
    const more = 1 + session.agents.length;
    const open = found.at(-1);
    if (open === undefined || pages + more > mostPages || bytes + session.bytes > most) {
      found.push([session]);
      pages = 0;
      bytes = 0;
    } else open.push(session);
    pages += more;
    bytes += session.bytes;
  }
  return found;
}
