/** Lists in as many pages as they take: by rows, and by the bytes of what the logs say in them. */
import type { SessionRecord } from "../model/archive.ts";
import { escapeText } from "../text/html.ts";
import { firstWords } from "./first-words.ts";

/** Rows of one page, and bytes of their texts: beside it, a row has some kilobytes of our own at most. */
export interface PageRoom {
  readonly rows: number;
  readonly bytes: number;
}

const known = new WeakMap<object, PageRoom>();

/** A record is measured once: each page of several lists the others, and asks again what is on them. */
export function measured<Item extends object>(item: Item, measure: (item: Item) => PageRoom): PageRoom {
  const size = known.get(item) ?? measure(item);
  known.set(item, size);
  return size;
}

export const shownBytes = (...texts: readonly (string | undefined)[]): number =>
  texts.reduce((sum, text) => sum + (text === undefined ? 0 : Buffer.byteLength(escapeText(text))), 0);

/** No page over 300 kB: a row of a session is at most some 3 kB, unless it is full of what becomes long in HTML. */
export const mostSessions: PageRoom = { rows: 80, bytes: 120_000 };

export const sessionRow = (session: SessionRecord): PageRoom =>
  measured(session, ({ title, gitBranches, models, notes }) => ({
    rows: 1,
    bytes: shownBytes(
      ...[title, firstWords(session).slice(0, 260), gitBranches.at(-1)?.slice(0, 40)],
      ...[models[0], ...(notes?.tags ?? [])],
    ),
  }));

export const sessionRows = (sessions: readonly SessionRecord[]): PageRoom => ({
  rows: sessions.length,
  bytes: sessions.reduce((sum, session) => sum + sessionRow(session).bytes, 0),
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
