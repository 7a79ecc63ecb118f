/** A line of the person or of a tool. Log example: {"type":"user","message":{"role":"user","content":"Fix the login"}} */
import { any, flag, list, object, text, words } from "../fields.ts";
import { contentBlocks, isContent, messageContent } from "./content.ts";
import { defineEntry, toolUseId } from "./entry.ts";

export const user = defineEntry("user", (raw) => {
  const content = messageContent(raw);
  if (!isContent(content)) return undefined;
  return {
    kind: "user",
    blocks: contentBlocks(content),
    isCompactSummary: flag(raw, "isCompactSummary"),
    details: any(raw, "toolUseResult"),
    planContent: words(raw, "planContent"),
    todos: list(raw, "todos"),
    origin: text(object(raw, "origin"), "kind"),
    call: toolUseId(words(raw, "sourceToolUseID")),
    denial: words(raw, "toolDenialKind"),
    turnOrigin: words(raw, "turnOrigin"),
    scheduledTask: words(raw, "scheduledTaskId"),
  };
});
