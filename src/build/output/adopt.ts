/**
 * What of the old site the new one has as it is. Where thousands of pages have a folder each, a link for every file and
 * the removal of every other cost more than all else that a build of one changed session does. So the folder of all of
 * them moves over with the old site's place, and what is new or gone in it is exchanged.
 */

/** Folders that hold so many. Everything in them has a name that tells that it is ours. */
export const adoptable: readonly string[] = ["files/", "sessions/"];

/** Paths are of files, or of folders with all that is in them. */
export interface Adoption {
  /** Folders that move from the old site into the new one. */
  readonly roots: readonly string[];
  /** What is not adopted goes back to where the old site keeps it until it is removed. */
  readonly out: readonly string[];
  /** What was written aside comes in. */
  readonly put: readonly string[];
}

/** `undefined` where there is nothing of the kind; an error where the old site is not as it was when it was looked at. */
export function adoption(
  adopted: ReadonlySet<string>,
  old: readonly string[],
  fresh: readonly string[],
): Adoption | undefined {
  if (adopted.size === 0) return undefined;
  const folders = foldersOf(adopted);
  const roots = adoptable.filter((root) => folders.has(root));
  const unitsOf = (paths: readonly string[]): readonly string[] => [
    ...new Set(
      paths.filter((path) => roots.some((root) => path.startsWith(root))).map((path) => unitOf(path, folders)),
    ),
  ];
  const others = old.filter((path) => !adopted.has(path));
  if (old.length - others.length < adopted.size)
    throw new Error("Files of the old site went while the new one was built; it was left as it is. Build again.");
  return { roots, out: unitsOf(others), put: unitsOf(fresh) };
}

function foldersOf(paths: Iterable<string>): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const path of paths)
    for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
      const folder = path.slice(0, end + 1);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  return folders;
}

/** The file, or the highest folder above it in which nothing is adopted. */
function unitOf(path: string, folders: ReadonlySet<string>): string {
  for (let end = path.indexOf("/"); end > 0; end = path.indexOf("/", end + 1))
    if (!folders.has(path.slice(0, end + 1))) return path.slice(0, end);
  return path;
}
