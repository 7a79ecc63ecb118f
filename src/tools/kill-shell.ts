/** KillShell, in 1.0 KillBash: ends a background shell. Log example: {"name":"KillShell","input":{"shell_id":"bash_1"}} */

import { words } from "../log/fields.ts";
import type { Call } from "../model/session.ts";
import { html } from "../text/html.ts";
import { rest } from "./rest.ts";
import { result } from "./result.ts";
import { callOf, defineTool } from "./tool.ts";

export interface KillShellCall extends Call<"killShell"> {
  readonly shellId: string;
}

const spellings = ["shell_id", "bash_id", "task_id"];

declare module "../model/session.ts" {
  interface ToolCalls {
    readonly killShell: KillShellCall;
  }
}

export const killShell = defineTool<KillShellCall>({
  kind: "killShell",
  names: ["KillShell", "KillBash"],
  verb: "run",
  parse: (use, outcome) => {
    const shellId = spellings.map((key) => words(use.input, key)).find((found) => found !== undefined);
    return shellId === undefined ? undefined : { ...callOf("killShell", use, outcome), shellId };
  },
  summary: (call) => call.shellId,
  render: (call, view) => {
    const key = spellings.find((each) => words(call.input, each) === call.shellId) ?? "shell_id";
    return html`${rest(call, { [key]: call.shellId }, view)}${result(call, view)}`;
  },
});
