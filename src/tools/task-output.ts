/** TaskOutput, before 2.1 AgentOutputTool: what a background task has said so far. Log example: {"name":"TaskOutput","input":{"task_id":"aef9ffc","block":true,"timeout":60000}} */

import { flag, number, object, words } from "../log/fields.ts";
import type { Call } from "../model/session.ts";
import { given } from "./given.ts";
import { taggedAnswer, wholeNumber } from "./tagged-answer.ts";
import { callOf, defineTool, type Fact } from "./tool.ts";

export interface TaskOutputCall extends Call<"taskOutput"> {
  readonly taskId: string;
  /** "local_bash", "local_agent" … */
  readonly taskType?: string;
  readonly description?: string;
  readonly status?: string;
  readonly exitCode?: number;
  readonly block?: true;
  readonly timeoutMs?: number;
}

declare module "../model/session.ts" {
  interface ToolCalls {
    readonly taskOutput: TaskOutputCall;
  }
}

export const taskOutput = defineTool<TaskOutputCall>({
  kind: "taskOutput",
  names: ["TaskOutput", "AgentOutputTool"],
  verb: "run",
  parse: (use, outcome, details) => {
    const taskId = words(use.input, "task_id") ?? words(use.input, "agentId");
    if (taskId === undefined) return undefined;
    const task = object(details, "task");
    const told = outcome.state === "ok" ? taggedAnswer(outcome.text)?.facts : undefined;
    return {
      ...callOf("taskOutput", use, outcome),
      taskId,
      ...given({
        taskType: words(task, "task_type") ?? told?.get("task_type"),
        description: words(task, "description"),
        status: words(task, "status") ?? told?.get("status") ?? words(details, "retrieval_status"),
        exitCode: number(task, "exitCode") ?? number(task, "exit_code") ?? wholeNumber(told?.get("exit_code")),
        block: flag(use.input, "block") || undefined,
        timeoutMs: number(use.input, "timeout"),
      }),
    };
  },
  summary: (call) => call.description ?? call.taskId,
  facts: (call) => {
    const facts: Fact[] = [];
    if (call.status !== undefined) facts.push({ text: call.status });
    if (call.exitCode !== undefined && call.exitCode !== 0) facts.push({ text: `exit ${call.exitCode}`, tone: "bad" });
    return facts;
  },
});
