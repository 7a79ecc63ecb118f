/** ScheduleWakeup: the agent asks to be called again later. Log example: {"name":"ScheduleWakeup","input":{"delaySeconds":1200,"reason":"CI is slow","prompt":"Look again"}} */

import { flag, number, words } from "../log/fields.ts";
import type { Call } from "../model/session.ts";
import { longDuration } from "../text/format.ts";
import { given } from "./given.ts";
import { callOf, defineTool } from "./tool.ts";

export interface ScheduleWakeupCall extends Call<"scheduleWakeup"> {
  readonly delayMs?: number;
  readonly reason?: string;
  readonly prompt?: string;
  /** No further calls are wanted. */
  readonly stop?: true;
}

declare module "../model/session.ts" {
  interface ToolCalls {
    readonly scheduleWakeup: ScheduleWakeupCall;
  }
}

export const scheduleWakeup = defineTool<ScheduleWakeupCall>({
  kind: "scheduleWakeup",
  names: ["ScheduleWakeup"],
  verb: "run",
  parse: (use, outcome, details) => {
    const asked = number(use.input, "delaySeconds");
    const seconds = number(details, "clampedDelaySeconds") ?? asked;
    const prompt = words(use.input, "prompt");
    const stop = flag(use.input, "stop") ? true : undefined;
    if (asked === undefined && prompt === undefined && stop === undefined) return undefined;
    return {
      ...callOf("scheduleWakeup", use, outcome),
      ...given({
        delayMs: seconds === undefined ? undefined : seconds * 1000,
        reason: words(use.input, "reason"),
        prompt,
        stop,
      }),
    };
  },
  summary: (call) => call.reason ?? call.prompt ?? (call.stop ? "No more" : ""),
  facts: (call) => (call.delayMs === undefined ? [] : [{ text: `in ${longDuration(call.delayMs)}` }]),
});
