/** Every step of a session and of its agents, each with the moment that it stands for. */
import { anchor, stepAnchor, tasksId } from "../../address/anchor.ts";
import type { Moment } from "../../model/digest.ts";
import type { Agent, Session, Step, ToolUseId, Turn } from "../../model/session.ts";

export interface Visited {
  readonly moment: Moment;
  readonly step: Step;
}

export interface Walk {
  /** The session's own turns, in order; those that a rewind left behind are not among them. */
  readonly turns: readonly { readonly turn: Turn; readonly moment: Moment }[];
  /** With what a rewind left behind, and with those of agents after the session's own. */
  readonly steps: readonly Visited[];
  /** The moment of the call that started an agent. */
  readonly callerOf: (agent: Agent) => Moment | undefined;
}

type Place = Pick<Moment, "agent" | "isLeftBehind">;

export function walk(session: Pick<Session, "turns" | "agents">): Walk {
  const turns: { turn: Turn; moment: Moment }[] = [];
  const steps: Visited[] = [];
  const calls = new Map<ToolUseId, Moment>();
  let order = 0;
  const moment = (turn: number, at: string, time: Moment["time"], place: Place): Moment => ({
    turn,
    order: order++,
    anchor: at,
    ...(time === undefined ? {} : { time }),
    ...place,
  });
  const visit = (turn: Turn, index: number, place: Place): void => {
    const start = anchor(turn.id);
    for (const step of turn.steps) {
      const at = step.kind === "tasks" ? anchor(tasksId(step.snapshot)) : stepAnchor(step, start);
      const visited = { moment: moment(index, at, step.time ?? turn.time, place), step };
      steps.push(visited);
      if (step.kind === "call") calls.set(step.call.id, visited.moment);
    }
  };
  const leftBehind = (turn: Turn, index: number, place: Place): void => {
    for (const version of turn.otherVersions ?? [])
      for (const each of version) {
        leftBehind(each, index, place);
        visit(each, index, { ...place, isLeftBehind: true });
      }
  };
  session.turns.forEach((turn, index) => {
    leftBehind(turn, index, {});
    turns.push({ turn, moment: moment(index, anchor(turn.id), turn.time, {}) });
    visit(turn, index, {});
  });
  const callerOf = (agent: Agent): Moment | undefined =>
    agent.calledBy === undefined ? undefined : calls.get(agent.calledBy);
  const inAgents = (agents: readonly Agent[], above: Moment | undefined): void => {
    for (const agent of agents) {
      const caller = callerOf(agent) ?? above;
      const place = { agent: agent.id, ...(caller?.isLeftBehind ? { isLeftBehind: true as const } : {}) };
      for (const turn of agent.turns) {
        leftBehind(turn, caller?.turn ?? -1, place);
        visit(turn, caller?.turn ?? -1, place);
      }
      inAgents(agent.agents, caller);
    }
  };
  inAgents(session.agents, undefined);
  return { turns, steps, callerOf };
}
