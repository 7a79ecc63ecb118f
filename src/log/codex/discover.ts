/** Finds rollouts: active, archived, packed. Sub-agents have rollouts of their own and name the thread that sent them. */
import { existsSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import type { Diagnostic } from "../../model/diagnostics.ts";
import type { AgentId } from "../../model/session.ts";
import { plainName } from "../../system/packed-file.ts";
import { type Discovery, filesBelow, type LogFile, nameOf, statOf } from "../discover.ts";
import { companionOf } from "../regular-file.ts";
import { isZstdName, withoutZstd } from "../zstd.ts";
import { type Head, headOf } from "./head.ts";

const rollout = /^rollout-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-(.+)\.jsonl(?:\.zst)?$/;
const logName = /\.jsonl(?:\.zst)?$/;
const folders = ["sessions", "archived_sessions"];

/** `rollout-2026-05-23T18-25-15-<id>.jsonl` */
export const idInName = (path: string): string =>
  rollout.exec(basename(plainName(path)))?.[1] ?? withoutZstd(basename(plainName(path))).replace(/\.jsonl$/, "");

/** Files beside logs that are none: prompts of all sessions, titles. */
const others = new Set(["history.jsonl", "session_index.jsonl"]);

export function isLog(path: string): boolean {
  const name = basename(plainName(path));
  if (!logName.test(name) || others.has(name)) return false;
  const head = headOf(path);
  return head !== undefined && (rollout.test(name) || head.id !== undefined);
}

/** The home folder of Codex that a log or a folder of logs lies in. */
export function homeOf(path: string): string | undefined {
  const parts = path.split(sep);
  const at = parts.findLastIndex((part) => folders.includes(part));
  return at < 1 ? undefined : parts.slice(0, at).join(sep);
}

export function discover(root: string): Discovery {
  const diagnostics: Diagnostic[] = [];
  const isFile = statOf(root, root, diagnostics)?.isFile() === true;
  const known = homeOf(root);
  const home = known ?? (isFile ? dirname(root) : root);
  // What belongs to one session may lie anywhere among the others.
  const around = isFile ? known : root;
  const found = around === undefined ? [] : pathsBelow(around, diagnostics);
  const logs = logsOf(isFile && !found.includes(root) ? [...found, root] : found, root);
  const files = rolesOf(logs).flatMap(({ path, ...rest }) => logFile(path, root, home, rest, diagnostics) ?? []);
  if (!isFile) return { files, diagnostics };
  const own = files.find(({ path }) => path === root);
  const session = own?.role.kind === "session" ? own.role.id : own?.role.session;
  return {
    files: files.filter((file) => file === own || (file.role.kind === "agent" && file.role.session === session)),
    diagnostics,
  };
}

function pathsBelow(root: string, diagnostics: Diagnostic[]): readonly string[] {
  if (statOf(root, root, [])?.isDirectory() !== true) return [];
  const own = folders.map((name) => join(root, name)).filter((path) => existsSync(path));
  const isWanted = (name: string): boolean => logName.test(plainName(name)) && !others.has(plainName(name));
  const below = (folder: string): readonly string[] => filesBelow(folder, root, isWanted, diagnostics);
  return (own.length > 0 ? own : [root]).flatMap(below);
}

interface Known {
  readonly path: string;
  readonly head: Head;
}

/** Of one log in several places the active one is read, and of that the one that is not packed. */
function logsOf(paths: readonly string[], named: string): readonly Known[] {
  const byName = new Map<string, string>();
  for (const path of [...paths].sort((a, b) => rank(a) - rank(b))) {
    const name = withoutZstd(basename(plainName(path)));
    if (!byName.has(name)) byName.set(name, path);
  }
  const logs = [...byName.values()].flatMap((path) => {
    const head = headOf(path);
    const isOwn = head !== undefined || rollout.test(basename(plainName(path)));
    return isOwn ? [{ path, head: head ?? {} }] : [];
  });
  // The log of the thread has all that was printed of it.
  const logged = new Set(logs.flatMap(({ path, head }) => (head.isPrinted ? [] : [sessionId(path, head)])));
  return logs.filter(({ path, head }) => !head.isPrinted || path === named || !logged.has(sessionId(path, head)));
}

const rank = (path: string): number =>
  (path.includes(`${sep}archived_sessions${sep}`) ? 2 : 0) + (isZstdName(plainName(path)) ? 1 : 0);

type Rest = Pick<LogFile, "role" | "began" | "copiedFrom">;

/** An agent whose caller is not here is a session by itself: its log may hold all that is left of the other. */
function rolesOf(known: readonly Known[]): readonly (Rest & { readonly path: string })[] {
  const ids = known.map(({ path, head }) => sessionId(path, head));
  const byId = new Map(known.map((each, at) => [ids[at] as string, each]));
  const rootOf = (id: string): string | undefined => {
    const seen = new Set<string>();
    for (let at = id; !seen.has(at); ) {
      seen.add(at);
      const above = byId.get(at)?.head.parent;
      if (above === undefined) return at;
      if (!byId.has(above)) return at;
      at = above;
    }
    return undefined;
  };
  return known.map(({ path, head }, at) => {
    const id = ids[at] as string;
    const root = head.parent === undefined ? id : (rootOf(id) ?? id);
    const source = byId.get(head.forkedFrom ?? head.parent ?? "")?.path;
    const rest = {
      ...(head.began === undefined ? {} : { began: head.began }),
      ...(source === undefined || source === path ? {} : { copiedFrom: source }),
    };
    if (root === id) return { path, role: { kind: "session", id }, ...rest };
    const { agentRole, nickname, parent, isInternal } = head;
    const meta = {
      ...(agentRole === undefined ? {} : { type: agentRole }),
      ...(nickname === undefined ? {} : { description: nickname }),
      ...(parent === undefined || parent === root ? {} : { parent }),
      ...(isInternal === undefined ? {} : { isInternal }),
    };
    return { path, role: { kind: "agent", id: id as AgentId, session: root, meta }, ...rest };
  });
}

/** A thread that was taken back has a second log, `<thread>_<rollout>`: another session that goes on from there. */
function sessionId(path: string, { id }: Head): string {
  const named = idInName(path);
  return id === undefined || named.startsWith(`${id}_`) ? named : id;
}

function logFile(path: string, root: string, home: string, rest: Rest, diagnostics: Diagnostic[]): LogFile | undefined {
  const stat = statOf(path, root, diagnostics);
  if (stat === undefined || !stat.isFile()) return undefined;
  const index = companionOf(join(homeOf(path) ?? home, "session_index.jsonl"));
  return {
    agent: "codex",
    path,
    name: nameOf(path, root),
    folder: existsSync(home) && !logName.test(home) ? home : dirname(path),
    size: stat.size,
    modified: stat.mtimeMs,
    ...(index === undefined ? {} : { beside: [index] }),
    ...rest,
  };
}
