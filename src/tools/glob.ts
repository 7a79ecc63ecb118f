/** Glob: files by name. Log example: {"name":"Glob","input":{"pattern":"src/feed/*.ts","path":"/home/mara/tidemark"}} */

import { flag, number, words } from "../log/fields.ts";
import type { Call } from "../model/session.ts";
import { count } from "../text/format.ts";
import { given } from "./given.ts";
import { callOf, defineTool, textOf } from "./tool.ts";

export interface GlobCall extends Call<"glob"> {
  readonly pattern: string;
  readonly path?: string;
  readonly fileCount?: number;
  /** There are more than the result names. */
  readonly truncated?: true;
}

declare module "../model/session.ts" {
  interface ToolCalls {
    readonly glob: GlobCall;
  }
}

export const glob = defineTool<GlobCall>({
  kind: "glob",
  names: ["Glob"],
  verb: "look",
  parse: (use, outcome, details) => {
    const pattern = words(use.input, "pattern");
    if (pattern === undefined) return undefined;
    const listed = outcome.state === "ok" ? fileCount(textOf(outcome)) : undefined;
    return {
      ...callOf("glob", use, outcome),
      pattern,
      ...given({
        path: words(use.input, "path"),
        fileCount: number(details, "numFiles") ?? listed,
        truncated: flag(details, "truncated") || undefined,
      }),
    };
  },
  summary: (call) => call.pattern,
  facts: (call) =>
    call.fileCount === undefined
      ? []
      : [{ text: call.truncated ? `first ${count(call.fileCount, "file")}` : count(call.fileCount, "file") }],
});

function fileCount(text: string): number {
  if (/^No files found/.test(text)) return 0;
  return text.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("(")).length;
}
