/** A subagent in short: its name, how much it did, and its last word. */
import type { Agent, Step } from "../model/session.ts";

export function agentName(agent: Pick<Agent, "description" | "type" | "id">): string {
  return agent.description ?? (agent.type === undefined ? `Agent ${agent.id}` : `${agent.type} agent`);
}

/** With those of agents below it. */
export function stepCount(agent: Agent): number {
  const own = agent.turns.reduce((sum, turn) => sum + turn.steps.length, 0);
  return agent.agents.reduce((sum, other) => sum + stepCount(other), own);
}

export function callCount(agent: Agent): number {
  return agent.turns.reduce((sum, turn) => sum + turn.steps.filter((step) => step.kind === "call").length, 0);
}

/** What it answered in the end. */
export function lastWord(agent: Agent): Extract<Step, { kind: "text" }> | undefined {
  const last = agent.turns
    .at(-1)
    ?.steps.findLast((step) => step.kind === "text" && step.markdown.trim() !== "" && !step.withdrawn);
  return last?.kind === "text" ? last : undefined;
}
