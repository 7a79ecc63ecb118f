/** LSP: a question to a language server. Log example: {"name":"LSP","input":{"operation":"findReferences","filePath":"/src/uid.ts","line":17,"character":6}} */

import { number, words } from "../log/fields.ts";
import type { Call } from "../model/session.ts";
import { count } from "../text/format.ts";
import { given } from "./given.ts";
import { callOf, defineTool } from "./tool.ts";

export interface LspCall extends Call<"lsp"> {
  readonly operation: string;
  readonly path?: string;
  readonly line?: number;
  readonly character?: number;
  readonly resultCount?: number;
  readonly fileCount?: number;
}

declare module "../model/session.ts" {
  interface ToolCalls {
    readonly lsp: LspCall;
  }
}

export const lsp = defineTool<LspCall>({
  kind: "lsp",
  names: ["LSP"],
  verb: "look",
  parse: (use, outcome, details) => {
    const operation = words(use.input, "operation");
    if (operation === undefined) return undefined;
    return {
      ...callOf("lsp", use, outcome),
      operation,
      ...given({
        path: words(use.input, "filePath"),
        line: number(use.input, "line"),
        character: number(use.input, "character"),
        resultCount: number(details, "resultCount"),
        fileCount: number(details, "fileCount"),
      }),
    };
  },
  summary: (call, paths) => {
    if (call.path === undefined) return call.operation;
    const place = [paths.path(call.path), call.line, call.character].filter((part) => part !== undefined);
    return `${call.operation} ${place.join(":")}`;
  },
  facts: (call) => {
    if (call.resultCount === undefined) return [];
    const found = count(call.resultCount, "result");
    return [{ text: call.fileCount === undefined ? found : `${found} in ${count(call.fileCount, "file")}` }];
  },
});
