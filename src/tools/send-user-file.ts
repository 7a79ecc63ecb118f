/** SendUserFile: the agent hands files to the user. Log example: {"name":"SendUserFile","input":{"files":["/out/tides.pdf"],"caption":"The year","display":"attach"}} */

import { words } from "../log/fields.ts";
import type { Call } from "../model/session.ts";
import { html } from "../text/html.ts";
import { caption } from "./caption.ts";
import { count } from "./format.ts";
import { given, texts } from "./given.ts";
import { rest } from "./rest.ts";
import { result } from "./result.ts";
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
  summary: (call, view) => call.files.map((file) => view.path(file)).join(", "),
  facts: (call) => [{ text: count(call.files.length, "file") }],
  render: (call, view) =>
    html`${call.caption === undefined ? "" : view.markdown(call.caption)}<ul>${call.files.map(
      (file) => html`<li>${view.path(file)}</li>`,
    )}</ul>${caption(call.status, call.display)}${rest(
      call,
      { files: call.files, caption: call.caption, status: call.status, display: call.display },
      view,
    )}${result(call, view)}`,
});
