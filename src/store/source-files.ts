/** Which files of a source are kept: logs and what belongs to them, by their places below the source's folder in the store. */
import { lstatSync, readdirSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import { filesBelow, type LogFile } from "../log/discover.ts";
import { findLogs, ownFolders, writerOf } from "../log/find-logs.ts";
import { providerOf } from "../log/providers.ts";
import { type CodingAgent, codingAgents } from "../model/coding-agent.ts";
import { digest } from "../system/checked-file.ts";
import { isSessionId, keyOf, safeName } from "./manifest.ts";

export interface SourceFile {
  /** Its path in the store, but for what the packing adds. */
  readonly key: string;
  readonly path: string;
  /** What the file system says of it, in one text. */
  readonly stat: string;
  /** It was written just now, and may change again without its time telling. */
  readonly isFresh: boolean;
  /** What is kept where that is not the file itself. */
  readonly content?: () => Buffer | undefined;
}

export interface SourceFiles {
  readonly files: readonly SourceFile[];
  /** Folders and files that could not be read, with the reason. */
  readonly unread: readonly { readonly path: string; readonly reason: string }[];
}

/** Beside `projects` in Claude Code's folder: whole folders, and files. */
const companions = ["plans", "image-cache", "paste-cache"];
const history = "history.jsonl";
/** Clocks of file systems tick this slowly, the worst of them. */
const tick = 2000;

/** The agent whose own folder or database it is, where it is not Claude Code. */
export function agentOfFolder(root: string): CodingAgent | undefined {
  if (lstatSync(root, { throwIfNoEntry: false })?.isFile()) {
    const writer = writerOf(root);
    return writer?.kept === undefined ? undefined : writer.agent;
  }
  const [first, ...others] = ownFolders(root).map(([{ agent }]) => agent);
  return others.length > 0 || first === codingAgents[0] ? undefined : first;
}

/** The logs of another agent, with what its reader says belongs to them; of a database each session by itself. */
function otherAgents(root: string, id: string, now: number): SourceFiles {
  const { files: logs, diagnostics } = findLogs([root]);
  const files = new Map<string, SourceFile>();
  const add = (path: string): void => {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (stat === undefined || !stat.isFile()) return;
    const below = relative(root, path);
    const above = relative(dirname(root), path);
    if (above.startsWith("..")) return;
    const key = below.startsWith("..") ? `${id}/${above.split(sep).join("/")}` : keyOf(id, below);
    const isFresh = Math.max(stat.mtimeMs, stat.ctimeMs) > now - tick;
    const state = `${stat.size} ${stat.mtimeMs} ${stat.ctimeMs} ${stat.ino}`;
    files.set(path, { path, key, isFresh, stat: state });
  };
  for (const log of logs) {
    if (log.state === undefined) for (const path of [log.path, ...(log.beside ?? [])]) add(path);
    else {
      const key = keyOf(id, keptPath(root, log));
      const content = (): Buffer | undefined => {
        const lines = providerOf(log).kept?.(log);
        return lines === undefined ? undefined : Buffer.from(lines);
      };
      files.set(key, { path: log.path, key, isFresh: false, stat: digest(log.state), content });
    }
  }
  for (const [{ isCompanion }] of ownFolders(root))
    if (isCompanion !== undefined)
      for (const path of filesBelow(root, root, (_, each) => isCompanion(each), [])) add(path);
  const unread = diagnostics.flatMap(({ code, at, message }) =>
    code === "unreadable-file" ? [{ path: at.file, reason: message }] : [],
  );
  return { files: [...files.values()], unread };
}

/** A session of a file with several, or of several files, as it is called in the store. */
export function keptPath(root: string, { path, part, state, role }: LogFile): string {
  const below = relative(root, path);
  const id = part ?? (role.kind === "session" ? role.id : role.id);
  return state === undefined ? below : join(below, `${safeName(id ?? "session")}.jsonl`);
}

/** Where that was: a session in a database is called as if the database were a folder, one in a file as the file. */
export const pathBeforeKept = (path: string): string =>
  path.replace(/\.jsonl$/, "").replace(/(\.json)[/\\][^/\\]+$/, "$1");

/** Links are not followed. */
export function sourceFiles(root: string, id: string, now = Date.now()): SourceFiles {
  if (agentOfFolder(root) !== undefined) return otherAgents(root, id, now);
  const files: SourceFile[] = [];
  const unread: { path: string; reason: string }[] = [];
  const add = (path: string, key: string): void => {
    try {
      const stat = lstatSync(path);
      if (!stat.isFile()) return;
      const isFresh = Math.max(stat.mtimeMs, stat.ctimeMs) > now - tick;
      files.push({ path, key, isFresh, stat: `${stat.size} ${stat.mtimeMs} ${stat.ctimeMs} ${stat.ino}` });
    } catch (error) {
      unread.push({ path, reason: codeOf(error) });
    }
  };
  const walk = (folder: string, keyFor: (path: string) => string | undefined): void => {
    const folders = [folder];
    for (let at = folders.pop(); at !== undefined; at = folders.pop()) {
      for (const entry of entriesIn(at, unread)) {
        const path = join(at, entry.name);
        if (entry.isDirectory()) {
          if (entry.name !== "node_modules" && entry.name !== ".git") folders.push(path);
          continue;
        }
        const key = entry.isFile() ? keyFor(path) : undefined;
        if (key !== undefined) add(path, key);
      }
    }
  };
  walk(root, (path) => (isOfLogs(path) ? keyOf(id, relative(root, path)) : undefined));
  if (basename(root) === "projects") {
    const home = dirname(root);
    const inHome = (path: string): string => `${id}/${relative(home, path).split(sep).join("/")}`;
    for (const name of companions) if (isThere(join(home, name))) walk(join(home, name), inHome);
    if (isThere(join(home, history))) add(join(home, history), inHome(join(home, history)));
  }
  return { files, unread };
}

export const isHistory = (key: string): boolean => key.endsWith(`/${history}`) && key.split("/").length === 3;

/** The folder of a session: what it holds is outputs, agents and workflows. */
const isOfSession = (name: string): boolean => name === "tool-results" || isSessionId(name);

function isOfLogs(path: string): boolean {
  return path.endsWith(".jsonl") || path.endsWith(".meta.json") || dirname(path).split(sep).some(isOfSession);
}

function isThere(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch {
    return false;
  }
}

function entriesIn(folder: string, unread: { path: string; reason: string }[]) {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    unread.push({ path: folder, reason: codeOf(error) });
    return [];
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error ? String(error.code) : "unknown reason";
