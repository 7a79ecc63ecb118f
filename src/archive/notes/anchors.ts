/** The places of a session that a note can stand at. */
import { anchor, stepAnchor, tasksId } from "../../address/anchor.ts";
import type { Agent, Session, Turn } from "../../model/session.ts";

export function anchorsOf({ turns, agents }: Pick<Session, "turns" | "agents">): ReadonlySet<string> {
  const found = new Set<string>();
  const inTurns = (some: readonly Turn[]): void => {
    for (const turn of some) {
      const start = anchor(turn.id);
      found.add(start);
      for (const step of turn.steps)
        found.add(step.kind === "tasks" ? anchor(tasksId(step.snapshot)) : stepAnchor(step, start));
      for (const version of turn.otherVersions ?? []) inTurns(version);
    }
  };
  const inAgents = (some: readonly Agent[]): void => {
    for (const agent of some) {
      inTurns(agent.turns);
      inAgents(agent.agents);
    }
  };
  inTurns(turns);
  inAgents(agents);
  return found;
}
