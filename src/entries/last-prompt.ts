/** The leaf that the client will go on from: it names the live branch. Log example: {"type":"last-prompt","lastPrompt":"…","leafUuid":"…"} */
import { words } from "../read/fields.ts";
import { defineEntry, entryId } from "./entry.ts";

export const lastPrompt = defineEntry("last-prompt", (raw) => {
  const leaf = entryId(words(raw, "leafUuid"));
  return leaf === undefined
    ? { kind: "folded", reason: "The last prompt again, for the client's own list." }
    : { kind: "leaf", leaf };
});
