/** One conversation, a session's or an agent's: the steps in their fixed order. */

import { textOf } from "../log/entries/content.ts";
import type { Entry } from "../log/entries/entry.ts";
import type { Diagnostic } from "../model/diagnostics.ts";
import type {
  AgentId,
  EntryId,
  FileChange,
  JoinedBy,
  ModelUsage,
  Plan,
  TaskSnapshot,
  ToolCall,
  ToolUseId,
  Turn,
} from "../model/session.ts";
import { type Conversation, type ConversationOptions, conversation } from "./conversation.ts";
import { dedupe } from "./dedupe.ts";
import { withDistinctCalls } from "./distinct-calls.ts";
import { type Facts, facts } from "./facts.ts";
import { fileChanges } from "./files.ts";
import { namedTranscript } from "./machine-text.ts";
import { progressAgent } from "./sidechains.ts";
import { type Title, title } from "./title.ts";
import type { TurnDraft } from "./turn-draft.ts";
import { type MessageUsage, messageUsage, usageByModel } from "./usage.ts";

/** What is known of a conversation without putting its turns together: enough to count and to name it. */
export interface ThreadSummary {
  readonly messages: readonly MessageUsage[];
  readonly facts: Facts;
  /** Both only where `isNamed` asks for them. */
  readonly title?: Title;
  readonly isEmpty?: boolean;
  /** Titles that this file holds for other sessions. */
  readonly summaries: readonly { readonly title: string; readonly leaf: EntryId }[];
}

export interface Thread extends ThreadSummary {
  readonly turns: readonly Turn[];
  readonly plans: readonly Plan[];
  readonly tasks: readonly TaskSnapshot[];
  readonly files: readonly FileChange[];
  /** Calls that may have a transcript of their own. */
  readonly delegations: readonly Delegation[];
  /** What progress lines say of who called whom. */
  readonly agentCalls: ReadonlyMap<AgentId, ToolUseId>;
  /** The log that the accepted plan was written in. */
  readonly transcript?: string;
  readonly fork?: Fork;
  readonly diagnostics: readonly Diagnostic[];
}

/** The session that this one was forked from, and what says so. */
export interface Fork {
  readonly session: string;
  readonly entry?: EntryId;
  readonly by?: JoinedBy;
}

export type Delegation = Extract<ToolCall, { kind: "agent" | "workflow" | "skill" | "slashCommand" }>;

export interface ThreadOptions extends ConversationOptions {
  /** Asks what it is called, and whether it has any turn. */
  readonly isNamed: boolean;
  /** API messages that another file counts. */
  readonly countedElsewhere?: (message: MessageUsage) => boolean;
  /** Titles that other files hold for this session. */
  readonly titles?: readonly string[];
}

export function threadSummary(all: readonly Entry[], options: ThreadOptions): ThreadSummary {
  const entries = dedupe(all);
  return summaryOf(entries, conversation(entries, options), options);
}

export function thread(all: readonly Entry[], options: ThreadOptions): Thread {
  const entries = withDistinctCalls(dedupe(all));
  const talk = conversation(entries, options);
  const { drafts, plans, tasks, transcript = firstTranscript(entries), diagnostics } = talk.whole();
  const summary = summaryOf(entries, talk, options);
  const usageOf = new Map(summary.messages.map((message) => [message.key, message]));
  const fork = entries.find((entry) => entry.kind === "fork");
  return {
    ...summary,
    turns: drafts.map((draft) => finish(draft, usageOf)),
    plans,
    tasks,
    files: fileChanges(drafts),
    delegations: delegations(drafts),
    agentCalls: agentCalls(entries),
    ...(transcript === undefined ? {} : { transcript }),
    ...(fork === undefined ? {} : { fork: forkOf(fork) }),
    diagnostics,
  };
}

function forkOf({ session, entry, by }: Extract<Entry, { kind: "fork" }>): Fork {
  return { session, ...(entry === undefined ? {} : { entry }), ...(by === undefined ? {} : { by }) };
}

function summaryOf(
  entries: readonly Entry[],
  { plans, openings, isEmpty, whole }: Conversation,
  { foreign, countedElsewhere, titles = [], isNamed }: ThreadOptions,
): ThreadSummary {
  const own = foreign === undefined ? entries : entries.filter(({ id }) => id === undefined || !foreign.has(id));
  const agreed = facts(own.some((entry) => entry.kind === "user" || entry.kind === "assistant") ? own : entries);
  const summaries = entries.filter((entry) => entry.kind === "summary");
  const counted = {
    messages: messageUsage(own).filter((message) => countedElsewhere?.(message) !== true),
    facts: agreed,
    summaries: summaries.flatMap(({ title, leaf }) => (leaf === undefined ? [] : [{ title, leaf }])),
  };
  if (!isNamed) return counted;
  const sources = {
    entries,
    summaries: [...ownSummaries(summaries, own), ...titles],
    team: agreed.team,
    slug: agreed.slug,
  };
  const named = title({ ...sources, plans, openings, turns: () => whole().drafts });
  return { ...counted, title: named, isEmpty: isEmpty() };
}

/** A continued conversation names the log before it in its first message. */
function firstTranscript(entries: readonly Entry[]): string | undefined {
  const first = entries.find((entry) => entry.kind === "user" && !entry.isMeta);
  return first?.kind === "user" ? namedTranscript(textOf(first.blocks)) : undefined;
}

function finish(draft: TurnDraft, usageOf: ReadonlyMap<string, MessageUsage>): Turn {
  const usage: readonly ModelUsage[] = usageByModel([...draft.messages].flatMap((key) => usageOf.get(key) ?? []));
  const { id, at, time, prompt, steps, durationMs, otherVersions } = draft;
  return {
    id,
    at,
    ...(time === undefined ? {} : { time }),
    prompt,
    steps,
    ...(durationMs === undefined ? {} : { durationMs }),
    ...(usage.length === 0 ? {} : { usage }),
    ...(otherVersions === undefined || otherVersions.length === 0
      ? {}
      : { otherVersions: otherVersions.map((version) => version.map((turn) => finish(turn, usageOf))) }),
  };
}

/** A summary whose leaf is in this very file is this session's title, unless the leaf is a copy. */
function ownSummaries(
  summaries: readonly Extract<Entry, { kind: "summary" }>[],
  own: readonly Entry[],
): readonly string[] {
  if (summaries.length === 0) return [];
  const ids = new Set(own.map((entry) => entry.id));
  return summaries.flatMap((entry) => (entry.leaf === undefined || ids.has(entry.leaf) ? [entry.title] : []));
}

function delegations(drafts: readonly TurnDraft[]): Delegation[] {
  const found: Delegation[] = [];
  for (const draft of drafts) {
    for (const step of draft.steps) {
      if (step.kind !== "call") continue;
      const { call } = step;
      if (call.kind === "agent" || call.kind === "workflow" || call.kind === "skill" || call.kind === "slashCommand")
        found.push(call);
    }
    for (const version of draft.otherVersions ?? []) found.push(...delegations(version));
  }
  return found;
}

function agentCalls(entries: readonly Entry[]): ReadonlyMap<AgentId, ToolUseId> {
  const calls = new Map<AgentId, ToolUseId>();
  for (const entry of entries) {
    if (entry.kind !== "agent-progress" || entry.call === undefined) continue;
    const agent = progressAgent(entry);
    if (agent !== undefined && !calls.has(agent)) calls.set(agent, entry.call);
  }
  return calls;
}
