/** All that is drawn as Markdown of a session. */
import type { Agent, Turn } from "../../src/model/session.ts";

export function proseOf({
  turns,
  agents,
}: {
  readonly turns: readonly Turn[];
  readonly agents: readonly Agent[];
}): readonly string[] {
  const steps = turns.flatMap((turn) => [...(turn.prompt.kind === "said" ? turn.prompt.blocks : []), ...turn.steps]);
  return [
    ...steps.flatMap((step) => {
      if (step.kind === "text" || step.kind === "thinking") return [step.markdown];
      return step.kind === "plan" ? [step.plan.markdown] : [];
    }),
    ...agents.flatMap(proseOf),
  ];
}
