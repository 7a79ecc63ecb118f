/** The same uuid twice is one entry; the first stays. Where the words differ (a sync conflict) both do. */
import type { Entry } from "../log/entries/entry.ts";
import type { EntryId } from "../model/session.ts";

export function dedupe(entries: readonly Entry[]): readonly Entry[] {
  const ids = new Set<EntryId>();
  const repeats = new Set<Entry>();
  for (const entry of entries) {
    if (entry.id === undefined) continue;
    const before = ids.size;
    if (ids.add(entry.id).size === before) repeats.add(entry);
  }
  if (repeats.size === 0) return entries;
  const first = new Map<EntryId, Entry>();
  for (const entry of entries) if (entry.id !== undefined && !repeats.has(entry)) first.set(entry.id, entry);
  const said = new Map<EntryId, string[]>();
  return entries.flatMap((entry) => {
    if (entry.id === undefined || !repeats.has(entry)) return [entry];
    const before = said.get(entry.id) ?? [words(first.get(entry.id))];
    const own = words(entry);
    if (own === "" || before.includes(own)) return [];
    said.set(entry.id, [...before, own]);
    return [{ ...entry, id: `${entry.id}-${before.length + 1}` as EntryId }];
  });
}

/** What of an entry must not be lost: the words of people, agents and tools. */
function words(entry: Entry | undefined): string {
  if (entry === undefined) return "";
  return (entry.kind === "user" || entry.kind === "assistant") && entry.blocks.length > 0
    ? JSON.stringify(entry.blocks)
    : "";
}
