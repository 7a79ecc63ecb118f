/** What changed of a task. */

import { html } from "../../src/text/html.ts";
import { ownedBy, type TaskUpdateCall } from "../../src/tools/task-update.ts";
import { caption } from "./caption.ts";
import { rest } from "./rest.ts";
import { result } from "./result.ts";
import { toolView } from "./view.ts";

export const taskUpdate = toolView<TaskUpdateCall>("taskUpdate", (call, view) => {
  const { taskId, status, statusBefore, subject, description, activeForm, owner, addBlocks, addBlockedBy } = call;
  const known = { taskId, status, subject, description, activeForm, owner, addBlocks, addBlockedBy };
  return html`${caption(
    `Task #${taskId}`,
    statusBefore !== undefined && status !== undefined ? `${statusBefore} → ${status}` : status,
    ownedBy(call),
    addBlocks === undefined ? undefined : `blocks ${ids(addBlocks)}`,
    addBlockedBy === undefined ? undefined : `blocked by ${ids(addBlockedBy)}`,
    activeForm,
  )}${subject === undefined ? "" : html`<p>${subject}</p>`}${
    description === undefined ? "" : view.markdown(description)
  }${rest(call, known, view)}${result(call, view, { as: "caption" })}`;
});

function ids(tasks: readonly string[]): string {
  return tasks.map((task) => `#${task}`).join(", ");
}
