/** Which project a session belongs to: by the real path in its lines, never by decoding the folder's name. */

import { basename } from "node:path";
import type { Project, SessionId } from "../../model/session.ts";
import { append } from "../../system/append.ts";
import { addresses, type Given } from "./addresses.ts";
import type { UsageEvidence } from "./evidence.ts";

/**
 * Folders that are copies of one repository, by the address that it is pushed to, where logs tell that: the one with the
 * most sessions stands for all. Agents keep worktrees in places of their own, which say nothing of the project.
 */
export function sameRepository(
  sessions: readonly UsageEvidence[],
  paths: ReadonlyMap<SessionId, string>,
): (folder: string) => string {
  const remotes = new Map<string, string | undefined>();
  const uses = new Map<string, number>();
  for (const { session, remote } of sessions) {
    const folder = mainFolder(paths.get(session) ?? "");
    uses.set(folder, (uses.get(folder) ?? 0) + 1);
    if (remote === undefined) continue;
    const name = remoteName(remote);
    // A folder that was two repositories is none of them.
    remotes.set(folder, remotes.has(folder) && remotes.get(folder) !== name ? undefined : name);
  }
  const best = new Map<string, string>();
  for (const [folder, remote] of remotes) {
    const before = remote === undefined ? undefined : best.get(remote);
    if (remote !== undefined && (before === undefined || (uses.get(folder) ?? 0) > (uses.get(before) ?? 0)))
      best.set(remote, folder);
  }
  return (folder) => best.get(remotes.get(folder) ?? "") ?? folder;
}

/** `git@github.com:mara/tidemark.git` and `https://github.com/mara/tidemark` are one; so is `mara/tidemark`, as Copilot has it. */
export function remoteName(remote: string): string {
  const plain = remote
    .trim()
    .toLowerCase()
    .replace(/^(?:[a-z+]+:\/\/)?(?:[^@/]+@)?/, "")
    .replace(":", "/")
    .replace(/\/+$|\.git\/*$/g, "");
  return /^[^/.]+\/[^/]+$/.test(plain) ? `github.com/${plain}` : plain;
}

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
  repository: (folder: string) => string = (folder) => folder,
): readonly Project[] {
  const byPath = new Map<string, SessionId[]>();
  for (const [session, folder] of paths) {
    const path = repository(mainFolder(folder));
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
  // Gemini CLI's folders are called by a hash of the project's path, which its logs do not always tell.
  if (/^[0-9a-f]{64}$/.test(path)) return `unknown project ${path.slice(0, 8)}`;
  const parts = path.split(/[\\/]/).filter((part) => part !== "");
  return parts.at(-1) ?? path;
}
