/** The list of tasks, as the tool prints it. */

import { html } from "../../src/text/html.ts";
import type { TodoReadCall } from "../../src/tools/todo-read.ts";
import { rest } from "./rest.ts";
import { result } from "./result.ts";
import { toolView } from "./view.ts";

export const todoRead = toolView<TodoReadCall>(
  "todoRead",
  (call, view) => html`${rest(call, {}, view)}${result(call, view)}`,
);
