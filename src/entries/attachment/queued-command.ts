/** A queued prompt that reached the agent while it worked. Log example: {"type":"attachment","attachment":{"type":"queued_command","prompt":"also the tests","commandMode":"prompt"}} */
import { any, object } from "../../read/fields.ts";
import { contentBlocks } from "../content.ts";
import { defineEntry } from "../entry.ts";

export const queuedCommand = defineEntry("queued_command", (raw) => {
  const blocks = contentBlocks(any(object(raw, "attachment"), "prompt"));
  return blocks.length === 0 ? undefined : { kind: "delivered", blocks };
});
