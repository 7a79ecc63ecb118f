/** TaskList: the agent reads its own list. Log example: {"name":"TaskList","input":{}} */

import { list } from "../log/fields.ts";
import type { Call } from "../model/session.ts";
import { count } from "../text/format.ts";
import { given } from "./given.ts";
import { callOf, defineTool } from "./tool.ts";

export interface TaskListCall extends Call<"taskList"> {
  readonly taskCount?: number;
}

declare module "../model/session.ts" {
  interface ToolCalls {
    readonly taskList: TaskListCall;
  }
}

export const taskList = defineTool<TaskListCall>({
  kind: "taskList",
  names: ["TaskList"],
  verb: "decide",
  parse: (use, outcome, details) => ({
    ...callOf("taskList", use, outcome),
    ...given({ taskCount: list(details, "tasks")?.length }),
  }),
  summary: () => "",
  facts: (call) => (call.taskCount === undefined ? [] : [{ text: count(call.taskCount, "task") }]),
});
