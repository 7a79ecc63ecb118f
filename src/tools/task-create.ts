/** TaskCreate: one more task on the list. Log example: {"name":"TaskCreate","input":{"subject":"Fix DST","description":"Days have 23 hours","activeForm":"Fixing DST"}} */

import { number, object, text, words } from "../log/fields.ts";
import type { Call } from "../model/session.ts";
import { given } from "./given.ts";
import { callOf, defineTool, textOf } from "./tool.ts";

export interface TaskCreateCall extends Call<"taskCreate"> {
  readonly subject: string;
  readonly description?: string;
  readonly activeForm?: string;
  readonly taskId?: string;
}

declare module "../model/session.ts" {
  interface ToolCalls {
    readonly taskCreate: TaskCreateCall;
  }
}

export const taskCreate = defineTool<TaskCreateCall>({
  kind: "taskCreate",
  names: ["TaskCreate"],
  verb: "decide",
  parse: (use, outcome, details) => {
    const subject = words(use.input, "subject");
    if (subject === undefined) return undefined;
    return {
      ...callOf("taskCreate", use, outcome),
      subject,
      ...given({
        description: words(use.input, "description"),
        activeForm: words(use.input, "activeForm"),
        taskId:
          text(object(details, "task"), "id") ??
          number(object(details, "task"), "id")?.toString() ??
          /\bTask #(\w+)/.exec(textOf(outcome))?.[1],
      }),
    };
  },
  summary: (call) => call.subject,
  facts: (call) => (call.taskId === undefined ? [] : [{ text: `#${call.taskId}` }]),
});
