/** The files that sessions changed, over all sessions of a project. */
import { sourceAddress } from "../address/source-file.ts";
import type { FileRecord } from "../model/archive.ts";
import type { Project, SessionId } from "../model/session.ts";
import type { FileUse } from "../model/work.ts";
import { append } from "../system/append.ts";
import { perObject } from "../system/per-object.ts";
import { sourcePathIn } from "./source-path.ts";

/** What one session did with files of its project. */
export interface SessionFileUses {
  /** As it may be seen. */
  readonly session: SessionId;
  /** Where it ran. */
  readonly folder: string;
  readonly files: readonly FileUse[];
}

type Sum = { -readonly [Key in keyof Omit<FileRecord, "address">]: Omit<FileRecord, "address">[Key] } & {
  readonly sessions: SessionId[];
  /** Where it was seen first: the path as the log has it, and the session's folder. */
  readonly seen: readonly [path: string, folder: string];
};

/**
 * Those that were changed, by path. It is a function of what it gets: a build that knows the list for the same sessions
 * need not make it again. `show` takes out what must not be seen: two files may look alike then.
 */
export function projectFiles(
  project: Project["id"],
  sessions: readonly SessionFileUses[],
  show: (text: string) => string,
): readonly FileRecord[] {
  return shownFiles(sumsOf(project, sessions), show);
}

function sumsOf(project: Project["id"], sessions: readonly SessionFileUses[]): Iterable<Sum> {
  const sums = new Map<string, Sum>();
  /** By the folder that it is seen from. */
  const pathsIn = new Map<string, (path: string) => string>();
  for (const { session, folder, files } of sessions) {
    const pathOf = pathsIn.get(folder) ?? sourcePathIn(folder);
    pathsIn.set(folder, pathOf);
    for (const use of files) {
      const path = pathOf(use.path);
      let sum = sums.get(path);
      if (sum === undefined) {
        sum = {
          ...{ project, path, edits: 0, failed: 0, reads: 0, added: 0, removed: 0, sessions: [] },
          seen: [use.path, folder],
        };
        sums.set(path, sum);
      }
      sum.edits += use.edits;
      sum.failed += use.failed;
      sum.reads += use.reads;
      sum.added += use.added;
      sum.removed += use.removed;
      const { first, last } = use;
      if (first !== undefined && (sum.first === undefined || first < sum.first)) sum.first = first;
      if (last !== undefined && (sum.last === undefined || last > sum.last)) sum.last = last;
      if ((use.edits > 0 || use.failed > 0) && sum.sessions.at(-1) !== session) sum.sessions.push(session);
    }
  }
  return sums.values();
}

function shownFiles(sums: Iterable<Sum>, show: (text: string) => string): readonly FileRecord[] {
  const folders = new Map<string, (path: string) => string>();
  const fromFolder = (folder: string): ((path: string) => string) => {
    const known = folders.get(folder) ?? sourcePathIn(show(folder));
    folders.set(folder, known);
    return known;
  };
  const shown = new Map<string, Sum[]>();
  for (const sum of sums) {
    // As digests have it: the path as it may be seen, from the folder as it may be seen.
    if (sum.edits > 0) append(shown, fromFolder(sum.seen[1])(show(sum.seen[0])), sum);
  }
  const records = [...shown].map(([path, same]): FileRecord => {
    const [first, ...others] = same.sort(earlierFirst);
    return others.reduce(together, recordOf(first as Sum, path));
  });
  return records.sort((a, b) => compare(a.path, b.path));
}

/** Field by field: of thousands of records that are copied as a whole, each has a shape of its own in memory. */
function recordOf(
  { project, edits, failed, reads, added, removed, sessions, first, last }: Sum,
  path: string,
): FileRecord {
  const record: { -readonly [Key in keyof FileRecord]: FileRecord[Key] } = {
    project,
    path,
    address: sourceAddress(path),
    edits,
    failed,
    reads,
    added,
    removed,
    // An array that values were pushed to has room for sixteen more.
    sessions: sessions.slice(),
  };
  if (first !== undefined) record.first = first;
  if (last !== undefined) record.last = last;
  return record;
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const earlierFirst = (a: Sum, b: Sum): number => compare(a.first ?? "9", b.first ?? "9") || compare(a.path, b.path);

/** `one` was edited first. */
function together(one: FileRecord, two: Omit<Sum, "seen">): FileRecord {
  const last = one.last === undefined || (two.last ?? "") > one.last ? two.last : one.last;
  return {
    ...one,
    edits: one.edits + two.edits,
    failed: one.failed + two.failed,
    reads: one.reads + two.reads,
    added: one.added + two.added,
    removed: one.removed + two.removed,
    ...(last === undefined ? {} : { last }),
    sessions: [...new Set([...one.sessions, ...two.sessions])],
  };
}

/** The files of one project. */
export const filesOf = (project: Pick<Project, "id">, all: readonly FileRecord[]): readonly FileRecord[] =>
  byProject(all).get(project.id) ?? [];

/** Every project asks for its own. */
const byProject = perObject((all: readonly FileRecord[]): ReadonlyMap<Project["id"], FileRecord[]> => {
  const found = new Map<Project["id"], FileRecord[]>();
  for (const file of all) append(found, file.project, file);
  return found;
});
