/** Bash, on Windows also PowerShell: one command, its output. Log example: {"name":"Bash","input":{"command":"git status","description":"Show changes"}} */

import { flag, number, text, words } from "../log/fields.ts";
import type { Call } from "../model/session.ts";
import { longDuration } from "../text/format.ts";
import { given } from "./given.ts";
import { callOf, defineTool, type Fact, textOf } from "./tool.ts";

export interface BashCall extends Call<"bash"> {
  readonly command: string;
  readonly description?: string;
  readonly timeoutMs?: number;
  /** Absent where the log has only the combined text. */
  readonly stdout?: string;
  readonly stderr?: string;
  readonly exitCode?: number;
  /** What an exit code other than 0 means where it is no failure: "No matches found". */
  readonly exitMeaning?: string;
  readonly interrupted?: true;
  readonly background?: { readonly task?: string };
}

declare module "../model/session.ts" {
  interface ToolCalls {
    readonly bash: BashCall;
  }
}

export const bash = defineTool<BashCall>({
  kind: "bash",
  names: ["Bash", "PowerShell"],
  verb: "run",
  parse: (use, outcome, details) => {
    const command = text(use.input, "command");
    if (command === undefined) return undefined;
    const task = words(details, "backgroundTaskId");
    const isBackground = flag(use.input, "run_in_background") || task !== undefined;
    return {
      ...callOf("bash", use, outcome),
      command,
      ...given({
        description: words(use.input, "description"),
        timeoutMs: number(use.input, "timeout"),
        stdout: text(details, "stdout"),
        stderr: text(details, "stderr"),
        exitCode: exitOf(textOf(outcome)) ?? failedWith(details),
        exitMeaning: words(details, "returnCodeInterpretation"),
        interrupted: flag(details, "interrupted") || undefined,
        background: isBackground ? given({ task }) : undefined,
      }),
    };
  },
  summary: (call) => call.command,
  facts: (call) => {
    const facts: Fact[] = [];
    if (call.timeoutMs !== undefined) facts.push({ text: `timeout ${longDuration(call.timeoutMs)}`, tone: "optional" });
    if (call.background !== undefined) facts.push({ text: "background" });
    if (call.interrupted) facts.push({ text: "interrupted" });
    if (call.exitMeaning !== undefined) facts.push({ text: call.exitMeaning });
    if (call.exitCode !== undefined) facts.push({ text: `exit ${call.exitCode}`, tone: "bad" });
    return facts;
  },
});

/** Other agents' logs have it as a number. */
function failedWith(details: unknown): number | undefined {
  const code = number(details, "exitCode");
  return code === 0 ? undefined : code;
}

/** "Exit code 1" opens the text of a failed command; no field holds it. */
function exitOf(answer: string): number | undefined {
  const found = /^(?:Error: )?Exit code (\d+)/.exec(answer);
  return found?.[1] === undefined ? undefined : Number(found[1]);
}
