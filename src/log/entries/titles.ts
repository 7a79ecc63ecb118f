/** Titles, written again and again: the last one wins. Log example: {"type":"ai-title","aiTitle":"Fix the feed"} */
import { words } from "../fields.ts";
import { defineEntry, entryId } from "./entry.ts";

const reason = "A name for the session, written again and again; the last one may be its title.";

const titleEntry = (type: "custom-title" | "agent-name" | "ai-title", field: string) =>
  defineEntry(
    type,
    (raw) => {
      const title = words(raw, field);
      return title === undefined ? { kind: "folded", reason } : { kind: "title", source: type, title };
    },
    reason,
  );

export const customTitle = titleEntry("custom-title", "customTitle");
export const agentName = titleEntry("agent-name", "agentName");
export const aiTitle = titleEntry("ai-title", "aiTitle");

/** `leafUuid` says whose title it is; it is another session's in most files. */
export const summary = defineEntry(
  "summary",
  (raw) => {
    const title = words(raw, "summary");
    const leaf = entryId(words(raw, "leafUuid"));
    return title === undefined ? undefined : { kind: "summary", title, ...(leaf !== undefined ? { leaf } : {}) };
  },
  "A title for the session that holds the named entry.",
);
