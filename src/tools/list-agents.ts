/** ListAgents: who can be written to. Log example: {"name":"ListAgents","input":{}} */
import type { Call } from "../model/session.ts";
import { html } from "../text/html.ts";
import { firstWords } from "./other.ts";
import { rest } from "./rest.ts";
import { result } from "./result.ts";
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
  render: (call, view) => html`${rest(call, {}, view)}${result(call, view)}`,
});
