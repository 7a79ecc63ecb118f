/** Which files make up a session: its own log and those of its agents, in three layouts. */
import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import type { AgentId, SessionId } from "../model.ts";
import type { LogFile } from "./discover.ts";
import { any, flag, record, text, words } from "./fields.ts";
import { isFolder, readRegular } from "./regular-file.ts";
import { usualSession } from "./usual-session.ts";

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
}

const mostMeta = 1 << 20;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function groupSessions(files: readonly LogFile[]): readonly SessionFiles[] {
  const groups: { id: SessionId; file?: LogFile; folder: string; agents: AgentFile[] }[] = [];
  const byPlace = new Map<string, (typeof groups)[number]>();
  const taken = new Set<string>();
  const place = (folder: string, name: string): string => `${folder}\n${name}`;
  for (const file of files) {
    if (file.role.kind !== "session") continue;
    const name = basename(file.path, ".jsonl");
    const group = {
      id: unique(uuid.test(name) ? name : (usualSession(file.path) ?? name), taken),
      file,
      folder: file.folder,
      agents: [],
    };
    groups.push(group);
    byPlace.set(place(file.folder, name), group);
    if (!byPlace.has(place(file.folder, group.id))) byPlace.set(place(file.folder, group.id), group);
  }
  for (const file of files) {
    if (file.role.kind !== "agent") continue;
    const session = file.role.session ?? usualSession(file.path) ?? basename(file.path, ".jsonl");
    let group = byPlace.get(place(file.folder, session));
    if (group === undefined) {
      group = { id: unique(session, taken), folder: file.folder, agents: [] };
      groups.push(group);
      byPlace.set(place(file.folder, session), group);
    }
    const { id, workflow } = file.role;
    group.agents.push({ id, file, meta: agentMeta(file), ...(workflow === undefined ? {} : { workflow }) });
  }
  return groups.map((group) => ({ ...group, outputs: outputs(group.file, group.agents[0]?.file) }));
}

/** Two files may claim one id, in other letters too: file systems do not always tell them apart. */
function unique(id: string, taken: Set<string>): SessionId {
  let free = id;
  for (let next = 2; taken.has(free.toLowerCase()); next++) free = `${id}-${next}`;
  taken.add(free.toLowerCase());
  return free as SessionId;
}

function agentMeta(file: LogFile): AgentMeta {
  const source = readRegular(file.path.replace(/\.jsonl$/, ".meta.json"), mostMeta)?.toString();
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

function outputs(session: LogFile | undefined, agent: LogFile | undefined): ReadonlyMap<string, string> {
  const folder =
    session === undefined
      ? agent?.path.includes("subagents")
        ? agent.path.slice(0, agent.path.lastIndexOf("subagents"))
        : undefined
      : session.path.replace(/\.jsonl$/, "");
  const found = new Map<string, string>();
  if (folder === undefined || !isFolder(folder) || !isFolder(join(folder, "tool-results"))) return found;
  try {
    for (const name of readdirSync(join(folder, "tool-results")).sort())
      found.set(name, join(folder, "tool-results", name));
  } catch {
    // No such folder: nothing was kept apart.
  }
  return found;
}
