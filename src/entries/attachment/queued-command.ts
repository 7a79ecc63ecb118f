/** A queued prompt that reached the agent while it worked. Log example: {"type":"attachment","attachment":{"type":"queued_command","prompt":"also the tests","commandMode":"prompt"}} */
import { any, object } from "../../read/fields.ts";
import { contentBlocks } from "../content.ts";
import { defineEntry } from "../entry.ts";

export const queuedCommand = defineEntry("queued_command", (raw) => ({
  kind: "delivered",
  blocks: contentBlocks(any(object(raw, "attachment"), "prompt")),
}));
