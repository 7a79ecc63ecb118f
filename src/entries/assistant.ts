/** A line of the agent: one API message may span several. Log example: {"type":"assistant","message":{"id":"msg_1","model":"claude-opus-4-6","content":[…],"usage":{…}}} */
import { flag, type Json, number, object, words } from "../read/fields.ts";
import { hasContent, messageBlocks } from "./content.ts";
import { defineEntry, type Tokens } from "./entry.ts";

export const assistant = defineEntry("assistant", (raw) => {
  const message = object(raw, "message");
  const messageId = words(message, "id");
  const requestId = words(raw, "requestId");
  const model = words(message, "model");
  const usage = object(message, "usage");
  if (!hasContent(raw) && usage === undefined) return undefined;
  const error = words(raw, "error");
  return {
    kind: "assistant",
    blocks: messageBlocks(raw),
    isApiError: flag(raw, "isApiErrorMessage"),
    ...(messageId !== undefined ? { messageId } : {}),
    ...(requestId !== undefined ? { requestId } : {}),
    ...(model !== undefined ? { model } : {}),
    ...(usage !== undefined ? { tokens: tokens(usage) } : {}),
    ...(error !== undefined ? { error } : {}),
  };
});

function tokens(usage: Json): Tokens {
  const written = number(usage, "cache_creation_input_tokens") ?? 0;
  const hour = Math.min(written, number(object(usage, "cache_creation"), "ephemeral_1h_input_tokens") ?? 0);
  return {
    input: number(usage, "input_tokens") ?? 0,
    output: number(usage, "output_tokens") ?? 0,
    cacheRead: number(usage, "cache_read_input_tokens") ?? 0,
    // Old logs have only the total, and five minutes was the only kind then.
    cacheWrite5m: written - hour,
    cacheWrite1h: hour,
  };
}
