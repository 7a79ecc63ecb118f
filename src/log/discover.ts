/** What finding logs gives, and what every agent's finder needs: a walk that follows no links, names for diagnostics. */
import { lstatSync, readdirSync, type Stats } from "node:fs";
import { basename, join, relative, sep } from "node:path";
import type { CodingAgent } from "../model/coding-agent.ts";
import type { Diagnostic } from "../model/diagnostics.ts";
import type { Kept } from "../model/kept.ts";
import type { AgentId } from "../model/session.ts";

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
  /** When the session began, where the first bytes of the file do not tell. */
  readonly began?: string;
  /** Other files that say something of it, such as an index of titles. */
  readonly beside?: readonly string[];
  /** The log whose lines its first ones may repeat. */
  readonly copiedFrom?: string;
  /** What tells whether it has changed, where the file holds more than this session. */
  readonly state?: string;
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
        /** What is known of it before it is read. */
        readonly meta?: AgentMeta;
      };
}

/** What `agent-<id>.meta.json` says, or the first line of an agent's log. */
export interface AgentMeta {
  readonly type?: string;
  readonly description?: string;
  readonly calledBy?: string;
  readonly isFork?: true;
  /** The agent that sent it, where the call is not known. */
  readonly parent?: string;
  /** The phase of the workflow that it worked in. */
  readonly phase?: string;
  /** The client made it for its own purposes. */
  readonly isInternal?: true;
}

export interface Discovery {
  readonly files: readonly LogFile[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Own walk: links are not followed, so that no loop and nothing outside the source is read. Paths of regular files, sorted. */
export function filesBelow(
  folder: string,
  root: string,
  isWanted: (name: string, path: string) => boolean,
  diagnostics: Diagnostic[],
): string[] {
  const found: string[] = [];
  const pending = [folder];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    for (const name of namesIn(at, root, diagnostics)) {
      const path = join(at, name);
      const stat = statOf(path, root, diagnostics);
      if (stat?.isDirectory()) {
        if (name !== "node_modules" && name !== ".git") pending.push(path);
      } else if (stat?.isFile()) {
        if (isWanted(name, path)) found.push(path);
      } else if (stat?.isSymbolicLink() || isWanted(name, path)) diagnostics.push(notFollowed(path, root, stat));
    }
  }
  return found;
}

/** As diagnostics name a file of a source. */
export function nameOf(path: string, root: string): string {
  const below = relative(root, path);
  if (below === "") return basename(path);
  if (below.startsWith("..")) return basename(path);
  return [basename(root), ...below.split(sep)].join("/");
}

export function namesIn(folder: string, root: string, diagnostics: Diagnostic[]): string[] {
  try {
    return readdirSync(folder).sort();
  } catch (error) {
    diagnostics.push(unreadable(folder, root, error));
    return [];
  }
}

export function statOf(path: string, root: string, diagnostics: Diagnostic[]) {
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
