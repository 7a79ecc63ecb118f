/** Workflow: a script that sends out many agents. Log example: {"name":"Workflow","input":{"scriptPath":"/sweeps/docs.workflow.js","args":{"target":"docs/"}}} */

import { words } from "../log/fields.ts";
import type { Call } from "../model/session.ts";
import { firstLine } from "../text/format.ts";
import { given } from "./given.ts";
import { callOf, defineTool } from "./tool.ts";

export interface WorkflowCall extends Call<"workflow"> {
  readonly script?: string;
  readonly scriptPath?: string;
  readonly workflow?: string;
  readonly status?: string;
  readonly runId?: string;
  readonly taskId?: string;
  readonly runSummary?: string;
}

declare module "../model/session.ts" {
  interface ToolCalls {
    readonly workflow: WorkflowCall;
  }
}

export const workflow = defineTool<WorkflowCall>({
  kind: "workflow",
  names: ["Workflow"],
  verb: "delegate",
  parse: (use, outcome, details) => {
    const script = words(use.input, "script");
    const scriptPath = words(use.input, "scriptPath");
    const name = words(use.input, "name");
    if (script === undefined && scriptPath === undefined && name === undefined) return undefined;
    return {
      ...callOf("workflow", use, outcome),
      ...given({
        script,
        scriptPath: scriptPath ?? words(details, "scriptPath"),
        workflow: name,
        status: words(details, "status"),
        runId: words(details, "runId"),
        taskId: words(details, "taskId"),
        runSummary: words(details, "summary"),
      }),
    };
  },
  summary: (call, paths) =>
    call.workflow ??
    call.runSummary ??
    (call.scriptPath === undefined ? firstLine(call.script ?? "") : paths.path(call.scriptPath)),
  facts: (call) => (call.status === "async_launched" ? [{ text: "background" }] : []),
});
