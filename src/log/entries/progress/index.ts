/** What happened while a tool ran, by kind (2.1.12 to 2.1.81). Log example: {"type":"progress","data":{"type":"hook_progress","hookEvent":"Stop"}} */
import { sentBy } from "../../../model/sender.ts";
import { type Json, object, text, words } from "../../fields.ts";
import { defineEntry, type EntryBody, type EntryType, ignore } from "../entry.ts";
import { agentProgress } from "./agent-progress.ts";
import { hookProgress } from "./hook-progress.ts";

export const progressTypes: readonly EntryType[] = [
  agentProgress,
  ignore("bash_progress", "Output of a running command; the result has all of it."),
  hookProgress,
  ignore("mcp_progress", "An MCP call started or ended; the call itself is shown."),
  ignore("query_update", "A search query being written; the call has it."),
  ignore("search_results_received", "Search results came in; the result has them."),
  ignore("waiting_for_task", "Waiting for a background task; the call that waits is shown."),
  ignore("skill_progress", "Lines of a skill's own run; its results are shown."),
  ignore("plan_mode", "Plan mode was entered or left; the plan is shown."),
];

const byType = new Map(progressTypes.map((type) => [type.type, type]));

export const progress = defineEntry("progress", (raw) => {
  const type = text(object(raw, "data"), "type");
  if (type === undefined) return withoutType(raw);
  return byType.get(type)?.read(raw) ?? { kind: "unknown", what: "progress", type, raw };
});

/** Hand-made logs have only words. */
function withoutType(raw: Json): EntryBody {
  const said = words(raw, "content");
  return said === undefined
    ? { kind: "unknown", what: "progress", type: "without type", raw }
    : { kind: "event", event: "notice", ...sentBy("progress"), text: said };
}
