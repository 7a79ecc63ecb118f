/** What a background task has said; an agent's report as Markdown. */

import { longDuration } from "../../src/text/format.ts";
import { html } from "../../src/text/html.ts";
import type { TaskOutputCall } from "../../src/tools/task-output.ts";
import { textOf } from "../../src/tools/tool.ts";
import { caption } from "./caption.ts";
import { rest } from "./rest.ts";
import { persistedNote, reminders, result } from "./result.ts";
import { toolView } from "./view.ts";

export const taskOutput = toolView<TaskOutputCall>("taskOutput", (call, view) => {
  const { taskId, block, timeoutMs } = call;
  const known = { task_id: taskId, agentId: taskId, block, timeout: timeoutMs };
  const head = html`${caption(
    `task ${taskId}`,
    block ? "waits for the end" : undefined,
    timeoutMs === undefined ? undefined : `at most ${longDuration(timeoutMs)}`,
  )}${rest(call, known, view)}`;
  // An agent reports in Markdown, inside tags that say how it stands.
  const parts = /^([\s\S]*?<output>)\n([\s\S]*)\n(<\/output>[\s\S]*)$/.exec(textOf(call.outcome));
  if (call.outcome.state !== "ok" || call.taskType !== "local_agent" || parts === null) {
    return html`${head}${result(call, view)}`;
  }
  return html`${head}${caption(persistedNote(call.outcome))}${view.output(parts[1] ?? "")}${view.markdown(parts[2] ?? "")}${view.output(
    parts[3] ?? "",
  )}${reminders(call.outcome, view)}`;
});
