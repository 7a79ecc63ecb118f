/** What happened to the conversation as the model sees it. Log example: {"type":"content-replacement","replacements":[{"toolUseId":"toolu_1","content":"[cleared]"}]} */
import { sentBy } from "../../model/sender.ts";
import { list, words } from "../fields.ts";
import { defineEntry, toolUseId } from "./entry.ts";

/** The log still has what was cleared, at its place. */
export const contentReplacement = defineEntry("content-replacement", (raw) => {
  const replaced = list(raw, "replacements");
  if (replaced === undefined) return undefined;
  const call = replaced.length === 1 ? toolUseId(words(replaced[0], "toolUseId")) : undefined;
  const text =
    replaced.length === 1
      ? "This result was later cleared from what the model sees; here it is whole."
      : `${replaced.length} results were cleared from what the model sees; here they are whole.`;
  return { kind: "event", event: "notice", ...sentBy("context"), text, ...(call === undefined ? {} : { call }) };
});

export const endedByModel = defineEntry("ended-by-model", (raw) => ({
  kind: "event",
  event: "notice",
  ...sentBy("ended-by-model"),
  text: words(raw, "reason") ?? words(raw, "message") ?? words(raw, "content") ?? "",
}));
