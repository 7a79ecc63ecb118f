/** Small facts at their place. Log example: {"type":"attachment","attachment":{"type":"date_change","newDate":"2026-04-12"}} */
import { flag, object, words } from "../../read/fields.ts";
import { defineEntry, toolUseId } from "../entry.ts";

export const dateChange = defineEntry("date_change", (raw) => ({
  kind: "event",
  event: "notice",
  from: "New day",
  text: words(object(raw, "attachment"), "newDate") ?? "",
}));

export const goalStatus = defineEntry("goal_status", (raw) => {
  const facts = object(raw, "attachment");
  return {
    kind: "event",
    event: "notice",
    from: flag(facts, "met") ? "Goal met" : flag(facts, "failed") ? "Goal failed" : "Goal not met yet",
    text: [words(facts, "condition"), words(facts, "reason")].filter((part) => part !== undefined).join("\n\n"),
  };
});

export const readTruncationNotice = defineEntry("read_truncation_notice", (raw) => {
  const facts = object(raw, "attachment");
  const call = toolUseId(words(facts, "toolUseID"));
  return {
    kind: "event",
    event: "notice",
    from: "Read was cut",
    text: words(facts, "banner") ?? "",
    ...(call === undefined ? {} : { call }),
  };
});
