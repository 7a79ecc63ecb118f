/** Entries that a page has a place for under their own id: those that begin a turn, and prose. */
import type { EntryId, Step, Turn } from "../../model/session.ts";

export function shownEntries(turns: readonly Turn[]): ReadonlySet<EntryId> {
  const shown = new Set<EntryId>();
  const open: Turn[] = [...turns];
  for (let turn = open.pop(); turn !== undefined; turn = open.pop()) {
    shown.add(turn.id);
    for (const step of turn.steps) if (isProse(step)) shown.add(step.id);
    for (const version of turn.otherVersions ?? []) open.push(...version);
  }
  return shown;
}

const isProse = (step: Step): boolean => step.kind === "text" && step.markdown.trim() !== "";
