/** Everything that a session did with files and knew of them, in the order in which it happened. */
import type { AgentId, IsoTime, ToolUseId } from "../../model/ids.ts";
import type { Agent, At, Session, ToolCall, Turn } from "../../model/session.ts";
import { eachTurn, type Place } from "../digest/walk.ts";
import { type EditCall, editsIn } from "../work.ts";
import { seenAgain } from "./seen-again.ts";
import { type Version, versionAt, versionsIn } from "./versions.ts";

export interface Happened {
  readonly call?: ToolCall | EditCall;
  /** Instead of a call. */
  readonly isSeenAgain?: (path: string) => boolean;
  readonly time?: IsoTime;
  readonly agent?: AgentId;
  /** That a rewind left. */
  readonly version?: Version;
}

type Found = Happened & { readonly call?: ToolCall };

interface Thread {
  readonly agent: AgentId | undefined;
  readonly found: (Found & { readonly at: At })[];
}

/** Some clients count the calls of each agent from 0. */
export const callInThread = (call: ToolUseId, agent: AgentId | undefined): ToolUseId =>
  agent === undefined ? call : (`${agent} ${call}` as ToolUseId);

const somewhere: Version = {};

/** Agents work at the same time as those that called them: by time, where that is known. */
export function inOrder(session: Pick<Session, "turns" | "agents">): readonly Found[] {
  const threads: Thread[] = [];
  const versions = versionsIn(session);
  const versionOf = (turn: Turn, { agent, isLeftBehind, cause, index }: Place): Happened["version"] => {
    if (versions.size === 0) return undefined;
    const from = agent === undefined ? undefined : (cause ?? session.turns[index]);
    const version = versions.get(turn) ?? (from === undefined ? undefined : versions.get(from));
    return version ?? (isLeftBehind ? somewhere : undefined);
  };
  eachTurn(session, (turn, place) => {
    const { agent } = place;
    const last = threads.at(-1);
    const thread = last?.agent === agent && last !== undefined ? last : { agent, found: [] };
    if (thread !== last) threads.push(thread);
    const version = versionOf(turn, place);
    for (const step of turn.steps) {
      const isSeenAgain = seenAgain(step);
      const call = step.kind === "call" ? step.call : undefined;
      const isOfFile =
        call !== undefined && (call.kind === "read" || call.kind === "agent" || editsIn(call).length > 0);
      if (!isOfFile && isSeenAgain === undefined) continue;
      const ended = call === undefined || call.outcome.state === "none" ? undefined : call.outcome;
      const time = ended?.time ?? step.time ?? turn.time;
      thread.found.push({
        at: ended?.at ?? step.at,
        ...(isSeenAgain === undefined ? { call: call as ToolCall } : { isSeenAgain }),
        ...(time === undefined ? {} : { time }),
        ...(agent === undefined ? {} : { agent }),
        ...withVersion(version ?? (agent === undefined ? undefined : versionAt(time, versions.values()))),
      });
    }
  });
  // One file has the order of everything in it, and of a thread with what rewinds left behind.
  const files = new Set(threads.flatMap(({ found }) => found.map(({ at }) => at.file)));
  if (files.size === 1 && (threads.length > 1 || versions.size > 0))
    return byLine(threads.flatMap(({ found }) => found));
  return byTime(threads, session.agents, versions.size > 0);
}

const withVersion = (version: Version | undefined) => (version === undefined ? {} : { version });

const byLine = <Each extends { readonly at: At }>(found: readonly Each[]): readonly Each[] =>
  found.toSorted((a, b) => a.at.line - b.at.line);

function byTime(threads: readonly Thread[], agents: readonly Agent[], hasVersions: boolean): readonly Found[] {
  if (threads.length === 1 && !hasVersions) return threads[0]?.found ?? [];
  const callers = callersOf(agents);
  const began = new Map<ToolUseId, string>();
  const all: { readonly each: Found; readonly sort: string }[] = [];
  for (const { agent, found } of threads) {
    // Within one thread the log's order counts: clocks are set back. None begins before the call that starts it.
    let last = began.get(callers.get(agent as AgentId) as ToolUseId) ?? "";
    for (const each of hasVersions ? byLine(found) : found) {
      if (each.time !== undefined && each.time > last) last = each.time;
      if (each.call?.kind === "agent") began.set(each.call.id, last);
      all.push({ each, sort: last });
    }
  }
  return all.sort((a, b) => (a.sort < b.sort ? -1 : a.sort > b.sort ? 1 : 0)).map(({ each }) => each);
}

function callersOf(agents: readonly Agent[]): Map<AgentId, ToolUseId> {
  const found = new Map<AgentId, ToolUseId>();
  for (const { id, calledBy, agents: inner } of agents) {
    if (calledBy !== undefined) found.set(id, calledBy);
    for (const [agent, call] of callersOf(inner)) found.set(agent, call);
  }
  return found;
}
