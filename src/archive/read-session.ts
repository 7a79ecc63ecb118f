/** Reads one session from its files: the only way from bytes to a `Session`. */

import { resultsOf } from "../conversation/late-results.ts";
import type { MediaStore } from "../conversation/media.ts";
import type { AcrossLogs, FoundResult } from "../conversation/results.ts";
import { splitSidechains, unnamed } from "../conversation/sidechains.ts";
import { type Thread, type ThreadOptions, type ThreadSummary, thread, threadSummary } from "../conversation/thread.ts";
import { untitled } from "../conversation/title.ts";
import { type MessageUsage, usageByModel } from "../conversation/usage.ts";
import { type LogFile, unreadable } from "../log/discover.ts";
import type { Entry } from "../log/entries/entry.ts";
import { countEntries, type EntryCounts } from "../log/entries/entry-counts.ts";
import type { ReadFile } from "../log/provider.ts";
import { readFile, skimFile } from "../log/read-log.ts";
import { readRegular } from "../log/regular-file.ts";
import type { SessionFiles } from "../log/session-files.ts";
import { LeftOut } from "../log/skim/index.ts";
import type { CodingAgent } from "../model/coding-agent.ts";
import type { Diagnostic } from "../model/diagnostics.ts";
import type { AgentId, Session, ToolUseId } from "../model/session.ts";
import type { EntryCount } from "../model/work.ts";
import { countedByMessage } from "./client-cost.ts";
import { messageName } from "./link/agent-mark.ts";
import { type AgentThread, linkAgents } from "./link/agents.ts";
import type { LateResults, LinkContext } from "./link/evidence.ts";

/** What a session is by itself; its project, role and origin take the whole archive. */
type UnlinkedSession = Omit<Session, "role" | "origin" | "project" | "kept">;

/** Enough to count a session and to name it, made without putting its turns together. */
export interface SessionSummary {
  readonly session: Omit<UnlinkedSession, "turns" | "agents" | "plans" | "tasks" | "files">;
  readonly main: ThreadSummary;
  readonly messages: readonly MessageUsage[];
  /** Of the session's own log. */
  readonly entries: readonly Entry[];
  /** Neither a turn nor an agent. */
  readonly isEmpty: boolean;
}

export interface ReadSession extends SessionSummary {
  /** Lines of all its logs by type. */
  readonly entryCounts: readonly EntryCount[];
  readonly session: UnlinkedSession;
  readonly main: Thread;
  readonly diagnostics: readonly Diagnostic[];
  readonly file: (name: string) => Uint8Array | undefined;
  /** Images and documents of its logs, by their names. */
  readonly documents: MediaStore;
  readonly bytes: number;
}

const mostOutput = 64 << 20;
const lostLines = new Set<Diagnostic["code"]>([
  "invalid-json",
  "not-an-entry",
  "cut-line",
  "long-line",
  "damaged-copy",
]);

/** The same files, read by the same rules, for those who only count: of long lines only what counting takes. */
export function readSummary(files: SessionFiles, context: LinkContext = {}): SessionSummary {
  try {
    return summaryBy(skimFile, files, context);
  } catch (error) {
    // Repeated lines are compared word by word, a plan may be the title.
    if (error instanceof LeftOut) return summaryBy(readFile, files, context);
    throw error;
  }
}

function summaryBy(log: ReadFile, files: SessionFiles, context: LinkContext): SessionSummary {
  const { agents, ...read } = readThreads(files, context, [], threadSummary, log);
  const session = sessionSummary(files, read.main, agents, read.messages);
  return { ...read, session, isEmpty: agents.length === 0 && read.main.isEmpty === true };
}

/** `onOriginal` is told what the log says a file was before an edit. */
export function readSession(
  files: SessionFiles,
  context: LinkContext = {},
  log: ReadFile = readFile,
  onOriginal?: (call: ToolUseId, text: string, agent: AgentId | undefined) => void,
): ReadSession {
  const diagnostics: Diagnostic[] = [];
  const store: MediaStore = new Map();
  const persisted = (name: string): string | undefined => output(files, name)?.toString();
  const wholeThread = (entries: readonly Entry[], options: ThreadOptions, agent?: AgentId): Thread => {
    const told = onOriginal && ((call: ToolUseId, text: string) => onOriginal(call, text, agent));
    const made = thread(entries, { ...options, store, persisted, onOriginal: told });
    for (const found of made.diagnostics) diagnostics.push(found);
    return made;
  };
  const counts: EntryCounts = new Map();
  const { agents, ...read } = readThreads(files, context, diagnostics, wholeThread, log, counts);
  const { usage, ...summary } = sessionSummary(files, read.main, agents, read.messages);
  const { plans, tasks, files: changed } = read.main;
  const linked = linkAgents(read.main, agents);
  return {
    ...read,
    session: {
      ...summary,
      plans,
      tasks,
      files: changed,
      ...linked,
      usage,
      ...(context.continues === undefined ? {} : { continues: context.continues }),
    },
    isEmpty: linked.turns.length === 0 && linked.agents.length === 0,
    diagnostics,
    entryCounts: [...counts.values()],
    file: fileIn(store, files),
    documents: store,
    bytes: (files.file?.size ?? 0) + files.agents.reduce((sum, { file }) => sum + file.size, 0),
  };
}

function readThreads<Kind extends ThreadSummary>(
  files: SessionFiles,
  context: LinkContext,
  diagnostics: Diagnostic[],
  threadOf: (entries: readonly Entry[], options: ThreadOptions, agent?: AgentId) => Kind,
  log: ReadFile,
  counts?: EntryCounts,
): Pick<SessionSummary, "messages" | "entries"> & {
  readonly main: Kind;
  readonly agents: readonly AgentThread<Kind>[];
} {
  const countedElsewhere = counting(context.countedElsewhere, files.agent);
  const agentFiles = new Set<AgentId>(files.agents.map(({ id }) => id));
  const own = read(files.file, diagnostics, log);
  if (counts !== undefined) countEntries(own.entries, counts);
  const split = splitSidechains(
    own.entries,
    (agent) => agentFiles.has(agent) || (agent.startsWith(unnamed) && agentFiles.size > 0),
    context.foreign,
  );
  const across = acrossLogs(context, log);
  const main = threadOf(split.main, {
    isAgent: false,
    isNamed: true,
    gaps: own.gaps,
    countedElsewhere,
    across,
    ...(context.foreign === undefined ? {} : { foreign: context.foreign }),
    ...(context.plans === undefined ? {} : { plans: context.plans }),
    ...(context.titles === undefined ? {} : { titles: context.titles }),
  });
  // Where only the agents are left, the first one names the session.
  const asAgent = { isAgent: true, isNamed: files.file === undefined, countedElsewhere };
  const agents: AgentThread<Kind>[] = split.agents.map(({ id, entries, foreign, isFromProgress }) => ({
    id,
    file: files.file?.name ?? "",
    thread: threadOf(entries, { ...asAgent, gaps: [], across, ...(foreign.size === 0 ? {} : { foreign }) }, id),
    meta: {},
    ...(isFromProgress === undefined ? {} : { isFromProgress }),
  }));
  for (const { id, file, meta, workflow } of files.agents) {
    const found = read(file, diagnostics, log);
    if (found.entries.length === 0) continue;
    if (counts !== undefined) countEntries(found.entries, counts);
    agents.push({
      id,
      file: file.name,
      thread: threadOf(found.entries, { ...asAgent, gaps: found.gaps }, id),
      meta,
      ...(workflow === undefined ? {} : { workflow }),
    });
  }
  const messages = [main, ...agents.map((agent) => agent.thread)].flatMap((part) => part.messages);
  return { main, agents, messages, entries: own.entries };
}

function acrossLogs({ lateResults, shownBefore }: LinkContext, log: ReadFile): AcrossLogs {
  return {
    ...(lateResults === undefined ? {} : { late: found(lateResults, log) }),
    ...(shownBefore === undefined ? {} : { shownBefore: notIn(shownBefore, log) }),
  };
}

/** Of several logs that have a result the earliest counts. */
function found({ calls, logs }: LateResults, log: ReadFile): ReadonlyMap<ToolUseId, FoundResult> {
  const wanted = new Set(calls);
  return new Map(logs.toReversed().flatMap((file) => [...resultsOf(read(file, [], log).entries, wanted)]));
}

function notIn(late: LateResults, log: ReadFile): ReadonlySet<ToolUseId> {
  const elsewhere = found(late, log);
  return new Set(late.calls.filter((call) => !elsewhere.has(call)));
}

/** A message counts where it is met first: in the session, then in its agents. */
function counting(elsewhere: LinkContext["countedElsewhere"], agent: CodingAgent): (message: MessageUsage) => boolean {
  const counted = new Set<string>();
  return ({ key, message, isSidechain }) => {
    if (elsewhere?.has(messageName(agent, key)) || counted.has(key)) return true;
    counted.add(key);
    if (message === undefined) return false;
    // `/btw` repeats the conversation so far in a file of its own, under another request.
    const isReplay = isSidechain && counted.has(message);
    counted.add(message);
    return isReplay;
  };
}

function sessionSummary(
  files: SessionFiles,
  main: ThreadSummary,
  agents: readonly AgentThread<ThreadSummary>[],
  messages: readonly MessageUsage[],
): SessionSummary["session"] {
  // Where only the agents are left, they tell when and where it was.
  const facts = main.facts.span === undefined && agents[0] !== undefined ? agents[0].thread.facts : main.facts;
  const own = main.title ?? untitled;
  const title = own.from === "none" && files.file === undefined ? (agents[0]?.thread.title ?? own) : own;
  const span = facts.span;
  const usage = usageByModel(messages);
  const clientCost = countedByMessage(usage);
  return {
    id: files.id,
    agent: files.agent,
    title: title.title,
    titleFrom: title.from,
    ...(facts.slug === undefined ? {} : { slug: facts.slug }),
    ...(span === undefined ? {} : { span }),
    versions: facts.versions,
    models: [...new Set([...facts.models, ...agents.flatMap(({ thread: part }) => part.facts.models)])],
    gitBranches: facts.gitBranches,
    ...(facts.cwd === undefined ? {} : { cwd: facts.cwd }),
    file: files.file?.name ?? files.agents[0]?.file.name ?? "",
    ...(facts.team === undefined ? {} : { team: facts.team }),
    ...(clientCost === undefined ? {} : { clientCost }),
    ...main.facts.notes,
    usage,
  };
}

function read(
  file: LogFile | undefined,
  diagnostics: Diagnostic[],
  log: ReadFile,
): { entries: readonly Entry[]; gaps: readonly Diagnostic[] } {
  if (file === undefined) return { entries: [], gaps: [] };
  try {
    const parsed = log(file);
    for (const found of parsed.diagnostics) diagnostics.push(found);
    return { entries: parsed.entries, gaps: parsed.diagnostics.filter(({ code }) => lostLines.has(code)) };
  } catch (error) {
    if (error instanceof LeftOut) throw error;
    diagnostics.push({ ...unreadable(file.path, file.path, error), at: { file: file.name, line: 0 } });
    return { entries: [], gaps: [] };
  }
}

/** It outlives the reading: made there, it would keep every line that was read, as long as the session is open. */
const fileIn =
  (store: MediaStore, files: SessionFiles): ReadSession["file"] =>
  (name) =>
    store.get(name) ?? output(files, name);

function output(files: SessionFiles, name: string): Buffer | undefined {
  const path = files.outputs.get(name);
  return path === undefined ? undefined : readRegular(path, mostOutput);
}
