/** The records of all sessions and files of an archive, as they may be seen. */

import type { SessionFiles } from "../log/session-files.ts";
import type { FileRecord, SessionRecord } from "../model/archive.ts";
import type { Project, SessionId } from "../model/session.ts";
import type { OwnFacts, SessionFacts } from "./facts.ts";
import type { Links } from "./links.ts";
import type { Redaction } from "./redaction.ts";
import type { SessionSource } from "./source.ts";

/** A session with a conversation, and the project that it belongs to. */
export interface FoundSession {
  readonly files: SessionFiles;
  readonly facts: SessionFacts;
  readonly own: OwnFacts;
  readonly project: Project;
}

export interface ArchiveContents {
  /** Newest first. */
  readonly sessions: readonly SessionRecord[];
  readonly sources: ReadonlyMap<SessionId, SessionSource>;
  readonly files: readonly FileRecord[];
  /** What redaction found in each session. */
  readonly secrets: ReadonlyMap<SessionId, readonly string[]>;
}

export function archiveContents(found: readonly FoundSession[], linked: Links, redaction: Redaction): ArchiveContents {
  const records: SessionRecord[] = [];
  const secrets = new Map<SessionId, readonly string[]>();
  const sources = new Map<SessionId, SessionSource>();
  const sums = new Map<string, FileRecord & { added: number; removed: number; readonly sessions: SessionId[] }>();
  for (const { files, facts, own, project } of found) {
    const place = linked.place(facts.id);
    const context = linked.context(facts.id);
    const chain = linked.chainOf(facts.id);
    const record = redaction.record({
      ...own.draft,
      role: place.role,
      project: project.id,
      ...(place.origin === undefined ? {} : { origin: place.origin }),
      ...(chain === undefined ? {} : { chain: chain.id }),
    });
    records.push(Object.freeze(record));
    secrets.set(record.id, [...new Set(facts.learnt.found.map(({ secret }) => secret))]);
    sources.set(record.id, { id: facts.id, files, place, ...(context === undefined ? {} : { context }) });
    for (const file of own.files) {
      const key = `${project.id}\n${file.path}`;
      const sum = sums.get(key);
      if (sum === undefined) {
        const { added, removed } = file;
        // Most have one: a list that grows takes room for sixteen.
        sums.set(key, { project: project.id, path: redaction.text(file.path), added, removed, sessions: [record.id] });
      } else {
        sum.added += file.added;
        sum.removed += file.removed;
        sum.sessions.push(record.id);
      }
    }
  }
  return { sessions: records.sort(newestFirst), sources, secrets, files: [...sums.values()] };
}

type Dated = Pick<SessionRecord, "id" | "span">;

export function newestFirst(a: Dated, b: Dated): number {
  return startOf(b) - startOf(a) || (a.id < b.id ? -1 : 1);
}

function startOf({ span }: Dated): number {
  return span === undefined ? 0 : Date.parse(span.from);
}
