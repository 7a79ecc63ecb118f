/** The whole list of tasks, each with its status. */

import { words } from "../../src/log/fields.ts";
import { html } from "../../src/text/html.ts";
import type { TodoWriteCall } from "../../src/tools/todo-write.ts";
import { inputOf } from "../../src/tools/tool.ts";
import { caption } from "./caption.ts";
import { rest } from "./rest.ts";
import { result } from "./result.ts";
import { toolView } from "./view.ts";

export const todoWrite = toolView<TodoWriteCall>(
  "todoWrite",
  (call, view) =>
    html`<ul class="todos">${call.todos.map(
      (todo) =>
        html`<li class="${className(todo.status)}">${todo.content} <em>${todo.status}${
          todo.priority === undefined ? "" : `, ${todo.priority}`
        }${todo.id === undefined ? "" : `, ${todo.id}`}${
          todo.activeForm === undefined || todo.activeForm === todo.content ? "" : `, ${todo.activeForm}`
        }</em></li>`,
    )}</ul>${caption(explanation(call))}${rest(call, { todos: call.todos, explanation: explanation(call) }, view)}${result(call, view, { as: "caption", shown: numbered(call).join("\n") })}`,
);

/** Codex may say why the list has changed. */
const explanation = (call: TodoWriteCall): string | undefined => words(inputOf(call), "explanation");

/** As some answers repeat the list. */
const numbered = ({ todos }: TodoWriteCall): readonly string[] =>
  todos.map(({ content, status }, index) => `${index + 1}. [${status}] ${content}`);

function className(status: string): string {
  if (status === "completed") return "done";
  return status === "in_progress" ? "now" : "";
}
