/** How many lines of each type a log has, and what becomes of them. */
import type { EntryCount } from "../../model/work.ts";
import type { Entry } from "./entry.ts";

export type EntryCounts = Map<string, { -readonly [Key in keyof EntryCount]: EntryCount[Key] }>;

export function countEntries(entries: readonly Entry[], into: EntryCounts): void {
  let last = 0;
  for (const { typeName, kind, at } of entries) {
    // One line may become several entries.
    if (typeName === undefined || at.line === last) continue;
    last = at.line;
    const count = into.get(typeName) ?? { type: typeName, lines: 0, folded: 0, unknown: 0 };
    into.set(typeName, count);
    count.lines++;
    if (kind === "folded") count.folded++;
    else if (kind === "unknown") count.unknown++;
  }
}
