/** A line of a subagent's transcript, copied into its caller's log. Log example: {"type":"progress","parentToolUseID":"toolu_1","data":{"type":"agent_progress","agentId":"a1b2c3d","message":{…}}} */
import { object, words } from "../../fields.ts";
import { agentIdOf, defineEntry, toolUseId } from "../entry.ts";

export const agentProgress = defineEntry(
  "agent_progress",
  (raw) => {
    const data = object(raw, "data");
    const agent = agentIdOf(words(data, "agentId"));
    const call = toolUseId(words(raw, "parentToolUseID"));
    const message = object(data, "message");
    return {
      kind: "agent-progress",
      ...(agent !== undefined ? { agent } : {}),
      ...(call !== undefined ? { call } : {}),
      ...(message !== undefined ? { message } : {}),
    };
  },
  "A line of an agent's transcript; it is shown there.",
);
