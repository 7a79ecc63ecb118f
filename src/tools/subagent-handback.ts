/** SubagentHandback: an agent gives its work back before it is done. Log example: {"name":"SubagentHandback","input":{"message":"I need the gauge's address."}} */

import { words } from "../log/fields.ts";
import type { Call } from "../model/session.ts";
import { firstLine } from "./format.ts";
import { callOf, defineTool } from "./tool.ts";

export interface SubagentHandbackCall extends Call<"subagentHandback"> {
  readonly message: string;
}

declare module "../model/session.ts" {
  interface ToolCalls {
    readonly subagentHandback: SubagentHandbackCall;
  }
}

export const subagentHandback = defineTool<SubagentHandbackCall>({
  kind: "subagentHandback",
  names: ["SubagentHandback"],
  verb: "delegate",
  parse: (use, outcome) => {
    const message = words(use.input, "message");
    return message === undefined ? undefined : { ...callOf("subagentHandback", use, outcome), message };
  },
  summary: (call) => firstLine(call.message),
});
