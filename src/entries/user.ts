/** A line of the person or of a tool. Log example: {"type":"user","message":{"role":"user","content":"Fix the login"}} */
import { any, flag, list, object, text, words } from "../read/fields.ts";
import { hasContent, messageBlocks } from "./content.ts";
import { defineEntry, toolUseId } from "./entry.ts";

export const user = defineEntry("user", (raw) => {
  if (!hasContent(raw)) return undefined;
  const details = any(raw, "toolUseResult");
  const planContent = words(raw, "planContent");
  const todos = list(raw, "todos");
  const origin = text(object(raw, "origin"), "kind");
  const call = toolUseId(words(raw, "sourceToolUseID"));
  const denial = words(raw, "toolDenialKind");
  return {
    kind: "user",
    blocks: messageBlocks(raw),
    isCompactSummary: flag(raw, "isCompactSummary"),
    ...(details !== undefined ? { details } : {}),
    ...(planContent !== undefined ? { planContent } : {}),
    ...(todos !== undefined ? { todos } : {}),
    ...(origin !== undefined ? { origin } : {}),
    ...(call !== undefined ? { call } : {}),
    ...(denial !== undefined ? { denial } : {}),
  };
});
