/** The diff of a whole file against what was there. */

import { text } from "../../src/log/fields.ts";
import { html } from "../../src/text/html.ts";
import { inputOf } from "../../src/tools/tool.ts";
import type { WriteCall } from "../../src/tools/write.ts";
import { editDiff } from "./edit-diff.ts";
import { editResult } from "./edit-result.ts";
import { rest } from "./rest.ts";
import { toolView } from "./view.ts";

export const write = toolView<WriteCall>("write", (call, view) => {
  const content = text(inputOf(call), "content") ?? "";
  const { body, shown } = editDiff(call, [["", content]], view);
  return html`${body}${rest(call, { file_path: call.path, content }, view)}${editResult(call, view, shown)}`;
});
