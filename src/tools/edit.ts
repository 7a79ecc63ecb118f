/** Edit: one text in a file replaced by another. Log example: {"name":"Edit","input":{"file_path":"/src/tide.ts","old_string":"24","new_string":"25"}} */

import { flag, text, words } from "../log/fields.ts";
import type { Call } from "../model/session.ts";
import { given } from "./given.ts";
import { changesOf, counted, type EditFields, editFacts, patchOf } from "./patch.ts";
import { callOf, defineTool, textOf } from "./tool.ts";

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
  summary: (call, paths) => paths.path(call.path),
  facts: (call) => [
    ...(call.replaceAll ? [{ text: "every occurrence", tone: "optional" as const }] : []),
    ...editFacts(call),
  ],
  changes: changesOf,
});
