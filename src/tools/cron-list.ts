/** CronList: what is scheduled. Log example: {"name":"CronList","input":{}} */
import type { Call } from "../model/session.ts";
import { html } from "../text/html.ts";
import { rest } from "./rest.ts";
import { result } from "./result.ts";
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
  render: (call, view) => html`${rest(call, {}, view)}${result(call, view)}`,
});
