/** RemoteTrigger: a routine in the cloud is made, changed, listed or started. Log example: {"name":"RemoteTrigger","input":{"action":"run","trigger_id":"trig_1"}} */
import type { Call } from "../model.ts";
import { record, words } from "../read/fields.ts";
import { html } from "../render/html.ts";
import { caption } from "./caption.ts";
import { given } from "./given.ts";
import { firstWords } from "./other.ts";
import { rest } from "./rest.ts";
import { result } from "./result.ts";
import { callOf, defineTool } from "./tool.ts";

export interface RemoteTriggerCall extends Call<"remoteTrigger"> {
  /** What was to be done, as the tool names it. */
  readonly action?: string;
  readonly trigger?: string;
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
  render: (call, view) =>
    html`${caption(call.action, call.trigger)}${rest(call, { action: call.action, trigger_id: call.trigger }, view)}${result(call, view)}`,
});
