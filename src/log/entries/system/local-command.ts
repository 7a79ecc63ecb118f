/** A slash command or its output, noted by the client. Log example: {"type":"system","subtype":"local_command","content":"<command-name>/model</command-name>…"} */
import { words } from "../../fields.ts";
import { defineEntry } from "../entry.ts";

const wordless = "A local command without words; others are shown.";

export const localCommand = defineEntry(
  "local_command",
  (raw) => {
    const text = words(raw, "content");
    return text === undefined ? { kind: "folded", reason: wordless } : { kind: "local-command", text };
  },
  wordless,
);
