/** TodoWrite: the whole list, written anew (up to 2.1.1x). Log example: {"name":"TodoWrite","input":{"todos":[{"content":"Fix DST","status":"pending","activeForm":"Fixing DST"}]}} */

import { list, words } from "../log/fields.ts";
import type { Call } from "../model/session.ts";
import { count } from "../text/format.ts";
import { given } from "./given.ts";
import { callOf, defineTool } from "./tool.ts";

export interface Todo {
  readonly content: string;
  /** "pending", "in_progress" or "completed"; "unknown" where the log does not tell. */
  readonly status: string;
  readonly activeForm?: string;
  readonly id?: string;
  readonly priority?: string;
}

export interface TodoWriteCall extends Call<"todoWrite"> {
  readonly todos: readonly Todo[];
}

declare module "../model/session.ts" {
  interface ToolCalls {
    readonly todoWrite: TodoWriteCall;
  }
}

export const todoWrite = defineTool<TodoWriteCall>({
  kind: "todoWrite",
  names: ["TodoWrite"],
  verb: "decide",
  parse: (use, outcome) => {
    const todos: Todo[] = [];
    const listed = list(use.input, "todos");
    if (listed === undefined) return undefined;
    for (const each of listed) {
      const content = typeof each === "string" ? each : words(each, "content");
      if (content === undefined) return undefined;
      todos.push({
        content,
        status: words(each, "status") ?? "unknown",
        ...given({
          activeForm: words(each, "activeForm"),
          id: words(each, "id"),
          priority: words(each, "priority"),
        }),
      });
    }
    return { ...callOf("todoWrite", use, outcome), todos };
  },
  summary: (call) =>
    call.todos.find((todo) => todo.status === "in_progress")?.content ?? call.todos.at(0)?.content ?? "no tasks",
  facts: (call) => [
    {
      text: `${call.todos.filter((todo) => todo.status === "completed").length} of ${count(call.todos.length, "task")}`,
    },
  ],
});
