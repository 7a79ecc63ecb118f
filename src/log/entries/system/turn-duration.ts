/** How long the turn took. Log example: {"type":"system","subtype":"turn_duration","durationMs":31869} */
import { number } from "../../fields.ts";
import { defineEntry } from "../entry.ts";

export const turnDuration = defineEntry(
  "turn_duration",
  (raw) => {
    const milliseconds = number(raw, "durationMs");
    return milliseconds === undefined ? undefined : { kind: "duration", milliseconds };
  },
  "How long the turn took; the turn says it.",
);
