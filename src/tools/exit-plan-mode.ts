/** ExitPlanMode: a plan is proposed. Log example: {"name":"ExitPlanMode","input":{"plan":"# Count the hours\n\n1. …","planFilePath":"/home/mara/.claude/plans/calm-tide.md"}} */

import { list, words } from "../log/fields.ts";
import type { Call, Plan } from "../model/session.ts";
import { firstLine } from "../text/format.ts";
import { given } from "./given.ts";
import { callOf, defineTool, textOf } from "./tool.ts";

export interface ExitPlanModeCall extends Call<"exitPlanMode"> {
  /** Absent where the plan stood in a file that the log does not repeat. */
  readonly plan?: string;
  readonly planFile?: string;
  readonly allowedPrompts?: NonNullable<Plan["allowedPrompts"]>;
}

declare module "../model/session.ts" {
  interface ToolCalls {
    readonly exitPlanMode: ExitPlanModeCall;
  }
}

export const exitPlanMode = defineTool<ExitPlanModeCall>({
  kind: "exitPlanMode",
  names: ["ExitPlanMode", "exit_plan_mode"],
  verb: "decide",
  parse: (use, outcome, details) => {
    const answer = outcome.state === "ok" ? textOf(outcome) : "";
    const prompts = (list(use.input, "allowedPrompts") ?? []).flatMap((each) => {
      const prompt = words(each, "prompt");
      return prompt === undefined ? [] : [{ prompt, ...given({ tool: words(each, "tool") }) }];
    });
    return {
      ...callOf("exitPlanMode", use, outcome),
      ...given({
        plan: words(use.input, "plan") ?? words(details, "plan") ?? planIn(answer),
        planFile: words(use.input, "planFilePath") ?? words(details, "filePath") ?? fileIn(answer),
        allowedPrompts: prompts.length === 0 ? undefined : prompts,
      }),
    };
  },
  summary: (call) =>
    firstLine(call.plan ?? "")
      .replace(/^#+\s*/, "")
      .replace(/^Plan:\s*/i, ""),
});

function planIn(answer: string): string | undefined {
  return /^## Approved Plan[^\n]*\n([\s\S]*\S)/m.exec(answer)?.[1];
}

function fileIn(answer: string): string | undefined {
  return /plan has been saved to: (\S[^\n]*)/.exec(answer)?.[1]?.trim();
}
