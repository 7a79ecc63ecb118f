/** Small facts at their place. Log example: {"type":"attachment","attachment":{"type":"date_change","newDate":"2026-04-12"}} */
import { sentBy } from "../../../model/sender.ts";
import { any, flag, object, words } from "../../fields.ts";
import { defineEntry, toolUseId } from "../entry.ts";

export const dateChange = defineEntry("date_change", (raw) => ({
  kind: "event",
  event: "notice",
  ...sentBy("new-day"),
  text: words(object(raw, "attachment"), "newDate") ?? "",
}));

export const goalStatus = defineEntry("goal_status", (raw) => {
  const facts = object(raw, "attachment");
  return {
    kind: "event",
    event: "notice",
    ...sentBy(flag(facts, "met") ? "goal-met" : flag(facts, "failed") ? "goal-failed" : "goal-open"),
    text: [words(facts, "condition"), words(facts, "reason")].filter((part) => part !== undefined).join("\n\n"),
  };
});

export const readTruncationNotice = defineEntry("read_truncation_notice", (raw) => {
  const facts = object(raw, "attachment");
  const call = toolUseId(words(facts, "toolUseID"));
  return {
    kind: "event",
    event: "notice",
    ...sentBy("cut-read"),
    text: words(facts, "banner") ?? "",
    ...(call === undefined ? {} : { call }),
  };
});

/** What a task in the background is at. */
export const taskStatus = defineEntry("task_status", (raw) => {
  const facts = object(raw, "attachment");
  const name = words(facts, "description") ?? words(facts, "taskId");
  const state = [name, words(facts, "status")].filter(Boolean).join(": ");
  const text = [state, words(facts, "deltaSummary")].filter(Boolean).join("\n");
  return { kind: "event", event: "notice", ...sentBy("background-task"), text };
});

/** The answer in the form that the caller asked for. */
export const structuredOutput = defineEntry("structured_output", (raw) => ({
  kind: "event",
  event: "notice",
  ...sentBy("structured-output"),
  text: JSON.stringify(any(object(raw, "attachment"), "data"), undefined, 2) ?? "",
}));

/** What a session in the cloud made. Its own address is private, as that of a remote-control session. */
export const remoteSessionChange = defineEntry("remote_session_change", (raw) => {
  const facts = object(raw, "attachment");
  const made = (["commit", "pr"] as const).flatMap((name) => {
    const value = any(facts, name);
    if (value === undefined || value === null || value === "") return [];
    return [`${name}: ${typeof value === "object" ? JSON.stringify(value) : String(value)}`];
  });
  return { kind: "event", event: "notice", ...sentBy("remote-session"), text: made.join("\n") };
});

export const teamContext = defineEntry("team_context", (raw) => ({
  kind: "event",
  event: "notice",
  ...sentBy("team"),
  text: words(object(raw, "attachment"), "teamName") ?? "",
}));
