/** EnterPlanMode: from here on the agent only looks and plans. Log example: {"name":"EnterPlanMode","input":{}} */
import type { Call } from "../model/session.ts";
import { callOf, defineTool } from "./tool.ts";

export type EnterPlanModeCall = Call<"enterPlanMode">;

declare module "../model/session.ts" {
  interface ToolCalls {
    readonly enterPlanMode: EnterPlanModeCall;
  }
}

export const enterPlanMode = defineTool<EnterPlanModeCall>({
  kind: "enterPlanMode",
  names: ["EnterPlanMode"],
  verb: "decide",
  parse: (use, outcome) => callOf("enterPlanMode", use, outcome),
  summary: () => "",
});
