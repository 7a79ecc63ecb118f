/** The script that sends out agents, its arguments, its result. */

import { any } from "../../src/log/fields.ts";
import { html } from "../../src/text/html.ts";
import { inputOf } from "../../src/tools/tool.ts";
import type { WorkflowCall } from "../../src/tools/workflow.ts";
import { caption } from "./caption.ts";
import { rest } from "./rest.ts";
import { result } from "./result.ts";
import { toolView } from "./view.ts";

export const workflow = toolView<WorkflowCall>("workflow", (call, view) => {
  const args = any(inputOf(call), "args");
  const known = { script: call.script, scriptPath: call.scriptPath, name: call.workflow, args };
  return html`${caption(
    call.workflow,
    call.scriptPath === undefined ? undefined : view.path(call.scriptPath),
    call.runId === undefined ? undefined : `run ${call.runId}`,
  )}${call.script === undefined ? "" : view.code(call.script, { language: "javascript", label: "Script" })}${
    args === undefined ? "" : view.json(args, "Arguments")
  }${rest(call, known, view)}${result(call, view)}`;
});
