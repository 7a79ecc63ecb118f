/** TaskStop: ends a background task. Log example: {"name":"TaskStop","input":{"task_id":"b8d7566"}} */

import { words } from "../log/fields.ts";
import type { Call } from "../model/session.ts";
import { given } from "./given.ts";
import { callOf, defineTool } from "./tool.ts";

export interface TaskStopCall extends Call<"taskStop"> {
  readonly taskId: string;
  /** What was running. */
  readonly command?: string;
}

declare module "../model/session.ts" {
  interface ToolCalls {
    readonly taskStop: TaskStopCall;
  }
}

export const taskStop = defineTool<TaskStopCall>({
  kind: "taskStop",
  names: ["TaskStop"],
  verb: "run",
  parse: (use, outcome, details) => {
    const taskId = words(use.input, "task_id") ?? words(use.input, "shell_id");
    if (taskId === undefined) return undefined;
    return { ...callOf("taskStop", use, outcome), taskId, ...given({ command: words(details, "command") }) };
  },
  summary: (call) => call.command ?? call.taskId,
});
