/** CronList: what is scheduled. Log example: {"name":"CronList","input":{}} */
import type { Call } from "../model/session.ts";
import { callOf, defineTool } from "./tool.ts";

export type CronListCall = Call<"cronList">;

declare module "../model/session.ts" {
  interface ToolCalls {
    readonly cronList: CronListCall;
  }
}

export const cronList = defineTool<CronListCall>({
  kind: "cronList",
  names: ["CronList"],
  verb: "run",
  parse: (use, outcome) => callOf("cronList", use, outcome),
  summary: () => "",
});
