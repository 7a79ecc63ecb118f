/** PushNotification: a word to the person's phone. Log example: {"name":"PushNotification","input":{"message":"The build is green","status":"proactive"}} */

import { words } from "../log/fields.ts";
import type { Call } from "../model/session.ts";
import { firstLine } from "../text/format.ts";
import { given } from "./given.ts";
import { callOf, defineTool } from "./tool.ts";

export interface PushNotificationCall extends Call<"pushNotification"> {
  readonly message: string;
  readonly title?: string;
  readonly status?: string;
}

declare module "../model/session.ts" {
  interface ToolCalls {
    readonly pushNotification: PushNotificationCall;
  }
}

export const pushNotification = defineTool<PushNotificationCall>({
  kind: "pushNotification",
  names: ["PushNotification"],
  verb: "reach",
  parse: (use, outcome) => {
    const message = words(use.input, "message");
    if (message === undefined) return undefined;
    const told = given({ title: words(use.input, "title"), status: words(use.input, "status") });
    return { ...callOf("pushNotification", use, outcome), message, ...told };
  },
  summary: (call) => [call.title, firstLine(call.message)].filter(Boolean).join(": "),
});
