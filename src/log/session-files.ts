/** Which files make up a session: its own log and those of its agents, in three layouts. */
import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { type CodingAgent, codingAgents } from "../model/coding-agent.ts";
import type { Withdrawn } from "../model/notes.ts";
import type { AgentId, SessionId } from "../model/session.ts";
import { append } from "../system/append.ts";
import { besideLog, isPackedName, plainName } from "../system/packed-file.ts";
import { isPartOf, keepers } from "./copies.ts";
import type { AgentMeta, LogFile } from "./discover.ts";
import { any, flag, record, text, words } from "./fields.ts";
import { agentOf } from "./providers.ts";
import { isFolder, readRegular } from "./regular-file.ts";
import { usualSession } from "./session-id.ts";

export interface AgentFile {
  readonly id: AgentId;
  readonly file: LogFile;
  readonly workflow?: string;
  readonly meta: AgentMeta;
}

export interface SessionFiles {
  /** Unique in the archive. */
  readonly id: SessionId;
  /** The id in the log, where another session of the archive has it too. */
  readonly loggedId?: string;
  readonly agent: CodingAgent;
  /** Absent where only the agents' folder outlived the log. */
  readonly file?: LogFile;
  readonly agents: readonly AgentFile[];
  /** The folder that stands for the project. */
  readonly folder: string;
  /** Files that hold outputs which the log only points at, by name. */
  readonly outputs: ReadonlyMap<string, string>;
  /** Files in other places that hold nothing more. */
  readonly copies: readonly LogFile[];
  /** What of the session its owner took back. */
  readonly withdrawn?: Withdrawn;
}

const mostMeta = 1 << 20;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

interface Group {
  readonly id: SessionId;
  readonly loggedId?: string;
  readonly agent: CodingAgent;
  readonly file?: LogFile;
  readonly folder: string;
  readonly agents: AgentFile[];
  readonly copies: LogFile[];
}

export function groupSessions(files: readonly LogFile[]): readonly SessionFiles[] {
  const taken = new Map<string, CodingAgent>();
  // In a fixed order of agents: of two sessions with one id it is always the same that has it in the archive.
  const groups = codingAgents.flatMap((agent) => {
    const own = files.filter((file) => agentOf(file) === agent);
    return own.length === 0 ? [] : groupsOf(agent, own, taken);
  });
  return groups.map((group) => ({ ...group, outputs: allOutputs(group) }));
}

/** Ids of sessions of one agent have nothing to do with those of another. */
function groupsOf(agent: CodingAgent, files: readonly LogFile[], taken: Map<string, CodingAgent>): readonly Group[] {
  const groups: Group[] = [];
  const byPlace = new Map<string, Group>();
  const byFile = new Map<LogFile, Group>();
  const byId = new Map<string, Group>();
  const place = (folder: string, name: string): string => `${folder}\n${name}`;
  const add = (logged: string, group: Pick<Group, "folder" | "file">): Group => {
    const id = unique(logged, agent, taken);
    const made: Group = { id, agent, ...group, agents: [], copies: [], ...(id === logged ? {} : { loggedId: logged }) };
    groups.push(made);
    if (!byId.has(logged.toLowerCase())) byId.set(logged.toLowerCase(), made);
    return made;
  };
  const claims = sessionClaims(files);
  const keeperOf = copiesIn(claims);
  for (const { file, id } of claims) {
    if (keeperOf.has(file)) continue;
    byFile.set(file, add(id, { file, folder: file.folder }));
  }
  for (const { file, name, id } of claims) {
    const keeper = keeperOf.get(file);
    const group = byFile.get(keeper ?? file);
    if (group === undefined) continue;
    if (keeper !== undefined) group.copies.push(file);
    for (const each of [name, group.id, id])
      if (each === name || !byPlace.has(place(file.folder, each))) byPlace.set(place(file.folder, each), group);
  }
  for (const file of files) {
    if (file.role.kind !== "agent") continue;
    const session = file.role.session ?? usualSession(file.path) ?? basename(plainName(file.path), ".jsonl");
    const group =
      byPlace.get(place(file.folder, session)) ??
      (isSureId(file, session) ? byId.get(session.toLowerCase()) : undefined) ??
      add(session, { folder: file.folder });
    byPlace.set(place(file.folder, session), group);
    const { id, workflow, meta = agentMeta(file) } = file.role;
    addAgent(group, { id, file, meta, ...(workflow === undefined ? {} : { workflow }) });
  }
  return groups;
}

/** A folder's name may be anybody's; what the log itself says is an id. */
const isSureId = ({ part, agent }: LogFile, session: string): boolean =>
  uuid.test(session) || part !== undefined || agent !== undefined;

interface Claim {
  readonly file: LogFile;
  /** Of the file, without its ending. */
  readonly name: string;
  readonly id: string;
}

function sessionClaims(files: readonly LogFile[]): readonly Claim[] {
  return files.flatMap((file) => {
    if (file.role.kind !== "session") return [];
    const name = file.part ?? basename(plainName(file.path), ".jsonl");
    const id = file.role.id ?? (uuid.test(name) ? name : (usualSession(file.path) ?? name));
    return [{ file, name, id }];
  });
}

/** Files of one id are copies of one another where one holds all of the other. */
function copiesIn(claims: readonly Claim[]): ReadonlyMap<LogFile, LogFile> {
  const byId = new Map<string, LogFile[]>();
  // Of a file with several sessions the agent's own reader knows what is a copy.
  for (const { file, id } of claims) if (file.part === undefined) append(byId, id.toLowerCase(), file);
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
function unique(id: string, agent: CodingAgent, taken: Map<string, CodingAgent>): SessionId {
  const holder = taken.get(id.toLowerCase());
  const wanted = holder === undefined || holder === agent ? id : `${id}-${agent}`;
  let free = wanted;
  for (let next = 2; taken.has(free.toLowerCase()); next++) free = `${wanted}-${next}`;
  taken.set(free.toLowerCase(), agent);
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
