/** SendFeedback: what the person wants the makers of the client to know. Log example: {"name":"SendFeedback","input":{"message":"The tide table is cut off"}} */

import { record, words } from "../log/fields.ts";
import type { Call } from "../model/session.ts";
import { firstLine } from "./format.ts";
import { given } from "./given.ts";
import { firstWords } from "./other.ts";
import { callOf, defineTool } from "./tool.ts";

export interface SendFeedbackCall extends Call<"sendFeedback"> {
  readonly message?: string;
}

declare module "../model/session.ts" {
  interface ToolCalls {
    readonly sendFeedback: SendFeedbackCall;
  }
}

export const sendFeedback = defineTool<SendFeedbackCall>({
  kind: "sendFeedback",
  names: ["SendFeedback"],
  verb: "reach",
  parse: (use, outcome) => {
    if (record(use.input) === undefined) return undefined;
    return { ...callOf("sendFeedback", use, outcome), ...given({ message: words(use.input, "message") }) };
  },
  summary: (call) => (call.message === undefined ? firstWords(call.input) : firstLine(call.message)),
});
