/** CronCreate: a prompt that comes back on a schedule. Log example: {"name":"CronCreate","input":{"cron":"7 9 * * 1","prompt":"Check the feed","recurring":true}} */

import { any, words } from "../log/fields.ts";
import type { Call } from "../model/session.ts";
import { firstLine } from "../text/format.ts";
import { given } from "./given.ts";
import { callOf, defineTool } from "./tool.ts";

export interface CronCreateCall extends Call<"cronCreate"> {
  readonly cron: string;
  readonly prompt?: string;
  /** Fires a single time. */
  readonly once?: true;
  readonly cronId?: string;
}

declare module "../model/session.ts" {
  interface ToolCalls {
    readonly cronCreate: CronCreateCall;
  }
}

export const cronCreate = defineTool<CronCreateCall>({
  kind: "cronCreate",
  names: ["CronCreate"],
  verb: "run",
  parse: (use, outcome, details) => {
    const cron = words(use.input, "cron");
    if (cron === undefined) return undefined;
    return {
      ...callOf("cronCreate", use, outcome),
      cron,
      ...given({
        prompt: words(use.input, "prompt"),
        once: any(use.input, "recurring") === false || undefined,
        cronId: words(details, "id"),
      }),
    };
  },
  summary: (call) => (call.prompt === undefined ? call.cron : `${call.cron} “${firstLine(call.prompt)}”`),
  facts: (call) => (call.once ? [{ text: "once" }] : []),
});
