/** The light records of the archive, as they may be seen. */
import type { FileRecord, SessionRecord } from "../archive.ts";
import type { Project, SessionId } from "../model.ts";
import type { SessionFiles } from "../read/sessions.ts";
import type { Learnt } from "../redact/index.ts";
import type { OwnFacts, SessionFacts } from "./facts.ts";
import type { Links } from "./links.ts";
import type { Shown } from "./redaction.ts";
import type { SessionSource } from "./source.ts";

export interface Counted {
  readonly files: SessionFiles;
  readonly facts: SessionFacts;
  readonly own: OwnFacts;
  readonly project: Project;
}

export interface Catalogue {
  /** Newest first. */
  readonly records: readonly SessionRecord[];
  readonly sources: ReadonlyMap<SessionId, SessionSource>;
  readonly files: readonly FileRecord[];
  readonly learnt: ReadonlyMap<SessionId, Learnt>;
}

export function catalogue(counted: readonly Counted[], linked: Links, show: Shown): Catalogue {
  const records: SessionRecord[] = [];
  const learnt = new Map<SessionId, Learnt>();
  const sources = new Map<SessionId, SessionSource>();
  const sums = new Map<string, FileRecord & { added: number; removed: number; readonly sessions: SessionId[] }>();
  for (const { files, facts, own, project } of counted) {
    const place = linked.place(facts.id);
    const context = linked.context(facts.id);
    const chain = linked.chainOf(facts.id);
    const record = show.record({
      ...own.draft,
      role: place.role,
      project: project.id,
      ...(place.origin === undefined ? {} : { origin: place.origin }),
      ...(chain === undefined ? {} : { chain: chain.id }),
      diagnostics: facts.own?.draft.diagnostics ?? 0,
    });
    records.push(Object.freeze(record));
    learnt.set(record.id, facts.learnt);
    sources.set(record.id, { id: facts.id, files, place, ...(context === undefined ? {} : { context }) });
    for (const file of own.files) {
      const key = `${project.id}\n${file.path}`;
      const sum = sums.get(key) ?? {
        project: project.id,
        path: show.text(file.path),
        added: 0,
        removed: 0,
        sessions: [],
      };
      sum.added += file.added;
      sum.removed += file.removed;
      sum.sessions.push(record.id);
      sums.set(key, sum);
    }
  }
  return { records: records.sort(newestFirst), sources, learnt, files: [...sums.values()] };
}

type Dated = Pick<SessionRecord, "id" | "span">;

export function newestFirst(a: Dated, b: Dated): number {
  return startOf(b) - startOf(a) || (a.id < b.id ? -1 : 1);
}

function startOf({ span }: Dated): number {
  return span === undefined ? 0 : Date.parse(span.from);
}
