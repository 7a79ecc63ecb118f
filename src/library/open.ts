/** Reads one session from its files: the only way from bytes to a `Session`. */
import type { Diagnostic } from "../diagnostics.ts";
import type { Entry } from "../entries/entry.ts";
import { parse } from "../entries/parse.ts";
import { type AgentThread, linkAgents } from "../link/agents.ts";
import type { Context } from "../link/evidence.ts";
import type { AgentId, ModelUsage, Session } from "../model.ts";
import type { MediaStore } from "../normalise/media.ts";
import { splitSidechains, unnamed } from "../normalise/sidechains.ts";
import { type Thread, type ThreadOptions, thread } from "../normalise/thread.ts";
import { addUsage, type MessageUsage, usageByModel } from "../normalise/usage.ts";
import { type LogFile, unreadable } from "../read/discover.ts";
import { lines } from "../read/lines.ts";
import { readRegular } from "../read/regular-file.ts";
import type { SessionFiles } from "../read/sessions.ts";

/** What a session is by itself; its chain, role and origin take the whole archive. */
export type LoneSession = Omit<Session, "role" | "origin" | "project">;

export interface Opened {
  readonly session: LoneSession;
  readonly main: Thread;
  readonly messages: readonly MessageUsage[];
  readonly entries: readonly Entry[];
  readonly diagnostics: readonly Diagnostic[];
  readonly file: (name: string) => Uint8Array | undefined;
  readonly bytes: number;
}

const mostOutput = 64 << 20;
const lostLines = new Set<Diagnostic["code"]>(["invalid-json", "not-an-entry", "cut-line", "long-line"]);

export function openSession(files: SessionFiles, context: Context = {}): Opened {
  const diagnostics: Diagnostic[] = [];
  const store: MediaStore = new Map();
  const counted = new Set<string>();
  // A message counts where it is met first: in the session, then in its agents.
  const countedElsewhere = ({ key, message, isSidechain }: MessageUsage): boolean => {
    if (context.countedElsewhere?.has(key) || counted.has(key)) return true;
    counted.add(key);
    if (message === undefined) return false;
    // `/btw` repeats the conversation so far in a file of its own, under another request.
    const isReplay = isSidechain && counted.has(message);
    counted.add(message);
    return isReplay;
  };
  const persisted = (name: string): string | undefined => output(files, name)?.toString();
  const shared = { store, countedElsewhere, persisted };
  const threadOf = (entries: readonly Entry[], options: ThreadOptions): Thread => {
    const made = thread(entries, options);
    for (const found of made.diagnostics) diagnostics.push(found);
    return made;
  };

  const agentFiles = new Set<AgentId>(files.agents.map(({ id }) => id));
  const own = read(files.file, diagnostics);
  const split = splitSidechains(
    own.entries,
    (agent) => agentFiles.has(agent) || (agent.startsWith(unnamed) && agentFiles.size > 0),
  );
  const main = threadOf(split.main, {
    isAgent: false,
    gaps: own.gaps,
    ...shared,
    ...(context.foreign === undefined ? {} : { foreign: context.foreign }),
    ...(context.plans === undefined ? {} : { plans: context.plans }),
    ...(context.titles === undefined ? {} : { titles: context.titles }),
  });
  const agents: AgentThread[] = split.agents.map(({ id, entries }) => ({
    id,
    file: files.file?.name ?? "",
    thread: threadOf(entries, { isAgent: true, gaps: [], ...shared }),
    meta: {},
  }));
  for (const { id, file, meta, workflow } of files.agents) {
    const log = read(file, diagnostics);
    if (log.entries.length === 0) continue;
    agents.push({
      id,
      file: file.name,
      thread: threadOf(log.entries, { isAgent: true, gaps: log.gaps, ...shared }),
      meta,
      ...(workflow === undefined ? {} : { workflow }),
    });
  }
  const linked = linkAgents(main, agents);
  const messages = [main, ...agents.map((agent) => agent.thread)].flatMap((part) => part.messages);
  return {
    session: {
      ...lone(files, main, agents),
      turns: linked.turns,
      agents: linked.agents,
      usage: usage(main, linked.agents),
      ...(context.continues === undefined ? {} : { continues: context.continues }),
    },
    main,
    messages,
    entries: own.entries,
    diagnostics,
    file: (name) => store.get(name) ?? output(files, name),
    bytes: (files.file?.size ?? 0) + files.agents.reduce((sum, { file }) => sum + file.size, 0),
  };
}

function lone(
  files: SessionFiles,
  main: Thread,
  agents: readonly AgentThread[],
): Omit<LoneSession, "turns" | "agents" | "usage"> {
  // Where only the agents are left, they tell when and where it was.
  const facts = main.facts.span === undefined && agents[0] !== undefined ? agents[0].thread.facts : main.facts;
  const title = main.title.from === "none" && files.file === undefined ? agents[0]?.thread.title : undefined;
  const span = facts.span;
  return {
    id: files.id,
    title: title?.title ?? main.title.title,
    titleFrom: title?.from ?? main.title.from,
    ...(facts.slug === undefined ? {} : { slug: facts.slug }),
    ...(span === undefined ? {} : { span }),
    versions: facts.versions,
    models: [...new Set([...facts.models, ...agents.flatMap(({ thread: part }) => part.facts.models)])],
    gitBranches: facts.gitBranches,
    ...(facts.cwd === undefined ? {} : { cwd: facts.cwd }),
    file: files.file?.name ?? files.agents[0]?.file.name ?? "",
    ...(facts.team === undefined ? {} : { team: facts.team }),
    plans: main.plans,
    tasks: main.tasks,
    files: main.files,
  };
}

function usage(main: Thread, agents: Session["agents"]): readonly ModelUsage[] {
  return addUsage([usageByModel(main.messages), ...agents.map((agent) => agent.usage)]);
}

function read(
  file: LogFile | undefined,
  diagnostics: Diagnostic[],
): { entries: readonly Entry[]; gaps: readonly Diagnostic[] } {
  if (file === undefined) return { entries: [], gaps: [] };
  try {
    const parsed = parse(lines(file.path), file.name);
    for (const found of parsed.diagnostics) diagnostics.push(found);
    return { entries: parsed.entries, gaps: parsed.diagnostics.filter(({ code }) => lostLines.has(code)) };
  } catch (error) {
    diagnostics.push({ ...unreadable(file.path, file.path, error), at: { file: file.name, line: 0 } });
    return { entries: [], gaps: [] };
  }
}

function output(files: SessionFiles, name: string): Buffer | undefined {
  const path = files.outputs.get(name);
  return path === undefined ? undefined : readRegular(path, mostOutput);
}
