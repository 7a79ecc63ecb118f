/** What stays of a session: enough for lists, links and charts. */
import { createHash } from "node:crypto";
import { callState } from "../conversation/call-state.ts";
import { gitCounts } from "../conversation/git-counts.ts";
import { marksOf } from "../conversation/marks.ts";
import { finalLists } from "../conversation/tasks.ts";
import type { AgentRecord, SessionRecord } from "../model/archive.ts";
import { type CodingAgent, codingAgents } from "../model/coding-agent.ts";
import type { Agent, AgentId, Turn } from "../model/session.ts";
import { plainText } from "../text/plain-text.ts";
import { firstWords } from "./evidence.ts";
import type { ReadSession } from "./read-session.ts";

/** A record without what takes the whole archive to know. */
export type RecordDraft = Omit<SessionRecord, "project" | "role" | "chain" | "origin" | "kept" | "notes">;

const promptLength = 400;

export function recordDraft({ session, main, diagnostics, bytes }: ReadSession): RecordDraft {
  const marks = marksOf(session.turns);
  const work = tally(session.turns);
  const first = firstWords(session.turns);
  const git = gitCounts(session);
  const agents: AgentRecord[] = [];
  const taken = new Set<string>();
  for (const agent of session.agents) addAgent(agent, undefined, agents, taken);
  return {
    id: session.id,
    key: sessionKey(session.agent, session.id),
    agent: session.agent,
    title: session.title,
    titleFrom: session.titleFrom,
    ...(session.slug === undefined ? {} : { slug: session.slug }),
    ...(session.span === undefined ? {} : { span: session.span }),
    activeMs: main.facts.activeMs,
    versions: session.versions,
    models: session.models,
    gitBranches: session.gitBranches,
    ...(session.continues === undefined ? {} : { continues: session.continues.session }),
    ...(first === undefined ? {} : { firstPrompt: excerpt(first) }),
    prompts: session.turns.filter(({ prompt }) => prompt.kind !== "none").length,
    calls: work.calls,
    failures: work.failures,
    marks,
    ...(git === undefined ? {} : { git }),
    tools: [...work.tools].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)),
    files: {
      changed: session.files.length,
      added: session.files.reduce((sum, file) => sum + file.added, 0),
      removed: session.files.reduce((sum, file) => sum + file.removed, 0),
    },
    plans: session.plans.map(({ title, status, entry }) => ({ title, status, entry })),
    tasks: Object.values(finalLists(session.tasks)).flat(),
    agents,
    usage: session.usage,
    diagnostics: diagnostics.filter(({ level }) => level !== "info").length,
    ...(session.team === undefined ? {} : { team: session.team.name }),
    bytes,
  };
}

/** The log's id where it can be a file name; else a hash of it. */
export function safeKey(id: string): string {
  return /^[a-z0-9][a-z0-9-]{0,63}$/.test(id) ? id : createHash("sha256").update(id).digest("hex").slice(0, 24);
}

/** Addresses of the first agent's sessions were there before there were others; a dot is in no id that is its own key. */
export const sessionKey = (agent: CodingAgent, id: string): string =>
  agent === codingAgents[0] ? safeKey(id) : `${agent}.${safeKey(id)}`;

/** Of a session whose agent is not known. */
export const sessionKeys = (id: string): readonly string[] => codingAgents.map((agent) => sessionKey(agent, id));

function addAgent(agent: Agent, parent: AgentId | undefined, found: AgentRecord[], taken: Set<string>): void {
  let key = safeKey(agent.id.toLowerCase());
  for (let next = 2; taken.has(key); next++) key = `${safeKey(agent.id.toLowerCase())}-${next}`;
  taken.add(key);
  const work = tally(agent.turns);
  found.push({
    id: agent.id,
    key,
    ...(agent.type === undefined ? {} : { type: agent.type }),
    ...(agent.description === undefined ? {} : { description: agent.description }),
    ...(agent.internal === undefined ? {} : { internal: agent.internal }),
    calls: work.calls,
    failures: work.failures,
    ...(agent.span === undefined ? {} : { span: agent.span }),
    models: agent.models,
    ...(parent === undefined ? {} : { parent }),
  });
  for (const child of agent.agents) addAgent(child, agent.id, found, taken);
}

function tally(turns: readonly Turn[]): { calls: number; failures: number; tools: Map<string, number> } {
  const tools = new Map<string, number>();
  let calls = 0;
  let failures = 0;
  for (const turn of turns) {
    for (const step of turn.steps) {
      if (step.kind === "call") {
        calls++;
        tools.set(step.call.name, (tools.get(step.call.name) ?? 0) + 1);
        const { isFailure, isRefused } = callState(step.call);
        if (isFailure && !isRefused) failures++;
      } else if (step.kind === "plan" && step.plan.call !== undefined) {
        calls++;
        tools.set("ExitPlanMode", (tools.get("ExitPlanMode") ?? 0) + 1);
      }
    }
  }
  return { calls, failures, tools };
}

function excerpt(text: string): string {
  const plain = plainText(text.slice(0, promptLength * 4))
    .replace(/\s+/g, " ")
    .trim();
  return plain.length <= promptLength ? plain : `${plain.slice(0, promptLength).replace(/\s\S*$/, "")}…`;
}
