/** Plans, proposed and accepted, with what was said to them. */
import { anchor, planId } from "../../address/anchor.ts";
import type { Moment, PlanDigest } from "../../model/digest.ts";
import type { Plan } from "../../model/session.ts";
import { cut, most } from "./cut.ts";
import type { Walk } from "./walk.ts";

export function planDigests({ turns, steps }: Walk): readonly PlanDigest[] {
  const asPrompts = turns.flatMap(({ turn, moment }) =>
    turn.prompt.kind === "plan"
      ? [
          {
            ...planDigest(turn.prompt.plan, { ...moment, anchor: anchor(planId(turn.prompt.plan)) }),
            isPrompt: true as const,
          },
        ]
      : [],
  );
  const proposed = steps.flatMap(({ step, moment }) => (step.kind === "plan" ? [planDigest(step.plan, moment)] : []));
  return [...asPrompts, ...proposed].sort((one, two) => one.order - two.order);
}

function planDigest(plan: Plan, moment: Moment): PlanDigest {
  const { entry, title, markdown, status, origin, outcome } = plan;
  const answered = outcome === undefined || outcome.state === "none" ? undefined : outcome.time;
  return {
    ...moment,
    ...{ entry, title, status, origin },
    // Versions of one plan are told by their length, too.
    markdown: cut(markdown.trim(), most.plan),
    ...(answered === undefined ? {} : { answered }),
    ...(plan.status === "rejected" && plan.feedback !== undefined
      ? { feedback: cut(plan.feedback, most.feedback) }
      : {}),
    ...(plan.status !== "approved"
      ? {}
      : {
          ...(plan.contextCleared ? { contextCleared: true as const } : {}),
          ...(plan.implementedIn === undefined ? {} : { implementedIn: plan.implementedIn }),
          ...(plan.plannedIn === undefined ? {} : { plannedIn: plan.plannedIn }),
          ...(plan.proposedAs === undefined ? {} : { proposedAs: plan.proposedAs }),
        }),
  };
}
