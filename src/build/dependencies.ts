/** What the pages of a session depend on: each question that they asked the archive, with a fingerprint of the answer. */
import { settingsOf } from "../archive/lookup.ts";
import type { ArchiveLookup, SessionRecord } from "../model/archive.ts";
import type { Chain, SessionId } from "../model/session.ts";
import type { Redactor, Shown } from "../redact/index.ts";
import { digest } from "../system/checked-file.ts";

type Question = "session" | "chain" | "project" | "neighbours";

/** "secret" and "home" are values that redaction replaced, with what stands for them. */
export type Dependency = readonly [kind: Question | Shown["kind"], id: string, answer: string];

/** A lookup that notes every question and its answer. */
export function notingLookup(
  archive: ArchiveLookup,
  record: SessionRecord,
  noted: (dependency: Dependency) => void,
): ArchiveLookup {
  const note = <Answer>(kind: Question, id: string, answer: Answer): Answer => {
    noted([kind, id, fingerprintOf(kind, answer)]);
    return answer;
  };
  const ownProject = (of: SessionRecord) => note("project", of.id, archive.projectOf(of));
  const ownNeighbours = (of: SessionRecord) => note("neighbours", of.id, archive.neighbours(of));
  return {
    ...settingsOf(archive),
    session: (id) => (id === record.id ? record : note("session", id, archive.session(id))),
    chain: (id) => note("chain", id, archive.chain(id)),
    projectOf: ownProject,
    neighbours: ownNeighbours,
  };
}

export const shownDependency = (shown: Shown, redactor: Redactor): Dependency => [
  shown.kind,
  shown.value,
  redactor.shownAs(shown),
];

export const isShown = ([kind]: Dependency): boolean => kind === "secret" || kind === "home";

/** Asks again, each question once, however many pages depend on its answer. */
export function dependencyCheck(archive: ArchiveLookup, redactor: Redactor): (dependency: Dependency) => boolean {
  const fingerprints = new Map<string, string>();
  return ([kind, id, before]) => {
    if (kind === "secret" || kind === "home") return redactor.shownAs({ kind, value: id }) === before;
    const key = `${kind} ${id}`;
    const now = fingerprints.get(key) ?? fingerprintOf(kind, answerTo(archive, kind, id));
    fingerprints.set(key, now);
    return now === before;
  };
}

function answerTo(archive: ArchiveLookup, kind: Question, id: string): unknown {
  if (kind === "chain") return archive.chain(id as Chain["id"]);
  const record = archive.session(id as SessionId);
  if (kind === "session" || record === undefined) return record;
  return kind === "project" ? archive.projectOf(record) : archive.neighbours(record);
}

function fingerprintOf(kind: Question, answer: unknown): string {
  if (answer === undefined) return "";
  // The sessions of a project are none of a page's business.
  const seen = kind === "project" ? { ...(answer as object), sessions: undefined } : answer;
  return digest(JSON.stringify(seen)).slice(0, 12);
}
