/** Gemini CLI's logs below one source: `tmp/<project>/chats/session-<time>-<id>.jsonl`, agents in a folder of their session. */
import { basename, dirname, join } from "node:path";
import type { Diagnostic } from "../../model/diagnostics.ts";
import type { AgentId } from "../../model/session.ts";
import { plainName } from "../../system/packed-file.ts";
import { beginningOf } from "../beginning.ts";
import { type Discovery, filesBelow, type LogFile, nameOf, statOf } from "../discover.ts";
import { readRegular } from "../regular-file.ts";
import { type Projects, projectsIn } from "./project.ts";
import { folderIn } from "./prompts.ts";

const mostBytes = 512 << 20;

interface Found {
  readonly path: string;
  readonly id: string;
  /** The session whose agent it is, or the agent that sent it. */
  readonly parent?: string;
}

export function discover(root: string): Discovery {
  const diagnostics: Diagnostic[] = [];
  const isFolder = statOf(root, root, diagnostics)?.isDirectory() === true;
  const paths = isFolder ? filesBelow(root, root, isLogPath, diagnostics) : withAgents(root, diagnostics);
  const found = withoutOlder(paths.map(foundAt));
  const projects = projectsIn(() => found.flatMap(({ path }) => folderIn(unescaped(beginning(path))) ?? []));
  const sessionOf = sessions(found);
  return {
    files: found.flatMap((each) => logFile(each, root, projects, sessionOf, diagnostics) ?? []),
    diagnostics,
  };
}

/** A named session, with its agents. */
function withAgents(path: string, diagnostics: Diagnostic[]): readonly string[] {
  const folder = join(dirname(path), foundAt(path).id);
  const hasFolder = statOf(folder, folder, [])?.isDirectory() === true;
  return [path, ...(hasFolder ? filesBelow(folder, folder, isLogPath, diagnostics) : [])];
}

/** What is half written, or was put aside as unreadable, is not. */
function isLogPath(name: string, path: string): boolean {
  if (!/\.jsonl?$/.test(name) || /\.(?:tmp|unreadable)-/.test(name)) return false;
  return inChats(path) !== undefined || isLog(path);
}

/** The folder `chats` that it lies in, and whose agent it is where it lies deeper. */
function inChats(path: string): { readonly chats: string; readonly parent?: string } | undefined {
  const folder = dirname(path);
  if (basename(folder) === "chats") return basename(path).startsWith("session-") ? { chats: folder } : undefined;
  const above = dirname(folder);
  return basename(above) === "chats" ? { chats: above, parent: basename(folder) } : undefined;
}

export function isLog(path: string): boolean {
  const name = basename(plainName(path));
  if (!/\.jsonl?$/.test(name) || /\.(?:tmp|unreadable)-/.test(name)) return false;
  const head = beginning(path);
  if (name.endsWith(".json")) return /"messages"\s*:\s*\[/.test(head) && /"(?:projectHash|sessionId)"\s*:/.test(head);
  return /^\s*\{\s*"sessionId"\s*:[^\n]*"projectHash"\s*:|^\s*\{"\$set"\s*:|"type"\s*:\s*"gemini"/.test(head);
}

const beginning = (path: string): string => beginningOf(path).toString("utf8");

const unescaped = (text: string): string => text.replaceAll("\\n", "\n");

function foundAt(path: string): Found {
  const parent = inChats(path)?.parent;
  return { path, id: idOf(path), ...(parent === undefined ? {} : { parent }) };
}

/** As the header has it; in some files it stands at the end. */
function idOf(path: string): string {
  const named = /"sessionId"\s*:\s*"([^"\\]{1,200})"/;
  const name = basename(plainName(path)).replace(/\.jsonl?$/, "");
  return (
    named.exec(beginning(path))?.[1] ??
    (path.endsWith(".json") ? named.exec(readRegular(path, mostBytes)?.toString() ?? "")?.[1] : undefined) ??
    name
  );
}

/** A session of the older form that was taken up again is written once more as lines, beside it: those have everything. */
function withoutOlder(all: readonly Found[]): readonly Found[] {
  const place = ({ path, id }: Found): string => `${dirname(path)}\n${id}`;
  const asLines = new Set(all.filter(({ path }) => plainName(path).endsWith(".jsonl")).map(place));
  return all.filter((each) => !plainName(each.path).endsWith(".json") || !asLines.has(place(each)));
}

/** The session that an agent worked for, also one that another agent sent. */
function sessions(all: readonly Found[]): (agent: Found) => string {
  const parents = new Map(all.flatMap(({ id, parent }) => (parent === undefined ? [] : [[id, parent] as const])));
  return ({ parent = "" }) => {
    const seen = new Set<string>();
    let at = parent;
    for (let above = parents.get(at); above !== undefined && !seen.has(at); above = parents.get(at)) {
      seen.add(at);
      at = above;
    }
    return at;
  };
}

function logFile(
  found: Found,
  root: string,
  projects: Projects,
  sessionOf: (agent: Found) => string,
  diagnostics: Diagnostic[],
): LogFile | undefined {
  const { path, id, parent } = found;
  const stat = statOf(path, root, diagnostics);
  if (stat === undefined || !stat.isFile()) return undefined;
  const chats = inChats(path)?.chats ?? dirname(path);
  const project = basename(chats) === "chats" ? dirname(chats) : chats;
  const session = sessionOf(found);
  const sender = parent === undefined || parent === session ? {} : { meta: { parent } };
  return {
    agent: "gemini",
    path,
    name: nameOf(path, root),
    folder: projects.of(project),
    size: stat.size,
    modified: stat.mtimeMs,
    beside: projects.beside(project),
    role: parent === undefined ? { kind: "session", id } : { kind: "agent", id: id as AgentId, session, ...sender },
  };
}
