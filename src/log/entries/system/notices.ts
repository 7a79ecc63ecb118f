/** Words of the client to the person. Log example: {"type":"system","subtype":"away_summary","content":"While you were away …"} */
import { type NamelessSender, sentBy } from "../../../model/sender.ts";
import { object, words } from "../../fields.ts";
import { contentBlocks, textOf } from "../content.ts";
import { defineEntry, type EntryBody, type EntryType, ignore } from "../entry.ts";

const wordless = "A notice without words; others are shown.";

const said = (type: string, by: NamelessSender): EntryType =>
  defineEntry(
    type,
    (raw): EntryBody | undefined => {
      const text =
        words(raw, "content") ??
        words(raw, "summary") ??
        words(raw, "message") ??
        textOf(contentBlocks(object(raw, "message")?.content));
      if (text === "") return { kind: "folded", reason: wordless };
      const level = words(raw, "level");
      return {
        kind: "event",
        event: "notice",
        ...sentBy(by),
        text,
        ...(level === "error" || level === "warning" ? { level } : {}),
      };
    },
    wordless,
  );

/** The person stopped the agents that were still at work. */
export const agentsKilled = defineEntry("agents_killed", (raw) => ({
  kind: "event",
  event: "notice",
  ...sentBy("agents-stopped"),
  text: words(raw, "content") ?? "",
}));

export const awaySummary = said("away_summary", "away-summary");
export const informational = said("informational", "notice");

/** Holds the address of a remote-control session: of no use to a reader, and private. */
export const bridgeStatus = ignore(
  "bridge_status",
  "State of the remote-control bridge: private, and of no use to a reader.",
);
