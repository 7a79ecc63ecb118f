/** Finds session and agent logs below the sources. Sorted by path, so that nothing depends on disk order. */
import { lstatSync, readdirSync, realpathSync, type Stats } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import type { CodingAgent } from "../model/coding-agent.ts";
import type { Diagnostic } from "../model/diagnostics.ts";
import type { Kept } from "../model/kept.ts";
import type { AgentId } from "../model/session.ts";
import { usualSession } from "./session-id.ts";

export interface LogFile {
  /** The agent that wrote it; Claude Code where absent. */
  readonly agent?: CodingAgent;
  readonly path: string;
  /** The session in a file that holds several, such as a database. */
  readonly part?: string;
  /** As diagnostics name it: from the source's own folder on, with `/`. */
  readonly name: string;
  /** The folder that stands for the project. */
  readonly folder: string;
  readonly size: number;
  readonly modified: number;
  /** What the store knows of it; absent where it is not kept. */
  readonly kept?: Kept;
  /** Other versions of it, oldest first: lines that only they have are part of the log. */
  readonly versions?: readonly string[];
  /** In place of a log that is gone: the prompts that were typed, as lines of a log. */
  readonly prompts?: readonly string[];
  readonly role: /** `id` where the log tells it otherwise than by its name or its lines' `sessionId`. */
    | { readonly kind: "session"; readonly id?: string }
    | {
        readonly kind: "agent";
        readonly id: AgentId;
        /** The session folder it lies in; agents beside their session tell by their lines. */
        readonly session?: string;
        readonly workflow?: string;
      };
}

export interface Discovery {
  readonly files: readonly LogFile[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Several sources may hold the same file: it counts once. */
export function discover(sources: readonly string[]): Discovery {
  const files = new Map<string, LogFile>();
  const diagnostics: Diagnostic[] = [];
  for (const source of sources) {
    const root = realPath(resolve(source));
    for (const path of logPaths(root, diagnostics)) {
      const file = files.has(path) ? undefined : logFile(path, root, diagnostics);
      if (file !== undefined) files.set(path, file);
    }
  }
  return { files: [...files.values()].sort((a, b) => (a.path < b.path ? -1 : 1)), diagnostics };
}

/** What is named is read, also where it is a link or lies behind one. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function logPaths(root: string, diagnostics: Diagnostic[]): string[] {
  const stat = statOf(root, root, diagnostics);
  if (stat === undefined) return [];
  if (stat.isFile()) return [root, ...agentsOf(root, diagnostics)];
  const found: string[] = [];
  walk(root, root, found, diagnostics);
  return found;
}

/** One session file was named: its agents lie in a folder of its name, or beside it among those of others. */
function agentsOf(session: string, diagnostics: Diagnostic[]): string[] {
  const found: string[] = [];
  const folder = session.replace(/\.jsonl$/, "");
  if (folder !== session && statOf(folder, folder, [])?.isDirectory()) walk(folder, folder, found, diagnostics);
  const names = namesIn(dirname(session), dirname(session), []).filter((name) => /^agent-.*\.jsonl$/.test(name));
  const beside = names.map((name) => join(dirname(session), name)).filter((path) => path !== session);
  if (beside.length === 0) return found;
  const ids = new Set([basename(folder), usualSession(session)]);
  return [...found, ...beside.filter((path) => ids.has(usualSession(path)))];
}

/** Own walk: links are not followed, so that no loop and nothing outside the source is read. */
function walk(folder: string, root: string, found: string[], diagnostics: Diagnostic[]): void {
  const pending = [folder];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    for (const name of namesIn(at, root, diagnostics)) {
      const path = join(at, name);
      const stat = statOf(path, root, diagnostics);
      if (stat?.isDirectory()) {
        if (name !== "node_modules" && name !== ".git") pending.push(path);
      } else if (stat?.isFile()) {
        if (name.endsWith(".jsonl") && name !== "journal.jsonl") found.push(path);
      } else if (stat?.isSymbolicLink() || name.endsWith(".jsonl")) diagnostics.push(notFollowed(path, root, stat));
    }
  }
}

function logFile(path: string, root: string, diagnostics: Diagnostic[]): LogFile | undefined {
  const stat = statOf(path, root, diagnostics);
  if (stat === undefined || !stat.isFile()) return undefined;
  return { ...placeOf(path, root), path, size: stat.size, modified: stat.mtimeMs };
}

/** What the path of a log says, also of one that is gone. */
export function placeOf(path: string, root: string): Pick<LogFile, "name" | "folder" | "role"> {
  const parts = path.split(sep);
  const inSubagents = parts.lastIndexOf("subagents");
  const agent = /^agent-(.+)\.jsonl$/.exec(basename(path))?.[1];
  const workflow =
    inSubagents < 0 ? undefined : parts.slice(inSubagents + 1, -1).find((part) => part.startsWith("wf_"));
  const session = inSubagents < 1 ? undefined : parts[inSubagents - 1];
  const folder = inSubagents < 2 ? dirname(path) : parts.slice(0, inSubagents - 1).join(sep);
  return {
    name: nameOf(path, root),
    folder,
    role:
      agent === undefined && inSubagents < 0
        ? { kind: "session" }
        : {
            kind: "agent",
            id: (agent ?? basename(path, ".jsonl")) as AgentId,
            ...(session === undefined ? {} : { session }),
            ...(workflow === undefined ? {} : { workflow }),
          },
  };
}

function nameOf(path: string, root: string): string {
  const below = relative(root, path);
  if (below === "") return basename(path);
  if (below.startsWith("..")) return basename(path);
  return [basename(root), ...below.split(sep)].join("/");
}

function namesIn(folder: string, root: string, diagnostics: Diagnostic[]): string[] {
  try {
    return readdirSync(folder).sort();
  } catch (error) {
    diagnostics.push(unreadable(folder, root, error));
    return [];
  }
}

function statOf(path: string, root: string, diagnostics: Diagnostic[]) {
  try {
    return lstatSync(path);
  } catch (error) {
    diagnostics.push(unreadable(path, root, error));
    return undefined;
  }
}

function notFollowed(path: string, root: string, stat: Stats | undefined): Diagnostic {
  const at = { file: nameOf(path, root), line: 0 };
  return stat?.isSymbolicLink()
    ? { code: "link-not-followed", level: "warning", at, message: "A link; not followed. Name it to read it." }
    : { code: "unreadable-file", level: "warning", at, message: "Not a regular file; left out." };
}

export function unreadable(path: string, root: string, error: unknown): Diagnostic {
  const reason = error instanceof Error && "code" in error ? String(error.code) : "unknown reason";
  return {
    code: "unreadable-file",
    level: "error",
    at: { file: nameOf(path, root), line: 0 },
    message: `Could not be read (${reason}); left out.`,
  };
}
