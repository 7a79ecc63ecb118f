/** SendMessage: to a teammate, an agent or another session. Log example: {"name":"SendMessage","input":{"type":"message","recipient":"team-lead","content":"Done.","summary":"Done"}} */

import { any, words } from "../log/fields.ts";
import type { Call } from "../model/session.ts";
import { firstLine } from "../text/format.ts";
import { given } from "./given.ts";
import { callOf, defineTool } from "./tool.ts";

export interface SendMessageCall extends Call<"sendMessage"> {
  /** Absent when it went to everybody. */
  readonly to?: string;
  readonly message?: string;
  readonly messageSummary?: string;
  /** "message", "broadcast", "shutdown_request" … */
  readonly messageType?: string;
}

declare module "../model/session.ts" {
  interface ToolCalls {
    readonly sendMessage: SendMessageCall;
  }
}

export const sendMessage = defineTool<SendMessageCall>({
  kind: "sendMessage",
  names: ["SendMessage"],
  verb: "delegate",
  parse: (use, outcome) => {
    const to = words(use.input, "recipient") ?? words(use.input, "to");
    const message = words(use.input, "content") ?? words(use.input, "message");
    const messageType = words(use.input, "type") ?? words(any(use.input, "message"), "type");
    if (to === undefined && message === undefined && messageType === undefined) return undefined;
    return {
      ...callOf("sendMessage", use, outcome),
      ...given({ to, message, messageType, messageSummary: words(use.input, "summary") }),
    };
  },
  summary: (call) => {
    const about = call.messageSummary ?? (call.message === undefined ? call.messageType : firstLine(call.message));
    return [call.to, about].filter((part) => part !== undefined).join(": ");
  },
});
