/** The same uuid twice is one entry; the first stays. */
import type { Entry } from "../entries/entry.ts";
import type { EntryId } from "../model.ts";

export function dedupe(entries: readonly Entry[]): readonly Entry[] {
  const seen = new Set<EntryId>();
  let repeats = 0;
  for (const { id } of entries) {
    if (id === undefined) continue;
    if (seen.has(id)) repeats++;
    else seen.add(id);
  }
  if (repeats === 0) return entries;
  seen.clear();
  return entries.filter(({ id }) => {
    if (id === undefined) return true;
    if (seen.has(id)) return false;
    seen.add(id);
    return true;
  });
}
