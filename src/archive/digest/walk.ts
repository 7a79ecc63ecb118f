/** Every step of a session and of its agents, each with the moment that it stands for. */
import { anchor, stepAnchor, tasksId } from "../../address/anchor.ts";
import type { Moment } from "../../model/digest.ts";
import type { Agent, Session, Step, ToolCall, ToolUseId, Turn } from "../../model/session.ts";
import { append } from "../../system/append.ts";

export interface Visited {
  readonly moment: Moment;
  readonly step: Step;
  /** The prompt that it came of, where that is none of the session's own turns: a rewind left it behind. */
  readonly cause?: Turn;
}

export interface Walk {
  /** The session's own turns, in order; those that a rewind left behind are not among them. */
  readonly turns: readonly { readonly turn: Turn; readonly moment: Moment }[];
  /** With what a rewind left behind, and with those of agents after the session's own. */
  readonly steps: readonly Visited[];
  /** The moment of the call that started an agent. */
  readonly callerOf: (agent: Agent) => Moment | undefined;
}

type Threads = Pick<Session, "turns" | "agents">;

/** Whose step it is. */
export type Place = Pick<Moment, "agent" | "isLeftBehind"> & {
  /** Of the session; the turn that called the agent. */
  readonly index: number;
  /** A turn that a rewind left behind; `index` is that of the one in its place. */
  readonly cause?: Turn;
};

/** The steps of `walk`, in its order, without what costs more than to look at them. */
export function eachTurn(session: Threads, onTurn: (turn: Turn, place: Place) => void): void {
  const callers = new Map<ToolUseId, Place>();
  /** What agents were told later, by the agent's id. */
  const told = new Map<string, { readonly time: string; readonly place: Place }[]>();
  const hasAgents = session.agents.length > 0;
  const visit = (turn: Turn, place: Place): void => {
    for (const step of hasAgents ? turn.steps : []) {
      if (step.kind !== "call") continue;
      callers.set(step.call.id, place);
      const agent = toldAgent(step.call);
      if (agent !== undefined) append(told, agent, { time: step.time ?? turn.time ?? "", place });
    }
    onTurn(turn, place);
  };
  const leftBehind = (turn: Turn, place: Place): void => {
    for (const version of turn.otherVersions ?? [])
      for (const each of version) {
        leftBehind(each, place);
        visit(each, { ...place, isLeftBehind: true, ...(place.agent === undefined ? { cause: each } : {}) });
      }
  };
  session.turns.forEach((turn, index) => {
    leftBehind(turn, { index });
    visit(turn, { index });
  });
  const inAgents = (agents: readonly Agent[], above: Place | undefined): void => {
    for (const agent of agents) {
      const caller = (agent.calledBy === undefined ? undefined : callers.get(agent.calledBy)) ?? above;
      agent.turns.forEach((turn, at) => {
        // Of one that was done and is told to go on, the prompt that tells it so is what its work comes of.
        const again =
          at === 0 || turn.time === undefined
            ? undefined
            : told.get(agent.id)?.findLast(({ time }) => time <= (turn.time ?? ""))?.place;
        const from = again ?? caller;
        const place: Place = {
          index: from?.index ?? -1,
          agent: agent.id,
          ...(from?.isLeftBehind ? { isLeftBehind: true as const } : {}),
          ...(from?.cause === undefined ? {} : { cause: from.cause }),
        };
        leftBehind(turn, place);
        visit(turn, place);
      });
      inAgents(agent.agents, caller);
    }
  };
  inAgents(session.agents, undefined);
}

const toldAgent = (call: ToolCall): string | undefined =>
  call.kind === "sendMessage" ? call.to : call.kind === "agent" ? call.agentId : undefined;

export function walk(session: Threads): Walk {
  const turns: { turn: Turn; moment: Moment }[] = [];
  const steps: Visited[] = [];
  const calls = new Map<ToolUseId, Moment>();
  const hasAgents = session.agents.length > 0;
  let order = 0;
  // Field by field: there is one for each step of an archive.
  const moment = (at: string, time: Moment["time"], { index, agent, isLeftBehind }: Place): Moment => {
    const made: { -readonly [Key in keyof Moment]: Moment[Key] } = { turn: index, order: order++, anchor: at };
    if (time !== undefined) made.time = time;
    if (agent !== undefined) made.agent = agent;
    if (isLeftBehind) made.isLeftBehind = true;
    return made;
  };
  eachTurn(session, (turn, place) => {
    const start = anchor(turn.id);
    if (place.agent === undefined && !place.isLeftBehind) turns.push({ turn, moment: moment(start, turn.time, place) });
    for (const step of turn.steps) {
      const at = step.kind === "tasks" ? anchor(tasksId(step.snapshot)) : stepAnchor(step, start);
      const { cause } = place;
      const own = moment(at, step.time ?? turn.time, place);
      const visited = cause === undefined ? { moment: own, step } : { moment: own, step, cause };
      steps.push(visited);
      if (hasAgents && step.kind === "call") calls.set(step.call.id, visited.moment);
    }
  });
  const callerOf = (agent: Agent): Moment | undefined =>
    agent.calledBy === undefined ? undefined : calls.get(agent.calledBy);
  return { turns, steps, callerOf };
}
