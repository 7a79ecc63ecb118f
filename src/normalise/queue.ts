/**
 * Prompts typed while the agent worked. Up to 2.1.50 many exist only as `enqueue`; later the text comes back
 * as a user line or as a `queued_command` attachment, and then it is shown there.
 */
import type { Entry } from "../entries/entry.ts";
import { typedText, type UserParts } from "./user-parts.ts";

export interface Queue {
  /** Enqueued texts that no later line repeats: prompts of their own. */
  readonly onlyHere: ReadonlySet<Entry>;
  /** Lines that repeat a text which was enqueued while the agent worked. */
  readonly wasQueued: ReadonlySet<Entry>;
}

export function queue(entries: readonly Entry[], parts: (entry: Entry) => UserParts): Queue {
  const onlyHere = new Set<Entry>();
  const wasQueued = new Set<Entry>();
  if (!entries.some((entry) => entry.kind === "enqueue")) return { onlyHere, wasQueued };

  // Waiting texts, oldest first; a line that says the same takes the oldest.
  const waiting = new Map<string, Entry[]>();
  // Some clients queue the very first prompt too: nobody was at work then.
  const early = new Set<Entry>();
  let hasWorked = false;
  for (const entry of entries) {
    if (entry.kind === "assistant") hasWorked = true;
    if (entry.kind === "enqueue") {
      if (!hasWorked) early.add(entry);
      const text = key(entry.text);
      waiting.set(text, [...(waiting.get(text) ?? []), entry]);
      onlyHere.add(entry);
      continue;
    }
    if (entry.kind !== "user" && entry.kind !== "delivered") continue;
    for (const text of textsOf(entry, parts(entry))) {
      const first = waiting.get(text)?.shift();
      if (first === undefined) continue;
      onlyHere.delete(first);
      if (!early.has(first)) wasQueued.add(entry);
    }
  }
  return { onlyHere, wasQueued };
}

/** As typed, and as the raw line has it: a task notification is queued with its tags. */
function textsOf(entry: Entry, parts: UserParts): readonly string[] {
  if (entry.kind !== "user" && entry.kind !== "delivered") return [];
  const raw = entry.blocks.flatMap((block) => (block.kind === "text" ? [key(block.text)] : []));
  return [...new Set([key(typedText(parts)), ...raw])].filter((text) => text !== "");
}

function key(text: string): string {
  return text.trim().replace(/\s+/g, " ");
}
