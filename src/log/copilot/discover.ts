/** Copilot CLI's logs below one source: `session-state/<id>/events.jsonl`, before that `session-state/<id>.jsonl`, before that a JSON document. */
import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Diagnostic } from "../../model/diagnostics.ts";
import { plainName } from "../../system/packed-file.ts";
import { beginningOf } from "../beginning.ts";
import { type Discovery, filesBelow, type LogFile, nameOf, statOf } from "../discover.ts";

const folders = ["session-state", "history-session-state"] as const;

export function discover(root: string): Discovery {
  const diagnostics: Diagnostic[] = [];
  const isFolder = statOf(root, root, diagnostics)?.isDirectory() === true;
  return {
    files: paths(root, isFolder, diagnostics).flatMap((path) => logFile(path, root, diagnostics) ?? []),
    diagnostics,
  };
}

/** Of the client's own folder only those two: it keeps much else. */
function paths(root: string, isFolder: boolean, diagnostics: Diagnostic[]): readonly string[] {
  if (!isFolder) return [root];
  const own = folders.map((name) => join(root, name)).filter((path) => existsSync(path));
  return (own.length === 0 ? [root] : own).flatMap((folder) => filesBelow(folder, root, isWanted, diagnostics));
}

/** A session's folder also holds files that were made in it. */
function isWanted(name: string, path: string): boolean {
  if (!/\.jsonl?$/.test(name)) return false;
  const parts = path.split(/[/\\]/);
  const state = parts.lastIndexOf("session-state");
  if (state < 0 || state < parts.length - 3) return state < 0 && isLog(path);
  return parts.length - state === 2 ? name.endsWith(".jsonl") : name === "events.jsonl";
}

export function isLog(path: string): boolean {
  const name = plainName(path);
  const head = beginningOf(path).toString("utf8");
  if (name.endsWith(".json")) return /"sessionId"\s*:/.test(head) && /"(?:chatMessages|timeline)"\s*:\s*\[/.test(head);
  if (!name.endsWith(".jsonl")) return false;
  return /^\s*\{[^\n]{0,600}"type"\s*:\s*"(?:session\.(?:start|resume)|user\.message|assistant\.message|hook\.start)"/.test(
    head,
  );
}

function logFile(path: string, root: string, diagnostics: Diagnostic[]): LogFile | undefined {
  const stat = statOf(path, root, diagnostics);
  if (stat === undefined || !stat.isFile()) return undefined;
  const beside = ["workspace.yaml", "plan.md"]
    .map((name) => join(dirname(path), name))
    .filter((file) => existsSync(file));
  return {
    agent: "copilot",
    path,
    name: nameOf(path, root),
    folder: dirname(path),
    size: stat.size,
    modified: stat.mtimeMs,
    ...(isEvents(path) ? { beside } : {}),
    role: { kind: "session", id: idOf(path) },
  };
}

export const isEvents = (path: string): boolean => basename(plainName(path)) === "events.jsonl";

function idOf(path: string): string {
  const named = /"sessionId"\s*:\s*"([^"\\]{1,200})"/.exec(beginningOf(path).toString("utf8"))?.[1];
  const name = basename(plainName(path)).replace(/\.jsonl?$/, "");
  return named ?? (isEvents(path) ? basename(dirname(path)) : name);
}
