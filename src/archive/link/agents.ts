/** Which call started which agent, to any depth. A transcript nobody links is still listed under its session. */

import type { Delegation, Thread, ThreadSummary } from "../../conversation/thread.ts";
import { addUsage, usageByModel } from "../../conversation/usage.ts";
import type { AgentMeta } from "../../log/discover.ts";
import type { Agent, AgentId, Session, SessionId, Span, Step, ToolUseId, Turn } from "../../model/session.ts";
import { append } from "../../system/append.ts";

export interface AgentThread<Kind extends ThreadSummary = Thread> {
  readonly id: AgentId;
  readonly file: string;
  readonly thread: Kind;
  readonly meta: AgentMeta;
  readonly workflow?: string;
  /** Its lines are those that the session repeats: the times of its call are its own. */
  readonly isFromProgress?: true;
}

/** The main conversation, its calls now naming their agents, and those agents. */
export function linkAgents(main: Thread, threads: readonly AgentThread[]): Pick<Session, "turns" | "agents"> {
  if (threads.length === 0) return { turns: main.turns, agents: [] };
  const calls = callers(main, threads);
  const parents = new Map<AgentId, AgentId>();
  const agentOfCall = new Map<ToolUseId, AgentId>();
  for (const [agent, call] of calls) {
    if (!agentOfCall.has(call)) agentOfCall.set(call, agent);
    const owner = ownerOf(call, threads);
    if (owner !== undefined && owner !== agent) parents.set(agent, owner);
  }
  for (const { id, meta } of threads) {
    const sender = threads.find((other) => other.id === meta.parent)?.id;
    if (!parents.has(id) && !calls.has(id) && sender !== undefined && sender !== id) parents.set(id, sender);
  }
  for (const { id } of threads) if (isInLoop(id, parents)) parents.delete(id);
  const sent = new Map(delegationsOf(main, threads).map((call) => [call.id, call]));
  const spans = threads.some(({ isFromProgress }) => isFromProgress)
    ? spansOf([main, ...threads.map(({ thread }) => thread)])
    : undefined;
  const build = (thread: AgentThread): Agent => {
    const call = calls.get(thread.id);
    const own = threads.filter((other) => parents.get(other.id) === thread.id).map(build);
    const made = agent(
      { ...thread, meta: described(thread.meta, sent.get(call ?? ("" as ToolUseId))) },
      call,
      agentOfCall,
      own,
    );
    const around = thread.isFromProgress && call !== undefined ? spans?.get(call) : undefined;
    return around === undefined ? made : { ...made, span: wider(around, made.span) };
  };
  return {
    turns: named(main.turns, agentOfCall),
    agents: threads.filter(({ id }) => !parents.has(id)).map(build),
  };
}

/** From each call to its result; of one that only started something, the result says nothing about its end. */
function spansOf(threads: readonly Thread[]): ReadonlyMap<ToolUseId, Span> {
  const spans = new Map<ToolUseId, Span>();
  const look = (turns: readonly Turn[]): void => {
    for (const { steps, otherVersions = [] } of turns) {
      for (const step of steps) {
        if (step.kind !== "call" || step.call.kind !== "agent" || step.call.background) continue;
        const { outcome } = step.call;
        const to = outcome.state === "none" ? undefined : outcome.time;
        if (step.time !== undefined && to !== undefined) spans.set(step.call.id, { from: step.time, to });
      }
      otherVersions.forEach(look);
    }
  };
  for (const { turns } of threads) look(turns);
  return spans;
}

function wider(one: Span, other: Span = one): Span {
  return {
    from: Date.parse(other.from) < Date.parse(one.from) ? other.from : one.from,
    to: Date.parse(other.to) > Date.parse(one.to) ? other.to : one.to,
  };
}

function delegationsOf(main: Thread, threads: readonly AgentThread[]): readonly Delegation[] {
  return [main, ...threads.map(({ thread }) => thread)].flatMap((thread) => thread.delegations);
}

/** What the sidecar does not say, the call does. */
function described(meta: AgentMeta, call: Delegation | undefined): AgentMeta {
  if (call?.kind !== "agent") return meta;
  const type = meta.type ?? call.subagentType;
  const description = meta.description ?? call.description;
  return { ...meta, ...(type === undefined ? {} : { type }), ...(description === undefined ? {} : { description }) };
}

/** For each agent the call that started it, by the strongest evidence there is. */
function callers(main: Thread, threads: readonly AgentThread[]): ReadonlyMap<AgentId, ToolUseId> {
  const delegations = delegationsOf(main, threads);
  const byResult = new Map<AgentId, ToolUseId>();
  const byPrompt = new Map<string, ToolUseId[]>();
  const byRun = new Map<string, ToolUseId>();
  for (const call of delegations) {
    if (call.kind === "agent") {
      if (call.agentId !== undefined && !byResult.has(call.agentId)) byResult.set(call.agentId, call.id);
      if (call.prompt !== undefined) append(byPrompt, call.prompt.trim(), call.id);
    } else if (call.kind === "workflow" && call.runId !== undefined) byRun.set(call.runId, call.id);
  }
  const progress = new Map([main, ...threads.map(({ thread }) => thread)].flatMap((thread) => [...thread.agentCalls]));
  const found = new Map<AgentId, ToolUseId>();
  const used = new Set<ToolUseId>();
  for (const { id, meta, workflow } of threads) {
    const call =
      byResult.get(id) ??
      (meta.calledBy as ToolUseId | undefined) ??
      progress.get(id) ??
      (workflow === undefined ? undefined : byRun.get(workflow));
    if (call === undefined) continue;
    found.set(id, call);
    used.add(call);
  }
  for (const { id, thread } of threads) {
    if (found.has(id)) continue;
    const prompt = firstWords(thread);
    const call = prompt === undefined ? undefined : byPrompt.get(prompt)?.find((candidate) => !used.has(candidate));
    if (call === undefined) continue;
    found.set(id, call);
    used.add(call);
  }
  return found;
}

function ownerOf(call: ToolUseId, threads: readonly AgentThread[]): AgentId | undefined {
  return threads.find(({ thread }) => thread.delegations.some(({ id }) => id === call))?.id;
}

function isInLoop(start: AgentId, parents: ReadonlyMap<AgentId, AgentId>): boolean {
  const seen = new Set<AgentId>();
  for (let at = parents.get(start); at !== undefined; at = parents.get(at)) {
    if (at === start) return true;
    if (seen.has(at)) return false;
    seen.add(at);
  }
  return false;
}

function agent(
  { id, file, thread, meta, workflow }: AgentThread,
  calledBy: ToolUseId | undefined,
  agentOfCall: ReadonlyMap<ToolUseId, AgentId>,
  agents: readonly Agent[],
): Agent {
  const { fork, facts } = thread;
  return {
    id,
    ...(calledBy === undefined ? {} : { calledBy }),
    ...(meta.type === undefined ? {} : { type: meta.type }),
    ...(meta.description === undefined ? {} : { description: meta.description }),
    ...(meta.isInternal || isInternal(id, thread) ? { internal: true as const } : {}),
    ...(fork === undefined
      ? {}
      : { forkOf: { session: fork.session as SessionId, ...(fork.entry === undefined ? {} : { entry: fork.entry }) } }),
    ...(workflow === undefined ? {} : { workflow }),
    ...(meta.phase === undefined ? {} : { phase: meta.phase }),
    file,
    ...(facts.span === undefined ? {} : { span: facts.span }),
    models: facts.models,
    turns: named(thread.turns, agentOfCall),
    plans: thread.plans,
    tasks: thread.tasks,
    files: thread.files,
    agents,
    usage: addUsage([usageByModel(thread.messages), ...agents.map(({ usage }) => usage)]),
  };
}

/** Nobody asked for these: compaction, prompt suggestions, side questions, warm-ups. */
function isInternal(id: AgentId, thread: Thread): boolean {
  if (/^a?(compact|prompt_suggestion|side_question)\b|^a(compact|prompt_suggestion|side_question)-/.test(id))
    return true;
  const first = firstWords(thread);
  const prompt = thread.turns[0]?.prompt;
  return first === "Warmup" || (prompt?.kind === "machine" && prompt.sender.kind === "prompt-suggestion");
}

function firstWords(thread: Thread): string | undefined {
  for (const { prompt } of thread.turns) {
    if (prompt.kind !== "said") continue;
    return prompt.blocks
      .flatMap((block) => (block.kind === "text" ? [block.markdown] : []))
      .join("\n")
      .trim();
  }
  return undefined;
}

/** Calls name the agent they started. */
function named(turns: readonly Turn[], agentOfCall: ReadonlyMap<ToolUseId, AgentId>): readonly Turn[] {
  const step = (at: Step): Step => {
    const found = at.kind === "call" ? agentOfCall.get(at.call.id) : undefined;
    return found === undefined ? at : ({ ...at, agent: found } as Step);
  };
  return turns.map((turn) => ({
    ...turn,
    steps: turn.steps.map(step),
    ...(turn.otherVersions === undefined
      ? {}
      : { otherVersions: turn.otherVersions.map((version) => named(version, agentOfCall)) }),
  }));
}
