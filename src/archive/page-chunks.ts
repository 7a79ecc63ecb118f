/** Lists in as many pages as they take: by rows, and by the bytes of what the logs say in them. */
import type { SessionRecord } from "../model/archive.ts";
import { escapeText } from "../text/html.ts";
import { firstWords } from "./first-words.ts";

/** Rows of one page, and bytes of their texts: beside it, a row has some kilobytes of our own at most. */
export interface PageRoom {
  readonly rows: number;
  readonly bytes: number;
}

export const shownBytes = (...texts: readonly (string | undefined)[]): number =>
  texts.reduce((sum, text) => sum + (text === undefined ? 0 : Buffer.byteLength(escapeText(text))), 0);

/** No page over 300 kB: a row of a session is at most some 3 kB, unless it is full of what becomes long in HTML. */
export const mostSessions: PageRoom = { rows: 80, bytes: 120_000 };

export const sessionRows = (sessions: readonly SessionRecord[]): PageRoom => ({
  rows: sessions.length,
  bytes: sessions.reduce(
    (sum, session) =>
      sum +
      shownBytes(session.title, firstWords(session).slice(0, 260), session.gitBranches.at(-1)?.slice(0, 40)) +
      shownBytes(session.models[0], ...(session.notes?.tags ?? [])),
    0,
  ),
});

/** What does not fit into one page by itself is a page of its own. */
export function chunksOf<Item>(
  items: readonly Item[],
  sizeOf: (item: Item) => PageRoom,
  most: PageRoom,
): readonly (readonly Item[])[] {
  const chunks: Item[][] = [];
  let held: Item[] = [];
  let [rows, bytes] = [0, 0];
  for (const item of items) {
    const size = sizeOf(item);
    if (held.length > 0 && (rows + size.rows > most.rows || bytes + size.bytes > most.bytes)) {
      chunks.push(held);
      held = [];
      [rows, bytes] = [0, 0];
    }
    held.push(item);
    rows += size.rows;
    bytes += size.bytes;
  }
  if (held.length > 0) chunks.push(held);
  return chunks;
}
