/** A hook that ran. Log example: {"type":"progress","data":{"type":"hook_progress","hookEvent":"PostToolUse","hookName":"PostToolUse:Edit","command":"prettier"}} */
import { sentBy } from "../../../model/sender.ts";
import { object, words } from "../../fields.ts";
import { defineEntry, toolUseId } from "../entry.ts";
import { hookSender } from "../hook-sender.ts";

export const hookProgress = defineEntry("hook_progress", (raw) => {
  const data = object(raw, "data");
  const call = toolUseId(words(raw, "parentToolUseID"));
  return {
    kind: "event",
    event: "hook",
    ...sentBy(hookSender(data)),
    text: words(data, "command") ?? "",
    ...(call !== undefined ? { call } : {}),
  };
});
