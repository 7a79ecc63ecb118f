/** A session by its id, or by as much of it as no other has. */
import type { SessionRecord } from "../model/archive.ts";
import { UsageError } from "../system/usage-error.ts";

const mostNamed = 4;

/** One of these by its id or the beginning of it; `kind` is the word for them. */
export function findById<Item>(
  wanted: string,
  items: readonly Item[],
  idOf: (item: Item) => string,
  kind = "session",
): Item {
  const text = wanted.toLowerCase();
  const exact = items.find((item) => idOf(item).toLowerCase() === text);
  const found = exact !== undefined ? [exact] : items.filter((item) => idOf(item).toLowerCase().startsWith(text));
  const [first, ...others] = text === "" ? [] : found;
  if (first === undefined) throw new UsageError(`There is no ${kind} "${wanted}" in these logs.`);
  if (others.length === 0) return first;
  const names = found.slice(0, mostNamed).map(idOf).join(", ");
  const more = found.length > mostNamed ? ` and ${found.length - mostNamed} more` : "";
  throw new UsageError(`"${wanted}" is the beginning of ${found.length} ${kind} ids: ${names}${more}.`);
}

export const findSession = (wanted: string, sessions: readonly SessionRecord[]): SessionRecord =>
  findById(wanted, sessions, ({ id }) => id);
