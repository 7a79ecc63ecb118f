/** Write: a whole file, new or replaced. Log example: {"name":"Write","input":{"file_path":"/src/moon.ts","content":"export {};\n"}} */

import { flag, text, words } from "../log/fields.ts";
import type { Call } from "../model/session.ts";
import { given } from "./given.ts";
import { changesOf, counted, type EditFields, editFacts, hunksOf, patchOf } from "./patch.ts";
import { callOf, defineTool, textOf } from "./tool.ts";

export interface WriteCall extends Call<"write">, EditFields {}

declare module "../model/session.ts" {
  interface ToolCalls {
    readonly write: WriteCall;
  }
}

export const write = defineTool<WriteCall>({
  kind: "write",
  names: ["Write"],
  verb: "change",
  parse: (use, outcome, details) => {
    const path = words(use.input, "file_path");
    const content = text(use.input, "content");
    if (path === undefined || content === undefined) return undefined;
    const original = text(details, "originalFile");
    const type = text(details, "type");
    const isNew = type === undefined ? /^File created successfully/.test(textOf(outcome)) : type === "create";
    // Some versions leave the patch of an overwritten file empty but keep the file as it was.
    const known = patchOf(details) ?? (original === undefined ? undefined : hunksOf([[original, content]]));
    return {
      ...callOf("write", use, outcome),
      path,
      ...counted(isNew ? undefined : known, [["", content]]),
      ...given({ created: isNew || undefined, userModified: flag(details, "userModified") || undefined }),
    };
  },
  summary: (call, paths) => paths.path(call.path),
  facts: editFacts,
  changes: changesOf,
});
