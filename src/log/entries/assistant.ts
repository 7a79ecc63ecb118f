/** A line of the agent: one API message may span several. Log example: {"type":"assistant","message":{"id":"msg_1","model":"claude-opus-4-6","content":[…],"usage":{…}}} */
import { any, flag, type Json, object, words } from "../fields.ts";
import { contentBlocks, isContent, messageContent } from "./content.ts";
import { defineEntry } from "./entry.ts";
import { spent } from "./tokens.ts";

export const assistant = defineEntry("assistant", (raw) => {
  const message = object(raw, "message");
  const usage = object(message, "usage");
  const content = messageContent(raw);
  if (!isContent(content) && usage === undefined) return undefined;
  const model = words(message, "model");
  return {
    kind: "assistant",
    blocks: contentBlocks(content),
    isApiError: flag(raw, "isApiErrorMessage"),
    messageId: words(message, "id"),
    requestId: words(raw, "requestId"),
    ...spent(usage, model),
    error: words(raw, "error"),
    effort: words(raw, "effort"),
    supersedes: superseded(raw),
  };
});

/** One id, or several. */
function superseded(raw: Json): readonly string[] | undefined {
  const found = any(raw, "supersedes");
  if (found === undefined || found === null) return undefined;
  const ids = (Array.isArray(found) ? found : [found]).filter((id): id is string => typeof id === "string");
  return ids.length === 0 ? undefined : ids;
}
