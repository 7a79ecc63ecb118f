/** The hooks that ran when the agent stopped. Log example: {"type":"system","subtype":"stop_hook_summary","hookCount":1,"hookInfos":[{"command":"notify"}]} */
import { sentBy } from "../../../model/sender.ts";
import { any, flag, list, words } from "../../fields.ts";
import { defineEntry } from "../entry.ts";

export const stopHookSummary = defineEntry("stop_hook_summary", (raw) => {
  const commands = (list(raw, "hookInfos") ?? []).flatMap((info) => words(info, "command") ?? []);
  const errors = (list(raw, "hookErrors") ?? []).map((error) =>
    typeof error === "string" ? error : JSON.stringify(error),
  );
  const reason = words(raw, "stopReason");
  const added = list(raw, "hookAdditionalContext")?.filter((item) => typeof item === "string") ?? [];
  const context = any(raw, "hookAdditionalContext");
  const text = [
    ...commands,
    ...errors,
    ...(reason === undefined ? [] : [reason]),
    ...added,
    ...(typeof context === "string" ? [context] : []),
    ...(flag(raw, "preventedContinuation") ? ["The hook kept the agent from going on."] : []),
  ].join("\n");
  return {
    kind: "event",
    event: "hook",
    ...sentBy({ kind: "hook", name: "Stop" }),
    text,
    ...(errors.length > 0 ? { level: "error" as const } : {}),
  };
});
