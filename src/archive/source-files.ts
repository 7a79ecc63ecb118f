/** The files that sessions changed, over all sessions of a project. */
import { sourceAddress } from "../address/source-file.ts";
import type { FileRecord } from "../model/archive.ts";
import type { Project, SessionId } from "../model/session.ts";
import type { FileUse } from "../model/work.ts";
import { sourcePathIn } from "./source-path.ts";

type Sum = { -readonly [Key in keyof Omit<FileRecord, "address">]: Omit<FileRecord, "address">[Key] } & {
  readonly sessions: SessionId[];
  /** Where it was seen first: the path as the log has it, and the session's folder. */
  readonly seen: readonly [path: string, folder: string];
};

export class SourceFiles {
  /** By project, then by path. */
  readonly #files = new Map<string, Map<string, Sum>>();
  /** By the folder that it is seen from. */
  readonly #pathsIn = new Map<string, (path: string) => string>();

  /** `folder` is where the session ran, `session` its id as it may be seen. */
  add(files: readonly FileUse[], project: Project, folder: string, session: SessionId): void {
    const pathOf = this.#pathsIn.get(folder) ?? sourcePathIn(folder);
    this.#pathsIn.set(folder, pathOf);
    const sums = this.#files.get(project.id) ?? new Map<string, Sum>();
    this.#files.set(project.id, sums);
    for (const use of files) {
      const path = pathOf(use.path);
      let sum = sums.get(path);
      if (sum === undefined) {
        sum = {
          ...{ project: project.id, path, edits: 0, failed: 0, reads: 0, added: 0, removed: 0, sessions: [] },
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

  /** Those that were changed, by project and path. `show` takes out what must not be seen: two files may look alike then. */
  records(show: (text: string) => string): readonly FileRecord[] {
    const folders = new Map<string, (path: string) => string>();
    const fromFolder = (folder: string): ((path: string) => string) => {
      const known = folders.get(folder) ?? sourcePathIn(show(folder));
      folders.set(folder, known);
      return known;
    };
    const shown = new Map<string, Sum | Sum[]>();
    for (const sums of this.#files.values())
      for (const sum of sums.values()) {
        if (sum.edits === 0) continue;
        // As digests have it: the path as it may be seen, from the folder as it may be seen.
        const key = `${sum.project}\n${fromFolder(sum.seen[1])(show(sum.seen[0]))}`;
        const same = shown.get(key);
        if (same === undefined) shown.set(key, sum);
        else if (Array.isArray(same)) same.push(sum);
        else shown.set(key, [same, sum]);
      }
    const records = [...shown].map(([key, sums]): FileRecord => {
      const [first, ...others] = Array.isArray(sums) ? sums.sort(earlierFirst) : [sums];
      const { seen: _, ...file } = first as Sum;
      const path = key.slice(file.project.length + 1);
      return others.reduce(together, { ...file, path, address: sourceAddress(path) });
    });
    return records.sort((a, b) => compare(a.project, b.project) || compare(a.path, b.path));
  }
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
