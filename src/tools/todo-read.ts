/** TodoRead: the agent reads its own list (up to 1.0.6x). Log example: {"name":"TodoRead","input":{}} */
import type { Call } from "../model/session.ts";
import { callOf, defineTool } from "./tool.ts";

export type TodoReadCall = Call<"todoRead">;

declare module "../model/session.ts" {
  interface ToolCalls {
    readonly todoRead: TodoReadCall;
  }
}

export const todoRead = defineTool<TodoReadCall>({
  kind: "todoRead",
  names: ["TodoRead"],
  verb: "decide",
  parse: (use, outcome) => callOf("todoRead", use, outcome),
  summary: () => "",
});
