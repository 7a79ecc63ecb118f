/** One task, as the tool prints it. */

import { html } from "../../src/text/html.ts";
import type { TaskGetCall } from "../../src/tools/task-get.ts";
import { rest } from "./rest.ts";
import { result } from "./result.ts";
import { toolView } from "./view.ts";

export const taskGet = toolView<TaskGetCall>(
  "taskGet",
  (call, view) => html`${rest(call, { taskId: call.taskId }, view)}${result(call, view)}`,
);
