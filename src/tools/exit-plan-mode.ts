/** ExitPlanMode: a plan is proposed. Log example: {"name":"ExitPlanMode","input":{"plan":"# Count the hours\n\n1. …","planFilePath":"/home/mara/.claude/plans/calm-tide.md"}} */

import { list, words } from "../log/fields.ts";
import type { Call, Plan } from "../model/session.ts";
import { html, type SafeHtml } from "../text/html.ts";
import { caption } from "./caption.ts";
import { firstLine } from "./format.ts";
import { given } from "./given.ts";
import { rest } from "./rest.ts";
import { reminders, result, said, textOf } from "./result.ts";
import { callOf, defineTool } from "./tool.ts";
import { wholeLines } from "./whole-lines.ts";

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
  render: (call, view) => {
    const { plan, planFile, allowedPrompts } = call;
    const answer = said(call.outcome).text;
    // An approval repeats the plan below a heading of its own; the plan stands above already.
    const start = plan === undefined || call.outcome.state !== "ok" ? -1 : wholeLines(answer, plan.trim());
    const before = start === -1 ? answer : answer.slice(0, start);
    const after = start === -1 ? "" : answer.slice(start + (plan ?? "").trim().length);
    return html`${plan === undefined ? "" : view.markdown(plan)}${caption(
      planFile === undefined ? undefined : `kept in ${view.path(planFile)}`,
    )}${allowed(allowedPrompts)}${rest(call, { plan, planFilePath: planFile, allowedPrompts }, view)}${
      start === -1
        ? result(call, view)
        : html`${before.trim() === "" ? "" : view.output(before.trim())}${
            after.trim() === "" ? "" : view.output(after.trim())
          }${reminders(call, view)}`
    }`;
  },
});

/** Also for the card of a plan, which stands for its call. */
export function allowed(prompts: Plan["allowedPrompts"]): SafeHtml {
  return prompts === undefined
    ? html``
    : html`<p>Allowed once approved:</p><ul>${prompts.map(
        ({ tool, prompt }) => html`<li>${tool === undefined ? "" : html`<b>${tool}</b> `}${prompt}</li>`,
      )}</ul>`;
}

function planIn(answer: string): string | undefined {
  return /^## Approved Plan[^\n]*\n([\s\S]*\S)/m.exec(answer)?.[1];
}

function fileIn(answer: string): string | undefined {
  return /plan has been saved to: (\S[^\n]*)/.exec(answer)?.[1]?.trim();
}
