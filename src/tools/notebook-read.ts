/** NotebookRead: the cells of a notebook (1.0). Log example: {"name":"NotebookRead","input":{"notebook_path":"/tides.ipynb"}} */

import { words } from "../log/fields.ts";
import type { Call } from "../model/session.ts";
import { given } from "./given.ts";
import { callOf, defineTool } from "./tool.ts";

export interface NotebookReadCall extends Call<"notebookRead"> {
  readonly path: string;
  readonly cell?: string;
}

declare module "../model/session.ts" {
  interface ToolCalls {
    readonly notebookRead: NotebookReadCall;
  }
}

export const notebookRead = defineTool<NotebookReadCall>({
  kind: "notebookRead",
  names: ["NotebookRead"],
  verb: "look",
  parse: (use, outcome) => {
    const path = words(use.input, "notebook_path");
    if (path === undefined) return undefined;
    return { ...callOf("notebookRead", use, outcome), path, ...given({ cell: words(use.input, "cell_id") }) };
  },
  summary: (call, paths) => paths.path(call.path),
  facts: (call) => (call.cell === undefined ? [] : [{ text: `cell ${call.cell}` }]),
});
