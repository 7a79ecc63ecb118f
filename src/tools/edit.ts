/** Edit: one text in a file replaced by another. Log example: {"name":"Edit","input":{"file_path":"/src/tide.ts","old_string":"24","new_string":"25"}} */

import { flag, text, words } from "../log/fields.ts";
import type { Call } from "../model/session.ts";
import { html } from "../text/html.ts";
import { editResult } from "./edit-result.ts";
import { given } from "./given.ts";
import { changesOf, counted, type EditFields, editDiff, editFacts, patchOf } from "./patch.ts";
import { rest } from "./rest.ts";
import { textOf } from "./result.ts";
import { callOf, defineTool } from "./tool.ts";

export interface EditCall extends Call<"edit">, EditFields {
  readonly replaceAll?: true;
}

declare module "../model/session.ts" {
  interface ToolCalls {
    readonly edit: EditCall;
  }
}

export const edit = defineTool<EditCall>({
  kind: "edit",
  names: ["Edit"],
  verb: "change",
  parse: (use, outcome, details) => {
    const path = words(use.input, "file_path");
    const before = text(use.input, "old_string");
    const after = text(use.input, "new_string");
    if (path === undefined || before === undefined || after === undefined) return undefined;
    // An edit of nothing makes a file.
    const isNew = before === "" && /^File created successfully/.test(textOf(outcome));
    return {
      ...callOf("edit", use, outcome),
      path,
      ...counted(patchOf(details), [[before, after]]),
      ...given({
        created: isNew || undefined,
        replaceAll: flag(use.input, "replace_all") || undefined,
        userModified: flag(details, "userModified") || undefined,
      }),
    };
  },
  summary: (call, view) => view.path(call.path),
  facts: (call) => [
    ...(call.replaceAll ? [{ text: "every occurrence", tone: "optional" as const }] : []),
    ...editFacts(call),
  ],
  changes: changesOf,
  render: (call, view) => {
    const [before, after] = [text(call.input, "old_string") ?? "", text(call.input, "new_string") ?? ""];
    const { body, shown } = editDiff(call, [[before, after]], view);
    return html`${body}${rest(call, { file_path: call.path, old_string: before, new_string: after, replace_all: call.replaceAll }, view)}${editResult(
      call,
      view,
      shown,
    )}`;
  },
});
