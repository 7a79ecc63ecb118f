/** Tasks, as the tool prints them. */

import { html } from "../../src/text/html.ts";
import type { TaskListCall } from "../../src/tools/task-list.ts";
import { rest } from "./rest.ts";
import { result } from "./result.ts";
import { toolView } from "./view.ts";

export const taskList = toolView<TaskListCall>(
  "taskList",
  (call, view) => html`${rest(call, {}, view)}${result(call, view)}`,
);
