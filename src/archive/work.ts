/** What a session did, counted while it is read: see `SessionWork`. */
import { callState } from "../conversation/call-state.ts";
import { isNumbered } from "../conversation/prompt-title.ts";
import { addToolUsage, addUsage, type MessageUsage, usageByTool } from "../conversation/usage.ts";
import type { Agent, Call, IsoTime, Session, Step, ToolCall, ToolUseId, Turn, Verb } from "../model/session.ts";
import type { ArchiveWork, EntryCount, FileUse, SessionWork, ToolUse } from "../model/work.ts";
import { clock, quarterMs } from "../text/clock.ts";
import type { PatchedFile } from "../tools/apply-patch.ts";
import { toolOf } from "../tools/index.ts";
import { isPlanFile } from "../tools/plan-file.ts";

type Writable<Type> = { -readonly [Key in keyof Type]: Type[Key] };
type Threads = Pick<Session, "turns" | "agents">;

interface Read {
  readonly messages: readonly MessageUsage[];
  readonly entryCounts: Iterable<EntryCount>;
}

export function sessionWork({ turns, agents }: Threads, { messages, entryCounts }: Read): SessionWork {
  const tally = new Tally(new Set(callersOf(agents)));
  tally.turns(turns, true);
  for (const agent of agents) tally.agent(agent);
  return {
    tools: sortedTools(tally.tools.values()),
    prompts: tally.prompts,
    interruptions: tally.interruptions,
    compactions: tally.compactions,
    apiErrors: tally.apiErrors,
    agentUsage: addUsage(agents.map(({ usage }) => usage)),
    toolUsage: usageByTool(messages),
    entries: sortedEntries(entryCounts),
    agentsWithoutLog: tally.agentsWithoutLog,
    files: [...tally.files.values()],
  };
}

class Tally {
  readonly tools = new Map<string, Writable<ToolUse>>();
  readonly files = new Map<string, Writable<FileUse>>();
  readonly prompts: number[] = [];
  interruptions = 0;
  compactions = 0;
  apiErrors = 0;
  agentsWithoutLog = 0;
  /** Calls that started an agent whose transcript is there. */
  readonly #callers: ReadonlySet<ToolUseId>;

  constructor(callers: ReadonlySet<ToolUseId>) {
    this.#callers = callers;
  }

  agent({ turns, agents }: Agent): void {
    this.turns(turns, false);
    for (const agent of agents) this.agent(agent);
  }

  /** What a rewind left behind was done all the same. */
  turns(turns: readonly Turn[], isPerson: boolean): void {
    for (const turn of turns) {
      const sent = Date.parse(turn.time ?? "");
      if (isPerson && isNumbered(turn) && !Number.isNaN(sent)) this.prompts.push(Math.floor(sent / quarterMs));
      for (const step of turn.steps) this.#step(step);
      for (const version of turn.otherVersions ?? []) this.turns(version, isPerson);
    }
  }

  #step(step: Step): void {
    if (step.kind === "call") this.#call(step.call, step.time);
    else if (step.kind === "plan" && step.plan.call !== undefined) this.#tool("ExitPlanMode", "decide").calls++;
    else if (step.kind === "compaction" && step.micro !== true) this.compactions++;
    else if (step.kind === "event" && step.event === "interrupted") this.interruptions++;
    else if (step.kind === "event" && step.event === "api-error") this.apiErrors++;
  }

  #tool(name: string, verb: Verb): Writable<ToolUse> {
    const known = this.tools.get(name);
    if (known !== undefined) return known;
    const made = { name, verb, calls: 0, failures: 0, refused: 0, unknown: 0 };
    this.tools.set(name, made);
    return made;
  }

  #call(call: ToolCall, time: IsoTime | undefined): void {
    const tool = this.#tool(call.name, toolOf(call).verb);
    const { isFailure, isRefused } = callState(call);
    tool.calls++;
    if (call.kind === "other") tool.unknown++;
    if (isRefused) tool.refused++;
    else if (isFailure) tool.failures++;
    if (call.kind === "agent" && call.outcome.state === "ok" && !this.#callers.has(call.id)) this.agentsWithoutLog++;
    if (call.kind === "read") {
      if (call.outcome.state === "ok") this.#file(call.path).reads++;
      return;
    }
    for (const edit of editsIn(call)) if (!isPlanFile(edit.path)) this.#edit(edit, time);
  }

  #edit({ path, outcome, added, removed }: EditCall, time: IsoTime | undefined): void {
    const file = this.#file(path);
    if (outcome.state !== "ok") {
      file.failed++;
      return;
    }
    file.edits++;
    file.added += added;
    file.removed += removed;
    if (time === undefined) return;
    if (file.first === undefined || time < file.first) file.first = time;
    if (file.last === undefined || time > file.last) file.last = time;
  }

  #file(path: string): Writable<FileUse> {
    const known = this.files.get(path);
    if (known !== undefined) return known;
    const made = { path, edits: 0, failed: 0, reads: 0, added: 0, removed: 0 };
    this.files.set(path, made);
    return made;
  }
}

/** What a patch of several files does to one of them. */
export interface PatchedFileCall extends Call<"applyPatch">, PatchedFile {}

/** What one call does to one file. */
export type EditCall =
  | Extract<ToolCall, { readonly kind: "edit" | "write" | "multiEdit" | "notebookEdit" }>
  | PatchedFileCall;

/** None of a call that edits nothing. */
export function editsIn(call: ToolCall): readonly EditCall[] {
  switch (call.kind) {
    case "edit":
    case "write":
    case "multiEdit":
    case "notebookEdit":
      return [call];
    case "applyPatch": {
      const { files, patch: _, ...rest } = call;
      // A file that was moved goes on under its new name.
      return files.map((file) => ({ ...rest, ...file, path: file.movedTo ?? file.path }));
    }
    default:
      return [];
  }
}

const callersOf = (agents: readonly Agent[]): readonly ToolUseId[] =>
  agents.flatMap(({ calledBy, agents: inner }) => [...(calledBy === undefined ? [] : [calledBy]), ...callersOf(inner)]);

const sortedEntries = (counts: Iterable<EntryCount>): readonly EntryCount[] =>
  [...counts].sort((a, b) => b.lines - a.lines || (a.type < b.type ? -1 : 1));

function addedEntries(lists: Iterable<readonly EntryCount[]>): readonly EntryCount[] {
  const sums = new Map<string, Writable<EntryCount>>();
  for (const list of lists)
    for (const { type, lines, folded, unknown } of list) {
      const sum = sums.get(type) ?? { type, lines: 0, folded: 0, unknown: 0 };
      sums.set(type, sum);
      sum.lines += lines;
      sum.folded += folded;
      sum.unknown += unknown;
    }
  return sortedEntries(sums.values());
}

const sortedTools = (tools: Iterable<ToolUse>): readonly ToolUse[] =>
  [...tools].sort((a, b) => b.calls - a.calls || (a.name < b.name ? -1 : 1));

/** All sessions of an archive added up. */
export function archiveWork(sessions: readonly SessionWork[], timeZone: string): ArchiveWork {
  const tools = new Map<string, Writable<ToolUse>>();
  const hours = Array.from({ length: 7 }, () => new Array<number>(24).fill(0));
  const hourOf = weekHours(timeZone);
  for (const session of sessions) {
    for (const { name, verb, calls, failures, refused, unknown } of session.tools) {
      const sum = tools.get(name) ?? { name, verb, calls: 0, failures: 0, refused: 0, unknown: 0 };
      sum.calls += calls;
      sum.failures += failures;
      sum.refused += refused;
      sum.unknown += unknown;
      tools.set(name, sum);
    }
    for (const quarter of session.prompts) {
      const [day, hour] = hourOf(quarter);
      const row = hours[day];
      if (row !== undefined) row[hour] = (row[hour] ?? 0) + 1;
    }
  }
  const sum = (of: (session: SessionWork) => number): number => sessions.reduce((all, session) => all + of(session), 0);
  return {
    tools: sortedTools(tools.values()),
    hours,
    interruptions: sum(({ interruptions }) => interruptions),
    compactions: sum(({ compactions }) => compactions),
    apiErrors: sum(({ apiErrors }) => apiErrors),
    agentUsage: addUsage(sessions.map(({ agentUsage }) => agentUsage)),
    toolUsage: addToolUsage(sessions.map(({ toolUsage }) => toolUsage)),
    entries: addedEntries(sessions.map(({ entries }) => entries)),
  };
}

const weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/** The weekday, from Monday, and the hour that a quarter of an hour lies in. */
function weekHours(timeZone: string): (quarter: number) => readonly [day: number, hour: number] {
  const { zone } = clock(timeZone);
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    weekday: "short",
    hour: "2-digit",
    hourCycle: "h23",
  });
  const known = new Map<number, readonly [number, number]>();
  return (quarter) => {
    const found = known.get(quarter);
    if (found !== undefined) return found;
    const parts = new Map(format.formatToParts(quarter * quarterMs).map(({ type, value }) => [type, value]));
    const made = [weekdays.indexOf(parts.get("weekday") ?? ""), Number(parts.get("hour"))] as const;
    known.set(quarter, made);
    return made;
  };
}

export const noWork: ArchiveWork = archiveWork([], "UTC");
