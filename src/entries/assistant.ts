/** A line of the agent: one API message may span several. Log example: {"type":"assistant","message":{"id":"msg_1","model":"claude-opus-4-6","content":[…],"usage":{…}}} */
import { flag, type Json, number, object, words } from "../read/fields.ts";
import { contentBlocks, isContent, messageContent } from "./content.ts";
import { defineEntry, type Tokens } from "./entry.ts";

export const assistant = defineEntry("assistant", (raw) => {
  const message = object(raw, "message");
  const usage = object(message, "usage");
  const content = messageContent(raw);
  if (!isContent(content) && usage === undefined) return undefined;
  return {
    kind: "assistant",
    blocks: contentBlocks(content),
    isApiError: flag(raw, "isApiErrorMessage"),
    messageId: words(message, "id"),
    requestId: words(raw, "requestId"),
    model: words(message, "model"),
    tokens: usage && tokens(usage),
    error: words(raw, "error"),
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
