/** The diff of several replaced texts of one file. */

import { flag, list } from "../../src/log/fields.ts";
import { count } from "../../src/text/format.ts";
import { html } from "../../src/text/html.ts";
import { editsOf, type MultiEditCall } from "../../src/tools/multi-edit.ts";
import { inputOf } from "../../src/tools/tool.ts";
import { caption } from "./caption.ts";
import { editDiff } from "./edit-diff.ts";
import { editResult } from "./edit-result.ts";
import { rest } from "./rest.ts";
import { toolView } from "./view.ts";

export const multiEdit = toolView<MultiEditCall>("multiEdit", (call, view) => {
  const edits = editsOf(inputOf(call)) ?? [];
  const { body, shown } = editDiff(call, edits, view);
  const everywhere = (list(inputOf(call), "edits") ?? []).filter((each) => flag(each, "replace_all")).length;
  return html`${caption(
    `${count(call.editCount, "edit")} in one call`,
    everywhere === 0 ? undefined : `${everywhere} of them at every occurrence`,
  )}${body}${rest(call, { file_path: call.path, edits: [edits, everywhere > 0] }, view)}${editResult(call, view, shown)}`;
});
