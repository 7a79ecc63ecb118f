/** LS: a folder as a tree (1.0). Log example: {"name":"LS","input":{"path":"/home/mara/tidemark","ignore":["node_modules"]}} */

import { words } from "../log/fields.ts";
import type { Call } from "../model/session.ts";
import { given, texts } from "./given.ts";
import { callOf, defineTool } from "./tool.ts";

export interface LsCall extends Call<"ls"> {
  readonly path: string;
  readonly ignore?: readonly string[];
}

declare module "../model/session.ts" {
  interface ToolCalls {
    readonly ls: LsCall;
  }
}

export const ls = defineTool<LsCall>({
  kind: "ls",
  names: ["LS"],
  verb: "look",
  parse: (use, outcome) => {
    const path = words(use.input, "path");
    if (path === undefined) return undefined;
    return { ...callOf("ls", use, outcome), path, ...given({ ignore: texts(use.input, "ignore") }) };
  },
  summary: (call, paths) => paths.path(call.path),
});
