/** A plan as Markdown, what it allows, and the answer without the plan in it. */

import { html } from "../../src/text/html.ts";
import { wholeLines } from "../../src/text/whole-lines.ts";
import type { ExitPlanModeCall } from "../../src/tools/exit-plan-mode.ts";
import { textOf } from "../../src/tools/tool.ts";
import { allowed } from "./allowed-prompts.ts";
import { caption } from "./caption.ts";
import { rest } from "./rest.ts";
import { persistedNote, reminders, result } from "./result.ts";
import { toolView } from "./view.ts";

export const exitPlanMode = toolView<ExitPlanModeCall>("exitPlanMode", (call, view) => {
  const { plan, planFile, allowedPrompts } = call;
  const answer = textOf(call.outcome);
  // An approval repeats the plan below a heading of its own; the plan stands above already.
  const start = plan === undefined || call.outcome.state !== "ok" ? -1 : wholeLines(answer, plan.trim());
  const before = start === -1 ? answer : answer.slice(0, start);
  const after = start === -1 ? "" : answer.slice(start + (plan ?? "").trim().length);
  return html`${plan === undefined ? "" : view.markdown(plan)}${caption(
    planFile === undefined ? undefined : `kept in ${view.path(planFile)}`,
  )}${allowed(allowedPrompts)}${rest(call, { plan, planFilePath: planFile, allowedPrompts }, view)}${
    start === -1
      ? result(call, view)
      : html`${caption(persistedNote(call.outcome))}${before.trim() === "" ? "" : view.output(before.trim())}${
          after.trim() === "" ? "" : view.output(after.trim())
        }${reminders(call.outcome, view)}`
  }`;
});
