/** RemoteTrigger: a routine in the cloud is made, changed, listed or started. Log example: {"name":"RemoteTrigger","input":{"action":"run","trigger_id":"trig_1"}} */

import { record, words } from "../log/fields.ts";
import type { Call } from "../model/session.ts";
import { given } from "./given.ts";
import { firstWords } from "./other.ts";
import { callOf, defineTool } from "./tool.ts";

export interface RemoteTriggerCall extends Call<"remoteTrigger"> {
  /** What was to be done, as the tool names it. */
  readonly action?: string;
  readonly trigger?: string;
}

declare module "../model/session.ts" {
  interface ToolCalls {
    readonly remoteTrigger: RemoteTriggerCall;
  }
}

export const remoteTrigger = defineTool<RemoteTriggerCall>({
  kind: "remoteTrigger",
  names: ["RemoteTrigger"],
  verb: "reach",
  parse: (use, outcome) => {
    if (record(use.input) === undefined) return undefined;
    return {
      ...callOf("remoteTrigger", use, outcome),
      ...given({ action: words(use.input, "action"), trigger: words(use.input, "trigger_id") }),
    };
  },
  summary: (call) => [call.action, call.trigger].filter(Boolean).join(" ") || firstWords(call.input),
});
