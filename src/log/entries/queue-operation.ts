/** A prompt typed while the agent works. Log example: {"type":"queue-operation","operation":"enqueue","content":"also the tests"} */
import { words } from "../fields.ts";
import { defineEntry } from "./entry.ts";

export const queueOperation = defineEntry(
  "queue-operation",
  (raw) => {
    const operation = words(raw, "operation");
    const text = words(raw, "content");
    if (operation === "enqueue" && text !== undefined) return { kind: "enqueue", text };
    return { kind: "queue", operation: operation ?? "unknown", ...(text === undefined ? {} : { text }) };
  },
  "A prompt entered or left the queue; it is shown once, where it reached the agent, else where it was typed.",
);
