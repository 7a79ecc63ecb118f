/** A queued prompt that reached the agent while it worked. Log example: {"type":"attachment","attachment":{"type":"queued_command","prompt":"also the tests","commandMode":"prompt"}} */
import { any, object, text } from "../../fields.ts";
import { contentBlocks } from "../content.ts";
import { defineEntry } from "../entry.ts";

export const queuedCommand = defineEntry("queued_command", (raw) => {
  const facts = object(raw, "attachment");
  const blocks = contentBlocks(any(facts, "prompt"));
  if (blocks.length === 0) return undefined;
  return { kind: "delivered", blocks, origin: text(object(facts, "origin") ?? object(raw, "origin"), "kind") };
});
