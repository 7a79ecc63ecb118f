/** SendUserFile: the agent hands files to the user. Log example: {"name":"SendUserFile","input":{"files":["/out/tides.pdf"],"caption":"The year","display":"attach"}} */

import { words } from "../log/fields.ts";
import type { Call } from "../model/session.ts";
import { count } from "../text/format.ts";
import { given, texts } from "./given.ts";
import { callOf, defineTool } from "./tool.ts";

export interface SendUserFileCall extends Call<"sendUserFile"> {
  readonly files: readonly string[];
  readonly caption?: string;
  readonly status?: string;
  readonly display?: string;
}

declare module "../model/session.ts" {
  interface ToolCalls {
    readonly sendUserFile: SendUserFileCall;
  }
}

export const sendUserFile = defineTool<SendUserFileCall>({
  kind: "sendUserFile",
  names: ["SendUserFile"],
  verb: "reach",
  parse: (use, outcome) => {
    const files = texts(use.input, "files");
    if (files === undefined) return undefined;
    return {
      ...callOf("sendUserFile", use, outcome),
      files,
      ...given({
        caption: words(use.input, "caption"),
        status: words(use.input, "status"),
        display: words(use.input, "display"),
      }),
    };
  },
  summary: (call, paths) => call.files.map((file) => paths.path(file)).join(", "),
  facts: (call) => [{ text: count(call.files.length, "file") }],
});
