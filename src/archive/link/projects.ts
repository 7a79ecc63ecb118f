/** Which project a session belongs to: by the real path in its lines, never by decoding the folder's name. */
import { createHash } from "node:crypto";
import { basename } from "node:path";
import type { Project, SessionId } from "../../model/session.ts";
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

/**
 * `paths` come earliest session first, and so do addresses: a project that appears later takes no other's. `show` takes
 * out what must not be seen: a project's name is part of its address.
 */
export function projects(paths: ReadonlyMap<SessionId, string>, show: (text: string) => string): readonly Project[] {
  const byPath = new Map<string, SessionId[]>();
  for (const [session, path] of paths) {
    const sessions = byPath.get(path);
    if (sessions === undefined) byPath.set(path, [session]);
    else sessions.push(session);
  }
  const taken = new Set<string>();
  return [...byPath]
    .map(([path, sessions]) => {
      const shown = show(path);
      const name = nameOf(shown);
      return { id: freeId(name, shown, taken), name, path, sessions };
    })
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

function nameOf(path: string): string {
  const parts = path.split(/[\\/]/).filter((part) => part !== "");
  return parts.at(-1) ?? path;
}

/** The name; where another project has it already, with letters made of its own path, which no third project changes. */
function freeId(name: string, path: string, taken: Set<string>): string {
  const plain = name
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60);
  const hash = createHash("sha256").update(path).digest("hex");
  const suffixed = (length: number): string => `${plain === "" ? "project" : plain}-${hash.slice(0, length)}`;
  let id = plain === "" ? suffixed(6) : plain;
  for (let length = 6; taken.has(id) && length <= hash.length; length++) id = suffixed(length);
  // Redaction may make one path of two.
  for (let next = 2; taken.has(id); next++) id = `${suffixed(6)}-${next}`;
  taken.add(id);
  return id;
}
