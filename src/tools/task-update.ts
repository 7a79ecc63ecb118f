/** TaskUpdate: a task moves on, changes or goes away. Log example: {"name":"TaskUpdate","input":{"taskId":"2","status":"completed"}} */

import { number, object, words } from "../log/fields.ts";
import type { Call } from "../model/session.ts";
import { given, texts } from "./given.ts";
import { callOf, defineTool } from "./tool.ts";

export interface TaskUpdateCall extends Call<"taskUpdate"> {
  readonly taskId: string;
  /** "pending", "in_progress", "completed", "deleted"; what it was before, where the log tells. */
  readonly status?: string;
  readonly statusBefore?: string;
  readonly subject?: string;
  readonly description?: string;
  readonly activeForm?: string;
  readonly owner?: string;
  readonly addBlocks?: readonly string[];
  readonly addBlockedBy?: readonly string[];
}

declare module "../model/session.ts" {
  interface ToolCalls {
    readonly taskUpdate: TaskUpdateCall;
  }
}

export const taskUpdate = defineTool<TaskUpdateCall>({
  kind: "taskUpdate",
  names: ["TaskUpdate"],
  verb: "decide",
  parse: (use, outcome, details) => {
    const taskId = words(use.input, "taskId") ?? number(use.input, "taskId")?.toString();
    if (taskId === undefined) return undefined;
    return {
      ...callOf("taskUpdate", use, outcome),
      taskId,
      ...given({
        status: words(use.input, "status"),
        statusBefore: words(object(details, "statusChange"), "from"),
        subject: words(use.input, "subject"),
        description: words(use.input, "description"),
        activeForm: words(use.input, "activeForm"),
        owner: words(use.input, "owner"),
        addBlocks: texts(use.input, "addBlocks"),
        addBlockedBy: texts(use.input, "addBlockedBy"),
      }),
    };
  },
  summary: (call) =>
    [`#${call.taskId}`, call.status?.replaceAll("_", " "), call.subject, ownedBy(call)].filter(Boolean).join(" "),
});

export function ownedBy(call: TaskUpdateCall): string | undefined {
  return call.owner === undefined ? undefined : `owner ${call.owner}`;
}
