/** MultiEdit: several edits of one file in one call (1.0). Log example: {"name":"MultiEdit","input":{"file_path":"/a.ts","edits":[{"old_string":"a","new_string":"b"}]}} */

import { flag, list, text, words } from "../log/fields.ts";
import type { Call } from "../model/session.ts";
import { count } from "../text/format.ts";
import { given } from "./given.ts";
import { changesOf, counted, type EditFields, editFacts, patchOf } from "./patch.ts";
import { callOf, defineTool } from "./tool.ts";

export interface MultiEditCall extends Call<"multiEdit">, EditFields {
  readonly editCount: number;
}

declare module "../model/session.ts" {
  interface ToolCalls {
    readonly multiEdit: MultiEditCall;
  }
}

export const multiEdit = defineTool<MultiEditCall>({
  kind: "multiEdit",
  names: ["MultiEdit"],
  verb: "change",
  parse: (use, outcome, details) => {
    const path = words(use.input, "file_path");
    const edits = editsOf(use.input);
    if (path === undefined || edits === undefined) return undefined;
    return {
      ...callOf("multiEdit", use, outcome),
      path,
      editCount: edits.length,
      ...counted(patchOf(details), edits),
      ...given({ userModified: flag(details, "userModified") || undefined }),
    };
  },
  summary: (call, paths) => paths.path(call.path),
  facts: (call) => [{ text: count(call.editCount, "edit"), tone: "optional" }, ...editFacts(call)],
  changes: changesOf,
});

export function editsOf(input: unknown): readonly (readonly [string, string])[] | undefined {
  const edits: [string, string][] = [];
  for (const each of list(input, "edits") ?? []) {
    const [before, after] = [text(each, "old_string"), text(each, "new_string")];
    if (before === undefined || after === undefined) return undefined;
    edits.push([before, after]);
  }
  return edits.length === 0 ? undefined : edits;
}
