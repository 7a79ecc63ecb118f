/** The cells of a notebook, as they came. */

import { html } from "../../src/text/html.ts";
import type { NotebookReadCall } from "../../src/tools/notebook-read.ts";
import { rest } from "./rest.ts";
import { result } from "./result.ts";
import { toolView } from "./view.ts";

export const notebookRead = toolView<NotebookReadCall>(
  "notebookRead",
  (call, view) => html`${rest(call, { notebook_path: call.path, cell_id: call.cell }, view)}${result(call, view)}`,
);
