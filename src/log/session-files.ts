/** Which files make up a session: its own log and those of its agents, in three layouts. */
import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import type { AgentId, SessionId } from "../model/session.ts";
import { append } from "../system/append.ts";
import { besideLog, isPackedName, plainName } from "../system/packed-file.ts";
import { isPartOf, keepers } from "./copies.ts";
import type { LogFile } from "./discover.ts";
import { any, flag, record, text, words } from "./fields.ts";
import { isFolder, readRegular } from "./regular-file.ts";
import { usualSession } from "./session-id.ts";

export interface AgentFile {
  readonly id: AgentId;
  readonly file: LogFile;
  readonly workflow?: string;
  readonly meta: AgentMeta;
}

/** What `agent-<id>.meta.json` says. */
export interface AgentMeta {
  readonly type?: string;
  readonly description?: string;
  readonly calledBy?: string;
  readonly isFork?: true;
  /** The agent that sent it, where the call is not known. */
  readonly parent?: string;
  /** The phase of the workflow that it worked in. */
  readonly phase?: string;
}

export interface SessionFiles {
  readonly id: SessionId;
  /** Absent where only the agents' folder outlived the log. */
  readonly file?: LogFile;
  readonly agents: readonly AgentFile[];
  /** The folder that stands for the project. */
  readonly folder: string;
  /** Files that hold outputs which the log only points at, by name. */
  readonly outputs: ReadonlyMap<string, string>;
  /** Files in other places that hold nothing more. */
  readonly copies: readonly LogFile[];
}

const mostMeta = 1 << 20;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

interface Group {
  readonly id: SessionId;
  readonly file?: LogFile;
  readonly folder: string;
  readonly agents: AgentFile[];
  readonly copies: LogFile[];
}

export function groupSessions(files: readonly LogFile[]): readonly SessionFiles[] {
  const groups: Group[] = [];
  const byPlace = new Map<string, Group>();
  const byFile = new Map<LogFile, Group>();
  const byId = new Map<string, Group>();
  const taken = new Set<string>();
  const place = (folder: string, name: string): string => `${folder}\n${name}`;
  const add = (group: Group): Group => {
    groups.push(group);
    const id = group.id.toLowerCase();
    if (!byId.has(id)) byId.set(id, group);
    return group;
  };
  const claims = sessionClaims(files);
  const keeperOf = copiesIn(claims);
  for (const { file, id } of claims) {
    if (keeperOf.has(file)) continue;
    byFile.set(file, add({ id: unique(id, taken), file, folder: file.folder, agents: [], copies: [] }));
  }
  for (const { file, name } of claims) {
    const keeper = keeperOf.get(file);
    const group = byFile.get(keeper ?? file);
    if (group === undefined) continue;
    if (keeper !== undefined) group.copies.push(file);
    byPlace.set(place(file.folder, name), group);
    if (!byPlace.has(place(file.folder, group.id))) byPlace.set(place(file.folder, group.id), group);
  }
  for (const file of files) {
    if (file.role.kind !== "agent") continue;
    const session = file.role.session ?? usualSession(file.path) ?? basename(plainName(file.path), ".jsonl");
    const group =
      byPlace.get(place(file.folder, session)) ??
      (uuid.test(session) ? byId.get(session.toLowerCase()) : undefined) ??
      add({ id: unique(session, taken), folder: file.folder, agents: [], copies: [] });
    byPlace.set(place(file.folder, session), group);
    const { id, workflow } = file.role;
    addAgent(group, { id, file, meta: agentMeta(file), ...(workflow === undefined ? {} : { workflow }) });
  }
  return groups.map((group) => ({ ...group, outputs: allOutputs(group) }));
}

interface Claim {
  readonly file: LogFile;
  /** Of the file, without its ending. */
  readonly name: string;
  readonly id: string;
}

function sessionClaims(files: readonly LogFile[]): readonly Claim[] {
  return files.flatMap((file) => {
    if (file.role.kind !== "session") return [];
    const name = basename(plainName(file.path), ".jsonl");
    return [{ file, name, id: uuid.test(name) ? name : (usualSession(file.path) ?? name) }];
  });
}

/** Files of one id are copies of one another where one holds all of the other. */
function copiesIn(claims: readonly Claim[]): ReadonlyMap<LogFile, LogFile> {
  const byId = new Map<string, LogFile[]>();
  for (const { file, id } of claims) {
    append(byId, id.toLowerCase(), file);
  }
  return new Map([...byId.values()].flatMap((same) => (same.length === 1 ? [] : [...keepers(same)])));
}

/** A backup of the session has its agents too. */
function addAgent(group: Group, agent: AgentFile): void {
  const at = group.agents.findIndex(({ id, workflow }) => id === agent.id && workflow === agent.workflow);
  const before = group.agents[at];
  if (before === undefined) group.agents.push(agent);
  else if (isPartOf(agent.file, before.file)) {
    group.copies.push(agent.file);
    group.agents[at] = { ...before, meta: { ...agent.meta, ...before.meta } };
  } else if (isPartOf(before.file, agent.file)) {
    group.copies.push(before.file);
    group.agents[at] = { ...agent, meta: { ...before.meta, ...agent.meta } };
  } else group.agents.push(agent);
}

/** Two files may claim one id, in other letters too: file systems do not always tell them apart. */
function unique(id: string, taken: Set<string>): SessionId {
  let free = id;
  for (let next = 2; taken.has(free.toLowerCase()); next++) free = `${id}-${next}`;
  taken.add(free.toLowerCase());
  return free as SessionId;
}

function agentMeta(file: LogFile): AgentMeta {
  const source = readRegular(besideLog(file.path, ".meta.json"), mostMeta)?.toString();
  if (source === undefined) return {};
  try {
    const raw = record(JSON.parse(source));
    const type = words(raw, "agentType");
    const description = words(raw, "description") ?? words(raw, "name");
    const calledBy = text(raw, "toolUseId");
    const parent = words(raw, "parentAgentId");
    const phase = phaseOf(any(raw, "workflowPhase"));
    return {
      ...(type === undefined ? {} : { type }),
      ...(description === undefined ? {} : { description }),
      ...(calledBy === undefined ? {} : { calledBy }),
      ...(flag(raw, "isFork") ? { isFork: true as const } : {}),
      ...(parent === undefined ? {} : { parent }),
      ...(phase === undefined ? {} : { phase }),
    };
  } catch {
    return {};
  }
}

/** A name, a number, or both in an object. */
function phaseOf(phase: unknown): string | undefined {
  if (typeof phase === "number") return `phase ${phase}`;
  if (typeof phase === "string") return phase.trim() === "" ? undefined : phase;
  return words(phase, "title") ?? words(phase, "name");
}

/** Those beside a copy too, where only the copy still has them. */
function allOutputs({ file, agents, copies }: Group): ReadonlyMap<string, string> {
  const found = new Map(outputs(file, agents[0]?.file));
  for (const copy of [...copies, ...versionsOf(file)]) {
    const beside = copy.role.kind === "session" ? outputs(copy, undefined) : outputs(undefined, copy);
    for (const [name, path] of beside) if (!found.has(name)) found.set(name, path);
  }
  return found;
}

const versionsOf = (file: LogFile | undefined): readonly LogFile[] =>
  file === undefined ? [] : (file.versions ?? []).map((path) => ({ ...file, path }));

function outputs(session: LogFile | undefined, agent: LogFile | undefined): ReadonlyMap<string, string> {
  const folder =
    session === undefined
      ? agent?.path.includes("subagents")
        ? agent.path.slice(0, agent.path.lastIndexOf("subagents"))
        : undefined
      : besideLog(session.path, "");
  const found = new Map<string, string>();
  const isKept = isPackedName((session ?? agent)?.path ?? "");
  if (folder === undefined || !isFolder(folder) || !isFolder(join(folder, "tool-results"))) return found;
  try {
    for (const name of readdirSync(join(folder, "tool-results")).sort())
      found.set(isKept ? plainName(name) : name, join(folder, "tool-results", name));
  } catch {
    // No such folder: nothing was kept apart.
  }
  return found;
}
