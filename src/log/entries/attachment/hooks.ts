/** Hooks and what they said. Log example: {"type":"attachment","attachment":{"type":"hook_success","hookName":"PreToolUse:Bash","stdout":"ok","exitCode":0}} */
import { sentBy } from "../../../model/sender.ts";
import { any, type Json, number, object, words } from "../../fields.ts";
import { defineEntry, type EntryBody, toolUseId } from "../entry.ts";
import { hookSender } from "../hook-sender.ts";

const hook = (type: string, level?: "warning" | "error", state?: string) =>
  defineEntry(type, (raw): EntryBody => {
    const facts = object(raw, "attachment");
    const call = toolUseId(words(facts, "toolUseID"));
    return {
      kind: "event",
      event: "hook",
      ...sentBy(hookSender(facts)),
      text: [state, said(facts)].filter(Boolean).join("\n"),
      ...(level === undefined ? {} : { level }),
      ...(call === undefined ? {} : { call }),
    };
  });

function said(facts: Json | undefined): string {
  const code = number(facts, "exitCode");
  const duration = number(facts, "durationMs");
  const content = any(facts, "content");
  const lines = Array.isArray(content) ? content.filter((item) => typeof item === "string") : [words(facts, "content")];
  const error = object(facts, "blockingError");
  const response = any(facts, "response");
  const parts = [
    words(facts, "command") ?? words(error, "command"),
    code === undefined || code === 0 ? undefined : `exit ${code}`,
    duration === undefined ? undefined : `${(duration / 1000).toFixed(1)} s`,
    ...lines,
    words(facts, "decision"),
    response === undefined || typeof response === "string" ? words(facts, "response") : JSON.stringify(response),
    words(facts, "stdout"),
    words(facts, "stderr"),
    words(error, "blockingError"),
  ];
  // What a hook printed may stand there twice, once without the end of its line.
  const distinct = new Map<string, string>();
  for (const part of parts) if (part !== undefined && !distinct.has(part.trim())) distinct.set(part.trim(), part);
  distinct.delete("");
  return [...distinct.values()].join("\n");
}

/** Ran beside the work and answered later. */
export const asyncHookResponse = hook("async_hook_response");
export const hookCancelled = hook("hook_cancelled", "warning", "cancelled");
export const hookPermissionDecision = hook("hook_permission_decision");
export const hookSuccess = hook("hook_success");
export const hookNonBlockingError = hook("hook_non_blocking_error", "warning");
export const hookBlockingError = hook("hook_blocking_error", "error");
export const hookAdditionalContext = hook("hook_additional_context");
export const hookSystemMessage = hook("hook_system_message");
