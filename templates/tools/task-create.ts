/** A new task: subject and description. */

import { html } from "../../src/text/html.ts";
import type { TaskCreateCall } from "../../src/tools/task-create.ts";
import { caption } from "./caption.ts";
import { rest } from "./rest.ts";
import { result } from "./result.ts";
import { toolView } from "./view.ts";

export const taskCreate = toolView<TaskCreateCall>(
  "taskCreate",
  (call, view) =>
    html`<p>${call.subject}</p>${call.description === undefined ? "" : view.markdown(call.description)}${caption(
      call.activeForm,
    )}${rest(
      call,
      { subject: call.subject, description: call.description, activeForm: call.activeForm },
      view,
    )}${result(call, view, { as: "caption" })}`,
);
