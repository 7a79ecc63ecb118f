/** Which projects of an archive are a repository on this machine. */
import type { CommitRecord } from "../../model/decisions.ts";
import type { Project } from "../../model/session.ts";
import { mainFolder, remoteName } from "../link/projects.ts";
import type { Selection } from "../selection.ts";

export interface Repository {
  /** Its top folder and those of its worktrees. */
  readonly folders: readonly string[];
  /** The addresses that it is pushed to. */
  readonly remotes: readonly string[];
  /** The top folder of the repository that a folder is in; undefined for a folder that is not here. */
  readonly topOf: (folder: string) => string | undefined;
}

/** Ids of projects: by their folder, or by the address that their logs name. `projects` have their real paths. */
export function projectsOf(
  { folders, remotes, topOf }: Repository,
  found: Pick<Selection, "projects" | "remotes">,
): ReadonlySet<Project["id"]> {
  const own = new Set(folders.map((folder) => plain(mainFolder(folder))));
  const pushed = new Set(remotes.map(remoteName));
  const isHere = (path: string): boolean => {
    if (own.has(plain(path))) return true;
    // Somebody may have started in a folder of it; one repository may also lie within another.
    const top = topOf(path);
    return top !== undefined && own.has(plain(mainFolder(top)));
  };
  return new Set([
    ...found.projects.filter(({ path }) => isHere(path)).map(({ id }) => id),
    ...(found.remotes ?? []).filter(([, remote]) => pushed.has(remoteName(remote))).map(([id]) => id),
  ]);
}

/** Made in one of its projects, or in a session that pushes where it is pushed: a copy on another machine. */
export const isMadeIn =
  (projects: ReadonlySet<Project["id"]>, remotes: readonly string[]) =>
  ({ project, web, event }: Pick<CommitRecord, "project" | "web" | "event">): boolean =>
    (projects.has(project) && event.folder === undefined) ||
    (web !== undefined && remotes.some((remote) => remoteName(remote) === remoteName(web)));

/** `C:/Users/mara/tides` is what git makes of `c:\Users\mara\tides\`. */
const plain = (path: string): string =>
  path
    .replaceAll("\\", "/")
    .replace(/(?<=.)\/+$/, "")
    .replace(/^[a-z]:/, (drive) => drive.toUpperCase());
