/** Which project a session belongs to: by the real path in its lines, never by decoding the folder's name. */

import { basename } from "node:path";
import type { Project, SessionId } from "../../model/session.ts";
import { append } from "../../system/append.ts";
import { addresses, type Given } from "./addresses.ts";
import type { UsageEvidence } from "./evidence.ts";

/** The path for each session. */
export function projectPaths(sessions: readonly UsageEvidence[]): ReadonlyMap<SessionId, string> {
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

/** A worktree is a second copy of its project, called "3" or after a branch: what is done there is done for that one. */
export function mainFolder(path: string): string {
  const main = path.replace(/(?:[\\/](?:\.claude[\\/]worktrees|\.worktrees)[\\/][^\\/]+)+$/, "");
  // One folder for the worktrees of many projects does not say which one is whose.
  return main === "" || /^(?:[A-Za-z]:)?(?:[\\/](?:Users|home)[\\/][^\\/]+|[\\/]root)?$/i.test(main) ? path : main;
}

function encoded(path: string): string {
  return path.replace(/[^A-Za-z0-9]/g, "-");
}

/**
 * `paths` come earliest session first, and so do addresses: a project that appears later takes no other's. `show` takes
 * out what must not be seen: a project's name is part of its address. `given`: those that the site before had.
 */
export function projects(
  paths: ReadonlyMap<SessionId, string>,
  show: (text: string) => string,
  given: readonly Given[] = [],
): readonly Project[] {
  const byPath = new Map<string, SessionId[]>();
  for (const [session, folder] of paths) {
    const path = mainFolder(folder);
    append(byPath, path, session);
  }
  const named = [...byPath].map(([path, sessions]) => {
    const shown = show(path);
    return { name: nameOf(shown), path: shown, sessions };
  });
  const ids = addresses(named, given);
  return [...byPath]
    .map(([path, sessions], at) => ({ id: ids[at] ?? "", name: named[at]?.name ?? "", path, sessions }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

function nameOf(path: string): string {
  const parts = path.split(/[\\/]/).filter((part) => part !== "");
  return parts.at(-1) ?? path;
}
