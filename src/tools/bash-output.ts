/** BashOutput: what a background shell has printed so far (up to 2.0). Log example: {"name":"BashOutput","input":{"bash_id":"bash_1"}} */

import { number, words } from "../log/fields.ts";
import type { Call } from "../model/session.ts";
import { given } from "./given.ts";
import { taggedAnswer, wholeNumber } from "./tagged-answer.ts";
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
    const told = outcome.state === "ok" ? taggedAnswer(outcome.text)?.facts : undefined;
    return {
      ...callOf("bashOutput", use, outcome),
      shellId,
      ...given({
        filter: words(use.input, "filter"),
        command: words(details, "command"),
        status: words(details, "status") ?? told?.get("status"),
        exitCode: number(details, "exitCode") ?? wholeNumber(told?.get("exit_code")),
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
});
