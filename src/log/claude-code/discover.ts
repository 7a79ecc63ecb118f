/** Claude Code's session and agent logs below one source. */
import { basename, dirname, join, sep } from "node:path";
import type { Diagnostic } from "../../model/diagnostics.ts";
import type { AgentId } from "../../model/session.ts";
import { type Discovery, filesBelow, type LogFile, nameOf, namesIn, statOf } from "../discover.ts";
import { usualSession } from "../session-id.ts";

export function discover(root: string): Discovery {
  const diagnostics: Diagnostic[] = [];
  const files = new Map<string, LogFile>();
  for (const path of logPaths(root, diagnostics)) {
    const file = files.has(path) ? undefined : logFile(path, root, diagnostics);
    if (file !== undefined) files.set(path, file);
  }
  return { files: [...files.values()], diagnostics };
}

/** A workflow's journal repeats what its agents' transcripts have. */
const isLogName = (name: string): boolean => name.endsWith(".jsonl") && name !== "journal.jsonl";

function logPaths(root: string, diagnostics: Diagnostic[]): string[] {
  const stat = statOf(root, root, diagnostics);
  if (stat === undefined) return [];
  if (stat.isFile()) return [root, ...agentsOf(root, diagnostics)];
  return filesBelow(root, root, isLogName, diagnostics);
}

/** One session file was named: its agents lie in a folder of its name, or beside it among those of others. */
function agentsOf(session: string, diagnostics: Diagnostic[]): string[] {
  const folder = session.replace(/\.jsonl$/, "");
  const hasFolder = folder !== session && statOf(folder, folder, [])?.isDirectory();
  const found = hasFolder ? filesBelow(folder, folder, isLogName, diagnostics) : [];
  const names = namesIn(dirname(session), dirname(session), []).filter((name) => /^agent-.*\.jsonl$/.test(name));
  const beside = names.map((name) => join(dirname(session), name)).filter((path) => path !== session);
  if (beside.length === 0) return found;
  const ids = new Set([basename(folder), usualSession(session)]);
  return [...found, ...beside.filter((path) => ids.has(usualSession(path)))];
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
