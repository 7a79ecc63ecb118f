/** CronDelete: a schedule ends. Log example: {"name":"CronDelete","input":{"id":"c41d9e"}} */

import { words } from "../log/fields.ts";
import type { Call } from "../model/session.ts";
import { callOf, defineTool } from "./tool.ts";

export interface CronDeleteCall extends Call<"cronDelete"> {
  readonly cronId: string;
}

declare module "../model/session.ts" {
  interface ToolCalls {
    readonly cronDelete: CronDeleteCall;
  }
}

export const cronDelete = defineTool<CronDeleteCall>({
  kind: "cronDelete",
  names: ["CronDelete"],
  verb: "run",
  parse: (use, outcome) => {
    const cronId = words(use.input, "id");
    return cronId === undefined ? undefined : { ...callOf("cronDelete", use, outcome), cronId };
  },
  summary: (call) => call.cronId,
});
