/** Which project a session belongs to: by the real path in its lines, never by decoding the folder's name. */
import { basename } from "node:path";
import type { Project, SessionId } from "../model.ts";
import type { Traces } from "./evidence.ts";

/** The path for each session. */
export function projectPaths(sessions: readonly Traces[]): ReadonlyMap<SessionId, string> {
  const rootOfFolder = new Map<string, string>();
  for (const { folder, folders } of sessions) {
    // The agent may change folders while it works; the one that the log folder is named after is the root.
    const root = folders.find((path) => encoded(path) === basename(folder));
    if (root !== undefined && !rootOfFolder.has(folder)) rootOfFolder.set(folder, root);
  }
  return new Map(
    sessions.map(
      ({ session, folder, cwd, relocated }) =>
        [session, relocated ?? rootOfFolder.get(folder) ?? cwd ?? basename(folder)] as const,
    ),
  );
}

function encoded(path: string): string {
  return path.replace(/[^A-Za-z0-9]/g, "-");
}

/** `show` takes out what must not be seen: a project's name is part of its address. */
export function projects(paths: ReadonlyMap<SessionId, string>, show: (text: string) => string): readonly Project[] {
  const byPath = new Map<string, SessionId[]>();
  for (const [session, path] of paths) byPath.set(path, [...(byPath.get(path) ?? []), session]);
  const taken = new Set<string>();
  return [...byPath]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, sessions]) => {
      const name = nameOf(show(path));
      return { id: freeId(name, taken), name, path, sessions };
    });
}

function nameOf(path: string): string {
  const parts = path.split(/[\\/]/).filter((part) => part !== "");
  return parts.at(-1) ?? path;
}

function freeId(name: string, taken: Set<string>): string {
  const plain =
    name
      .toLowerCase()
      .normalize("NFKD")
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-+|-+$/g, "")
      .slice(0, 60) || "project";
  let id = plain;
  for (let next = 2; taken.has(id); next++) id = `${plain}-${next}`;
  taken.add(id);
  return id;
}
