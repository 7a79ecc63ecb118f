/** TaskGet: the agent reads one task. Log example: {"name":"TaskGet","input":{"taskId":"14"}} */

import { number, object, words } from "../log/fields.ts";
import type { Call } from "../model/session.ts";
import { given } from "./given.ts";
import { callOf, defineTool } from "./tool.ts";

export interface TaskGetCall extends Call<"taskGet"> {
  readonly taskId: string;
  readonly subject?: string;
  readonly status?: string;
}

declare module "../model/session.ts" {
  interface ToolCalls {
    readonly taskGet: TaskGetCall;
  }
}

export const taskGet = defineTool<TaskGetCall>({
  kind: "taskGet",
  names: ["TaskGet"],
  verb: "decide",
  parse: (use, outcome, details) => {
    const taskId = words(use.input, "taskId") ?? number(use.input, "taskId")?.toString();
    if (taskId === undefined) return undefined;
    const task = object(details, "task");
    return {
      ...callOf("taskGet", use, outcome),
      taskId,
      ...given({ subject: words(task, "subject"), status: words(task, "status") }),
    };
  },
  summary: (call) => (call.subject === undefined ? `#${call.taskId}` : `#${call.taskId} ${call.subject}`),
  facts: (call) => (call.status === undefined ? [] : [{ text: call.status }]),
});
