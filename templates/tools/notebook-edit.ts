/** The diff of one cell of a notebook. */

import { text } from "../../src/log/fields.ts";
import { html } from "../../src/text/html.ts";
import type { NotebookEditCall } from "../../src/tools/notebook-edit.ts";
import { inputOf } from "../../src/tools/tool.ts";
import { caption } from "./caption.ts";
import { editDiff } from "./edit-diff.ts";
import { rest } from "./rest.ts";
import { result } from "./result.ts";
import { toolView } from "./view.ts";

export const notebookEdit = toolView<NotebookEditCall>("notebookEdit", (call, view) => {
  const source = text(inputOf(call), "new_source") ?? "";
  const { body } = editDiff(call, [["", source]], view);
  const known = {
    notebook_path: call.path,
    cell_id: call.cell,
    cell_number: call.cell,
    cell_type: call.cellType,
    edit_mode: call.mode,
    new_source: source,
  };
  return html`${caption(
    call.cell === undefined ? undefined : `cell ${call.cell}`,
    call.cellType,
    call.mode,
  )}${body}${rest(call, known, view)}${
    call.error === undefined ? "" : view.output(call.error, { error: true })
  }${result(call, view, { as: "caption" })}`;
});
