/** One conversation, a session's or an agent's: the steps in their fixed order. */
import type { Diagnostic } from "../diagnostics.ts";
import { textOf } from "../entries/content.ts";
import type { Entry } from "../entries/entry.ts";
import type {
  AgentId,
  EntryId,
  FileChange,
  ModelUsage,
  Plan,
  SessionId,
  Task,
  TaskSnapshot,
  ToolUseId,
  Turn,
} from "../model.ts";
import type { ToolCall } from "../tools/index.ts";
import { type Branches, branches } from "./branches.ts";
import { dedupe } from "./dedupe.ts";
import { type Facts, facts } from "./facts.ts";
import { fileChanges } from "./files.ts";
import { namedTranscript } from "./machine-text.ts";
import type { MediaStore } from "./media.ts";
import { PlanBook } from "./plans.ts";
import { queue } from "./queue.ts";
import { Results } from "./results.ts";
import { progressAgent } from "./sidechains.ts";
import { addTasks } from "./tasks.ts";
import { type Title, title } from "./title.ts";
import type { TurnContext } from "./turn-context.ts";
import type { TurnDraft } from "./turn-draft.ts";
import { turns } from "./turns.ts";
import { type MessageUsage, messageKey, messageUsage, usageByModel } from "./usage.ts";
import { type UserParts, userParts } from "./user-parts.ts";

export interface Thread {
  readonly turns: readonly Turn[];
  readonly plans: readonly Plan[];
  readonly tasks: readonly TaskSnapshot[];
  readonly files: readonly FileChange[];
  readonly messages: readonly MessageUsage[];
  readonly facts: Facts;
  readonly title: Title;
  /** Calls that may have a transcript of their own. */
  readonly delegations: readonly Delegation[];
  /** What progress lines say of who called whom. */
  readonly agentCalls: ReadonlyMap<AgentId, ToolUseId>;
  /** The log that the accepted plan was written in. */
  readonly transcript?: string;
  readonly fork?: { readonly session: string; readonly entry?: EntryId };
  /** Titles that this file holds for other sessions. */
  readonly summaries: readonly { readonly title: string; readonly leaf: EntryId }[];
  readonly diagnostics: readonly Diagnostic[];
}

export type Delegation = Extract<ToolCall, { kind: "agent" | "workflow" | "skill" | "slashCommand" }>;

export interface ThreadOptions {
  readonly isAgent: boolean;
  /** Diagnostics of lines that could not be read, in line order. */
  readonly gaps: readonly Diagnostic[];
  readonly store?: MediaStore;
  /** An output that was kept apart, by the name of its file. */
  readonly persisted?: (file: string) => string | undefined;
  /** Entries that an earlier session owns. */
  readonly foreign?: ReadonlySet<EntryId>;
  /** API messages that another file counts. */
  readonly countedElsewhere?: (message: MessageUsage) => boolean;
  /** What other files tell of this file's plans. */
  readonly plans?: ReadonlyMap<EntryId, { readonly implementedIn?: SessionId; readonly plannedIn?: SessionId }>;
  /** Titles that other files hold for this session. */
  readonly titles?: readonly string[];
}

export function thread(all: readonly Entry[], options: ThreadOptions): Thread {
  const entries = dedupe(all);
  const known = new Map<Entry, UserParts>();
  const parts = (entry: Entry): UserParts => {
    let found = known.get(entry);
    if (found === undefined) {
      found = userParts(entry.kind === "enqueue" ? { ...entry, kind: "local-command", text: entry.text } : entry);
      known.set(entry, found);
    }
    return found;
  };
  const isOwn = (entry: Entry): boolean => entry.id === undefined || options.foreign?.has(entry.id) !== true;
  const plans = new PlanBook();
  const diagnostics: Diagnostic[] = [];
  const shared = {
    parts,
    results: new Results(entries, parts, isOwn),
    queue: queue(entries, parts),
    plans,
    store: options.store,
    persisted: options.persisted,
    isAgent: options.isAgent,
    diagnostics,
    messageKey,
  };
  const build = (subset: readonly Entry[], gaps: readonly Diagnostic[]): TurnDraft[] => {
    const split = branches(subset, (entry) => parts(entry).opensTurn);
    if (subset === entries) diagnostics.push(...oddParents(split, options.isAgent));
    const versions: TurnContext["versions"] = (prompt) =>
      split.versions
        .get(prompt)
        ?.map((left) => build(left, []))
        .filter((left) => left.length > 0);
    return turns(split.live.filter(isOwn), { ...shared, gaps, versions });
  };
  const drafts = build(entries, options.gaps);
  for (const [entry, found] of options.plans ?? []) plans.resolve(entry, found);
  const tasks = addTasks(
    drafts,
    tasksBefore(
      entries.filter((entry) => !isOwn(entry)),
      shared,
    ),
  );
  const own = entries.filter(isOwn);
  const messages = messageUsage(own).filter((message) => options.countedElsewhere?.(message) !== true);
  const agreed = facts(own.some((entry) => entry.kind === "user" || entry.kind === "assistant") ? own : entries);
  const usageOf = new Map(messages.map((message) => [message.key, message]));
  const fork = entries.find((entry) => entry.kind === "fork");
  const transcript = plans.transcript ?? firstTranscript(entries);
  return {
    turns: drafts.map((draft) => finish(draft, usageOf)),
    plans: plans.plans,
    tasks,
    files: fileChanges(drafts),
    messages,
    facts: agreed,
    title: title({
      entries,
      summaries: [...ownSummaries(entries, own), ...(options.titles ?? [])],
      plans: plans.plans,
      turns: drafts,
      slug: agreed.slug,
    }),
    delegations: delegations(drafts),
    agentCalls: agentCalls(entries),
    ...(transcript === undefined ? {} : { transcript }),
    ...(fork === undefined
      ? {}
      : { fork: { session: fork.session, ...(fork.entry === undefined ? {} : { entry: fork.entry }) } }),
    summaries: entries.flatMap((entry) =>
      entry.kind === "summary" && entry.leaf !== undefined ? [{ title: entry.title, leaf: entry.leaf }] : [],
    ),
    diagnostics,
  };
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

/** What copied lines left on the list: a resumed session goes on from there. */
function tasksBefore(copies: readonly Entry[], shared: Omit<TurnContext, "gaps" | "versions">): readonly Task[] {
  if (copies.length === 0) return [];
  const aside = { plans: new PlanBook(), store: undefined, diagnostics: [], gaps: [], versions: () => undefined };
  const last = addTasks(turns(copies, { ...shared, ...aside })).at(-1);
  return (last?.tasks ?? []).filter(({ status }) => status !== "deleted");
}

/** One diagnostic for all of them. An agent hangs under a line of its caller's log: that is no orphan. */
function oddParents({ circular, orphan }: Branches, isAgent: boolean): readonly Diagnostic[] {
  const lost = isAgent ? undefined : orphan;
  const isCircular = circular !== undefined && (lost === undefined || circular.at.line < lost.at.line);
  const entry = isCircular ? circular : lost;
  if (entry === undefined) return [];
  const message = isCircular
    ? "An entry names itself or a later one as its parent; shown in file order."
    : "An entry names a parent that is not in the file; shown in file order.";
  return [{ code: "odd-parents", level: "info", at: entry.at, message }];
}

/** A summary whose leaf is in this very file is this session's title, unless the leaf is a copy. */
function ownSummaries(entries: readonly Entry[], own: readonly Entry[]): readonly string[] {
  const summaries = entries.filter((entry) => entry.kind === "summary");
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
