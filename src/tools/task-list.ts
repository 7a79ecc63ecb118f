/** TaskList: the agent reads its own list. Log example: {"name":"TaskList","input":{}} */

import { list, record, words } from "../log/fields.ts";
import type { Call } from "../model/session.ts";
import { count } from "../text/format.ts";
import { given, texts } from "./given.ts";
import { callOf, defineTool, textOf } from "./tool.ts";

export interface TaskListCall extends Call<"taskList"> {
  readonly taskCount?: number;
  /** The tasks as the result tells them. */
  readonly tasks?: readonly ListedTask[];
}

export interface ListedTask {
  readonly id: string;
  readonly status: string;
  readonly subject: string;
  /** The words may hold more than the subject: "Paint the pier (pier)". */
  readonly isLoose?: true;
  readonly owner?: string;
  readonly blockedBy?: readonly string[];
}

declare module "../model/session.ts" {
  interface ToolCalls {
    readonly taskList: TaskListCall;
  }
}

export const taskList = defineTool<TaskListCall>({
  kind: "taskList",
  names: ["TaskList"],
  verb: "decide",
  parse: (use, outcome, details) => {
    const noted = list(details, "tasks");
    const tasks =
      outcome.state !== "ok" ? [] : noted === undefined ? inText(textOf(outcome)) : noted.flatMap(inDetails);
    return {
      ...callOf("taskList", use, outcome),
      ...given({ taskCount: noted?.length, tasks: tasks.length === 0 ? undefined : tasks }),
    };
  },
  summary: () => "",
  facts: (call) => {
    const found = call.taskCount ?? call.tasks?.length;
    return found === undefined ? [] : [{ text: count(found, "task") }];
  },
});

function inDetails(task: unknown): readonly ListedTask[] {
  const id = words(task, "id");
  const subject = words(task, "subject");
  const status = words(task, "status");
  if (record(task) === undefined || id === undefined || subject === undefined || status === undefined) return [];
  return [{ id, subject, status, ...given({ owner: words(task, "owner"), blockedBy: texts(task, "blockedBy") }) }];
}

/** "#12 [in_progress] Add checks (infra) [blocked by #9, #10]", in older logs "#1. [pending] Look". */
function inText(text: string): readonly ListedTask[] {
  return text.split("\n").flatMap((line) => {
    const [, id, status, subject = ""] =
      /^#([^\s.]+)\.? \[([a-z_]+)\] (.*?)(?: \[blocked by [^\]]*\])?$/.exec(line.trim()) ?? [];
    return id === undefined || status === undefined || subject === "" ? [] : [{ id, status, subject, isLoose: true }];
  });
}
