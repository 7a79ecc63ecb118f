/** What a background task has said; an agent's report as Markdown. */

import { longDuration } from "../../src/text/format.ts";
import { html } from "../../src/text/html.ts";
import type { TaskOutputCall } from "../../src/tools/task-output.ts";
import { caption } from "./caption.ts";
import { rest } from "./rest.ts";
import { taggedResult } from "./tagged-result.ts";
import { toolView } from "./view.ts";

export const taskOutput = toolView<TaskOutputCall>("taskOutput", (call, view) => {
  const { taskId, block, timeoutMs } = call;
  const known = { task_id: taskId, agentId: taskId, block, timeout: timeoutMs };
  const head = html`${caption(
    `task ${taskId}`,
    block ? "waits for the end" : undefined,
    timeoutMs === undefined ? undefined : `at most ${longDuration(timeoutMs)}`,
  )}${rest(call, known, view)}`;
  return html`${head}${taggedResult(call, view, {
    told: { task_id: taskId, status: call.status, exit_code: call.exitCode },
    isReport: call.taskType === "local_agent",
  })}`;
});
