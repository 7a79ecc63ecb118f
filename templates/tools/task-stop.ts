/** The answer to the end of a background task. */

import { words } from "../../src/log/fields.ts";
import { html } from "../../src/text/html.ts";
import type { TaskStopCall } from "../../src/tools/task-stop.ts";
import { inputOf } from "../../src/tools/tool.ts";
import { caption } from "./caption.ts";
import { rest } from "./rest.ts";
import { result } from "./result.ts";
import { toolView } from "./view.ts";

export const taskStop = toolView<TaskStopCall>(
  "taskStop",
  (call, view) =>
    html`${caption(`task ${call.taskId}`)}${rest(
      call,
      { task_id: call.taskId, shell_id: words(inputOf(call), "task_id") === undefined ? call.taskId : undefined },
      view,
    )}${result(call, view)}`,
);
