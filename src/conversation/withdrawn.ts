/** Answers that were taken back: a model declined half-way, and another gave the answer anew. */
import type { Entry } from "../log/entries/entry.ts";

/** Whether a line is part of one. The log names lines by their own id, or by that of their API message. */
export function withdrawn(entries: readonly Entry[]): (entry: Entry) => boolean {
  const names = new Set<string>();
  for (const entry of entries) {
    const named = entry.kind === "event" ? entry.retracts : entry.kind === "assistant" ? entry.supersedes : undefined;
    for (const name of named ?? []) names.add(name);
  }
  if (names.size === 0) return () => false;
  return (entry) =>
    entry.kind === "assistant" &&
    ((entry.id !== undefined && names.has(entry.id)) || (entry.messageId !== undefined && names.has(entry.messageId)));
}
