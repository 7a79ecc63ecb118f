/** What was done to which file, from the calls that did it. Drafts of plans are not changes. */
import type { EntryId, FileChange, ToolUseId } from "../model/session.ts";
import { toolOf } from "../tools/index.ts";
import { isPlanFile } from "../tools/plan-file.ts";
import type { TurnDraft } from "./turn-draft.ts";

export function fileChanges(turns: readonly TurnDraft[]): readonly FileChange[] {
  const files = new Map<
    string,
    { path: string; added: number; removed: number; created?: true; calls: ToolUseId[]; turns: Set<EntryId> }
  >();
  for (const turn of turns) {
    for (const step of turn.steps) {
      if (step.kind !== "call") continue;
      for (const change of toolOf(step.call).changes?.(step.call) ?? []) {
        if (isPlanFile(change.path)) continue;
        const file = files.get(change.path) ?? { path: change.path, added: 0, removed: 0, calls: [], turns: new Set() };
        file.added += change.added;
        file.removed += change.removed;
        if (change.created && file.calls.length === 0) file.created = true;
        file.calls.push(step.call.id);
        file.turns.add(turn.id);
        files.set(change.path, file);
      }
    }
  }
  return [...files.values()].map((file) => ({ ...file, turns: [...file.turns] }));
}
