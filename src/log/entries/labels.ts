/** What the person called and coloured the session. Log example: {"type":"tag","tag":"release"} */
import { words } from "../fields.ts";
import { defineEntry } from "./entry.ts";

const reason = "The person's own label, written again and again; the head of the page has the last one.";

const labelEntry = (type: string, label: "tag" | "agent" | "color", field: string) =>
  defineEntry(type, (raw) => ({ kind: "label", label, text: words(raw, field) }), reason);

export const tag = labelEntry("tag", "tag", "tag");
export const agentSetting = labelEntry("agent-setting", "agent", "agentSetting");
export const agentColor = labelEntry("agent-color", "color", "agentColor");
