/** ListAgents: who can be written to. Log example: {"name":"ListAgents","input":{}} */
import type { Call } from "../model/session.ts";
import { firstWords } from "./other.ts";
import { callOf, defineTool } from "./tool.ts";

export type ListAgentsCall = Call<"listAgents">;

declare module "../model/session.ts" {
  interface ToolCalls {
    readonly listAgents: ListAgentsCall;
  }
}

export const listAgents = defineTool<ListAgentsCall>({
  kind: "listAgents",
  names: ["ListAgents"],
  verb: "delegate",
  parse: (use, outcome) => callOf("listAgents", use, outcome),
  summary: (call) => firstWords(call.input),
});
