/** BashOutput: what a background shell has printed so far (up to 2.0). Log example: {"name":"BashOutput","input":{"bash_id":"bash_1"}} */

import { number, words } from "../log/fields.ts";
import type { Call } from "../model/session.ts";
import { html } from "../text/html.ts";
import { caption } from "./caption.ts";
import { given } from "./given.ts";
import { rest } from "./rest.ts";
import { result } from "./result.ts";
import { callOf, defineTool, type Fact } from "./tool.ts";

export interface BashOutputCall extends Call<"bashOutput"> {
  readonly shellId: string;
  /** Only lines that match. */
  readonly filter?: string;
  readonly command?: string;
  /** "running", "completed", "failed", "killed". */
  readonly status?: string;
  readonly exitCode?: number;
}

declare module "../model/session.ts" {
  interface ToolCalls {
    readonly bashOutput: BashOutputCall;
  }
}

export const bashOutput = defineTool<BashOutputCall>({
  kind: "bashOutput",
  names: ["BashOutput", "BashOutputTool"],
  verb: "run",
  parse: (use, outcome, details) => {
    const shellId = words(use.input, "bash_id") ?? words(use.input, "shell_id");
    if (shellId === undefined) return undefined;
    return {
      ...callOf("bashOutput", use, outcome),
      shellId,
      ...given({
        filter: words(use.input, "filter"),
        command: words(details, "command"),
        status: words(details, "status"),
        exitCode: number(details, "exitCode"),
      }),
    };
  },
  summary: (call) => call.command ?? call.shellId,
  facts: (call) => {
    const facts: Fact[] = [];
    if (call.status !== undefined) facts.push({ text: call.status });
    if (call.exitCode !== undefined && call.exitCode !== 0) facts.push({ text: `exit ${call.exitCode}`, tone: "bad" });
    return facts;
  },
  render: (call, view) =>
    html`${caption(`shell ${call.shellId}`, call.filter === undefined ? undefined : `lines that match ${call.filter}`)}${rest(
      call,
      { bash_id: call.shellId, shell_id: call.shellId, filter: call.filter },
      view,
    )}${result(call, view)}`,
});
