/** The diff of one replaced text. */

import { text } from "../../src/log/fields.ts";
import { html } from "../../src/text/html.ts";
import type { EditCall } from "../../src/tools/edit.ts";
import { inputOf } from "../../src/tools/tool.ts";
import { editDiff } from "./edit-diff.ts";
import { editResult } from "./edit-result.ts";
import { rest } from "./rest.ts";
import { toolView } from "./view.ts";

export const edit = toolView<EditCall>("edit", (call, view) => {
  const [before, after] = [text(inputOf(call), "old_string") ?? "", text(inputOf(call), "new_string") ?? ""];
  const { body, shown } = editDiff(call, [[before, after]], view);
  return html`${body}${rest(call, { file_path: call.path, old_string: before, new_string: after, replace_all: call.replaceAll }, view)}${editResult(
    call,
    view,
    shown,
  )}`;
});
