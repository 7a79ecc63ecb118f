/** What an archive for the public leaves out by choice: thinking, and what tools gave back. */
import type { Agent, Outcome, Session, Step, Turn } from "../model.ts";

export interface LeftOut {
  thinking: number;
  toolOutput: number;
}

export interface LeaveOutOptions {
  readonly thinking: boolean;
  readonly toolOutput: boolean;
}

const instead = "(left out of this archive)";

export function leaveOut(session: Session, options: LeaveOutOptions, count: LeftOut): Session {
  if (!options.thinking && !options.toolOutput) return session;
  return { ...session, turns: turns(session.turns, options, count), agents: agents(session.agents, options, count) };
}

function agents(list: readonly Agent[], options: LeaveOutOptions, count: LeftOut): readonly Agent[] {
  return list.map((agent) => ({
    ...agent,
    turns: turns(agent.turns, options, count),
    agents: agents(agent.agents, options, count),
  }));
}

function turns(list: readonly Turn[], options: LeaveOutOptions, count: LeftOut): readonly Turn[] {
  return list.map((turn) => ({
    ...turn,
    steps: turn.steps.flatMap((step) => kept(step, options, count)),
    ...(turn.otherVersions === undefined
      ? {}
      : { otherVersions: turn.otherVersions.map((version) => turns(version, options, count)) }),
  }));
}

function kept(step: Step, options: LeaveOutOptions, count: LeftOut): readonly Step[] {
  if (options.thinking && step.kind === "thinking") {
    count.thinking++;
    return [];
  }
  if (!options.toolOutput || step.kind !== "call" || step.call.outcome.state === "none") return [step];
  count.toolOutput++;
  const { state, at } = step.call.outcome;
  const outcome: Outcome = { state, at, text: instead };
  // Output is held by each tool in fields of its own; the generic form has none.
  const { id, name, input } = step.call;
  return [{ ...step, call: { kind: "other", id, name, input, outcome } } as Step];
}
