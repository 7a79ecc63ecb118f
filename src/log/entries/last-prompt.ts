/** The leaf that the client will go on from: it names the live branch. Log example: {"type":"last-prompt","lastPrompt":"…","leafUuid":"…"} */
import { words } from "../fields.ts";
import { defineEntry, entryId } from "./entry.ts";

const reason = "The last prompt again, for the client's own list; its leaf tells which branch is live.";

export const lastPrompt = defineEntry(
  "last-prompt",
  (raw) => {
    const leaf = entryId(words(raw, "leafUuid"));
    return leaf === undefined ? { kind: "folded", reason } : { kind: "leaf", leaf };
  },
  reason,
);
