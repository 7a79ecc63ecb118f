/** KillShell, in 1.0 KillBash: ends a background shell. Log example: {"name":"KillShell","input":{"shell_id":"bash_1"}} */

import { words } from "../log/fields.ts";
import type { Call } from "../model/session.ts";
import { callOf, defineTool } from "./tool.ts";

export interface KillShellCall extends Call<"killShell"> {
  readonly shellId: string;
}

/** Versions of the client name it differently. */
export const shellKeys = ["shell_id", "bash_id", "task_id"];

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
    const shellId = shellKeys.map((key) => words(use.input, key)).find((found) => found !== undefined);
    return shellId === undefined ? undefined : { ...callOf("killShell", use, outcome), shellId };
  },
  summary: (call) => call.shellId,
});
