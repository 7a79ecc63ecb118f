/** The records of all sessions and files of an archive, as they may be seen. */

import type { SessionFiles } from "../log/session-files.ts";
import type { FileRecord, SessionRecord } from "../model/archive.ts";
import type { Project, SessionId } from "../model/session.ts";
import { append } from "../system/append.ts";
import type { OwnFacts, SessionFacts } from "./facts.ts";
import type { Links } from "./links.ts";
import { type ArchiveNotes, shownNote } from "./notes/apply.ts";
import type { Redaction } from "./redaction.ts";
import type { SessionSource } from "./source.ts";
import { projectFiles, type SessionFileUses } from "./source-files.ts";

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
}

/** `notes` are those that pages show. */
export function archiveContents(
  found: readonly FoundSession[],
  linked: Links,
  redaction: Redaction,
  notes: ArchiveNotes = { all: new Map(), isShown: true },
): ArchiveContents {
  const records: SessionRecord[] = [];
  const sources = new Map<SessionId, SessionSource>();
  for (const { files, facts, own, project } of found) {
    const kept = (files.file ?? files.agents[0]?.file)?.kept;
    const note = notes.all.get(facts.id);
    const shown = notes.isShown ? shownNote(note) : undefined;
    const titled = note?.title === undefined ? {} : { title: note.title, titleFrom: "note" as const };
    const place = { ...linked.place(facts.id), ...(kept === undefined ? {} : { kept }), ...titled };
    const context = linked.context(facts.id);
    const chain = linked.chainOf(facts.id);
    const record = redaction.record({
      ...own.draft,
      ...titled,
      ...(shown === undefined ? {} : { notes: shown }),
      role: place.role,
      project: project.id,
      ...(place.origin === undefined ? {} : { origin: place.origin }),
      ...(kept === undefined ? {} : { kept }),
      ...(chain === undefined ? {} : { chain: chain.id }),
    });
    records.push(Object.freeze(record));
    sources.set(record.id, { id: facts.id, files, place, ...(context === undefined ? {} : { context }) });
  }
  return { sessions: records.sort(newestFirst), sources };
}

/** Gives the list of a project's files that was made of the same before, or has it made. */
export type KnownFiles = (
  project: Project["id"],
  sessions: readonly SessionFileUses[],
  make: () => readonly FileRecord[],
) => readonly FileRecord[];

/** The files that sessions changed, by project and path, with the ids that sessions are seen by. */
export function changedFiles(
  found: readonly FoundSession[],
  linked: Links,
  redaction: Redaction,
  known: KnownFiles = (_project, _sessions, make) => make(),
): readonly FileRecord[] {
  const byProject = new Map<Project["id"], SessionFileUses[]>();
  for (const { facts, own, project } of found)
    append(byProject, project.id, {
      session: redaction.value({ id: facts.id }).id,
      folder: linked.place(facts.id).project,
      files: own.work.files,
    });
  return [...byProject.keys()].sort().flatMap((project) => {
    const sessions = byProject.get(project) ?? [];
    return known(project, sessions, () => projectFiles(project, sessions, redaction.text));
  });
}

type Dated = Pick<SessionRecord, "id" | "span">;

export function newestFirst(a: Dated, b: Dated): number {
  return startOf(b) - startOf(a) || (a.id < b.id ? -1 : 1);
}

function startOf({ span }: Dated): number {
  return span === undefined ? 0 : Date.parse(span.from);
}
