/** Small typed models to draw: what a parser would give, without one. */

import { archiveLookup } from "../../src/archive/lookup.ts";
import { noWork } from "../../src/archive/work.ts";
import { marksOf, tally } from "../../src/conversation/marks.ts";
import type { AgentRecord, Archive, ChainRecord, OpenSession, SessionRecord } from "../../src/model/archive.ts";
import type {
  Agent,
  AgentId,
  At,
  Block,
  EntryId,
  IsoTime,
  ModelUsage,
  Outcome,
  Plan,
  Project,
  Prompt,
  Session,
  SessionId,
  Step,
  StepBody,
  TaskSnapshot,
  ToolUseId,
  Turn,
} from "../../src/model/session.ts";
import { toolCall } from "../../src/tools/index.ts";

export const sessionId = (text: string): SessionId => text as SessionId;
export const entryId = (text: string): EntryId => text as EntryId;
export const callId = (text: string): ToolUseId => text as ToolUseId;
export const agentId = (text: string): AgentId => text as AgentId;
export const at: At = { file: "projects/tidemark/s1.jsonl", line: 1 };

/** "14:02" on the day of the sample, or a full instant. */
export const iso = (time: string): IsoTime => (time.length === 5 ? `2026-02-17T${time}:00.000Z` : time) as IsoTime;

let serial = 0;
const next = (): string => `e${++serial}`;

export const step = (body: StepBody, id = next(), time?: string): Step =>
  ({ id: entryId(id), at, ...(time === undefined ? {} : { time: iso(time) }), ...body }) as Step;
export const say = (markdown: string, id?: string): Step => step({ kind: "text", markdown }, id);
export const think = (markdown: string): Step => step({ kind: "thinking", markdown });

export const ok = (text = "", more: object = {}): Outcome => ({ state: "ok", text, at, ...more }) as Outcome;
export const failed = (text: string, more: object = {}): Outcome => ({ state: "error", text, at, ...more }) as Outcome;

export function call(
  name: string,
  input: unknown,
  outcome: Outcome = ok(),
  options: { id?: string; details?: unknown; agent?: string } = {},
): Step {
  const id = options.id ?? `toolu_${next()}`;
  const made = toolCall({ id: callId(id), name, input }, outcome, options.details);
  return step({
    kind: "call",
    call: made.call,
    ...(options.agent === undefined ? {} : { agent: agentId(options.agent) }),
  });
}

export const bash = (command: string, output = "", more: { id?: string } = {}): Step =>
  call("Bash", { command }, ok(output), more);
export const read = (path: string, more: { id?: string } = {}): Step =>
  call("Read", { file_path: path }, ok("     1→export const a = 1;\n     2→export const b = 2;"), more);

export const said = (text: string, ...more: readonly Block[]): Prompt => ({
  kind: "said",
  blocks: [{ kind: "text", markdown: text }, ...more],
});

export function turn(prompt: Prompt | string, steps: readonly Step[], more: Partial<Turn> = {}): Turn {
  return { id: entryId(next()), at, prompt: typeof prompt === "string" ? said(prompt) : prompt, steps, ...more };
}

export const usage = (model: string, more: Partial<ModelUsage> = {}): ModelUsage => ({
  model,
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheWrite5m: 0,
  cacheWrite1h: 0,
  messages: 1,
  ...more,
});

export function plan(more: Partial<Plan> & Pick<Plan, "status">): Plan {
  return {
    entry: entryId(next()),
    markdown: "# A civil day\n\n1. Cut days by the calendar.\n",
    title: "A civil day",
    origin: "exit-plan-mode",
    ...more,
  } as Plan;
}

export const tasks = (
  list: readonly (readonly [id: string, subject: string, status: "pending" | "in_progress" | "completed"])[],
  changed: readonly string[],
): TaskSnapshot => ({
  entry: entryId(next()),
  origin: "task-tools",
  tasks: list.map(([id, subject, status]) => ({ id, subject, status })),
  changed,
});

export function session(turns: readonly Turn[], more: Partial<Session> = {}): Session {
  return {
    id: sessionId("s1"),
    agent: "claude-code",
    project: "/home/mara/src/tidemark",
    cwd: "/home/mara/src/tidemark",
    title: "Calendar feeds",
    titleFrom: "prompt",
    role: "single",
    span: { from: iso("14:02"), to: iso("14:50") },
    versions: ["2.1.37"],
    models: ["claude-opus-4-6"],
    gitBranches: ["main"],
    file: at.file,
    turns,
    plans: [],
    tasks: [],
    agents: [],
    files: [],
    usage: [],
    ...more,
  };
}

export function agent(id: string, turns: readonly Turn[], more: Partial<Agent> = {}): Agent {
  return {
    id: agentId(id),
    file: `agent-${id}.jsonl`,
    models: ["claude-haiku-4-5"],
    turns,
    plans: [],
    tasks: [],
    files: [],
    agents: [],
    usage: [],
    ...more,
  };
}

export function record(of: Session, more: Partial<SessionRecord> = {}): SessionRecord {
  const marks = marksOf(of.turns);
  const counts = tally(marks);
  const calls = of.turns.flatMap((each) => each.steps).filter((each) => each.kind === "call");
  return {
    id: of.id,
    key: of.id,
    agent: of.agent,
    project: "tidemark",
    title: of.title,
    titleFrom: of.titleFrom,
    role: of.role,
    ...(of.span === undefined ? {} : { span: of.span }),
    activeMs: 48 * 60_000,
    versions: of.versions,
    models: of.models,
    gitBranches: of.gitBranches,
    prompts: of.turns.length,
    calls: calls.length,
    failures: counts.fail,
    marks,
    tools: [...new Set(calls.map((each) => each.call.name))].map((name) => [name, 1] as const),
    files: {
      changed: of.files.length,
      added: of.files.reduce((sum, file) => sum + file.added, 0),
      removed: of.files.reduce((sum, file) => sum + file.removed, 0),
    },
    plans: of.plans,
    tasks: of.tasks.at(-1)?.tasks ?? [],
    agents: of.agents.flatMap(agentRecords),
    usage: of.usage,
    diagnostics: 0,
    bytes: 1000,
    ...more,
  };
}

function agentRecords(of: Agent): AgentRecord[] {
  const calls = of.turns.flatMap((each) => each.steps).filter((each) => each.kind === "call").length;
  const own: AgentRecord = {
    id: of.id,
    key: of.id,
    calls,
    failures: 0,
    models: of.models,
    ...(of.type === undefined ? {} : { type: of.type }),
    ...(of.internal ? { internal: true } : {}),
  };
  return [own, ...of.agents.flatMap(agentRecords)];
}

export const tidemark: Project = { id: "tidemark", name: "tidemark", path: "/home/mara/src/tidemark", sessions: [] };

export function archive(sessions: readonly SessionRecord[], more: Partial<Archive> = {}): Archive {
  const byId = new Map(sessions.map((each) => [each.id, each]));
  const chains: readonly ChainRecord[] = more.chains ?? [];
  const projects = more.projects ?? [{ ...tidemark, sessions: sessions.map((each) => each.id) }];
  return {
    title: "Tidemark workshop",
    timeZone: "Europe/Lisbon",
    projects,
    sessions,
    chains,
    files: [],
    usage: [],
    days: [],
    work: noWork,
    diagnostics: [],
    session: (id) => byId.get(id),
    chain: (id) => chains.find((each) => each.id === id),
    projectOf: (each) => projects.find((project) => project.id === each.project) ?? tidemark,
    neighbours: (each) => archiveLookup({ sessions, projects, chains }).neighbours(each),
    open: () => Promise.reject(new Error("not in this sample")),
    digest: () => {
      throw new Error("not in this sample");
    },
    extract: () => ({ decisions: [], commits: [] }),
    ...more,
  };
}

export const opened = (of: Session, files: Readonly<Record<string, Uint8Array>> = {}): OpenSession => ({
  session: of,
  diagnostics: [],
  file: (name) => files[name],
});
