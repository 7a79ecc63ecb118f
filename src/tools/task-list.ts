/** TaskList: the agent reads its own list. Log example: {"name":"TaskList","input":{}} */
import type { Call } from "../model.ts";
import { list } from "../read/fields.ts";
import { html } from "../render/html.ts";
import { count } from "./format.ts";
import { given } from "./given.ts";
import { rest } from "./rest.ts";
import { result } from "./result.ts";
import { callOf, defineTool } from "./tool.ts";

export interface TaskListCall extends Call<"taskList"> {
  readonly taskCount?: number;
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
  render: (call, view) => html`${rest(call, {}, view)}${result(call, view)}`,
});
