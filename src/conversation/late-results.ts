/** Results that came after a session was forked or resumed: only the log that went on has them, the call stands before. */
import type { Entry } from "../log/entries/entry.ts";
import { entryOf } from "../log/entries/index.ts";
import type { ToolUseId } from "../model/session.ts";
import type { FoundResult } from "./results.ts";

/** Of these calls, in the conversation or in an agent that only progress lines tell of. */
export function resultsOf(
  entries: readonly Entry[],
  calls: ReadonlySet<ToolUseId>,
): ReadonlyMap<ToolUseId, FoundResult> {
  const found = new Map<ToolUseId, FoundResult>();
  for (const outer of entries) {
    const entry =
      outer.kind === "agent-progress" && outer.message !== undefined ? entryOf(outer.message, outer.at) : outer;
    if (entry.kind !== "user") continue;
    for (const block of entry.blocks)
      if (block.kind === "result" && calls.has(block.id) && !found.has(block.id))
        found.set(block.id, { entry, result: block });
  }
  return found;
}
