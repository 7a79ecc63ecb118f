/** How much of a session an export holds. */
import { isQuestion } from "../conversation/landmarks.ts";
import type { Agent, Session, Step, Turn } from "../model/session.ts";

export const levels = ["prompts", "conversation", "everything"] as const;
export type Level = (typeof levels)[number];

/** Prompts alone; with what was answered, planned, asked and decided; or all of it. */
export function atLevel(session: Session, level: Level): Session {
  if (level === "everything") return session;
  const turns = session.turns.map((turn) => turnAt(turn, level));
  return { ...session, turns, agents: level === "prompts" ? [] : session.agents.map(agentAt) };
}

function turnAt(turn: Turn, level: Level): Turn {
  const { otherVersions: _, ...kept } = turn;
  return { ...kept, steps: level === "prompts" ? [] : turn.steps.filter(isConversation) };
}

const agentAt = (agent: Agent): Agent => ({
  ...agent,
  turns: agent.turns.map((turn) => turnAt(turn, "conversation")),
  agents: agent.agents.map(agentAt),
});

function isConversation(step: Step): boolean {
  switch (step.kind) {
    case "text":
    case "image":
    case "document":
    case "plan":
    case "tasks":
    case "compaction":
      return true;
    case "call":
      return isQuestion(step.call);
    case "event":
      return step.event === "interrupted";
    default:
      return false;
  }
}
