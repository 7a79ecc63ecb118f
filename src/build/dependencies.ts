/** What the pages of a session depend on: each question that they asked the archive, with a fingerprint of the answer. */
import type { ArchiveLookup, SessionRecord } from "../model/archive.ts";
import type { Chain, SessionId } from "../model/session.ts";
import { digest } from "../system/checked-file.ts";

export type Dependency = readonly [kind: "session" | "chain" | "project" | "neighbours", id: string, answer: string];

/** A lookup that notes every question and its answer in `noted`. */
export function notingLookup(
  archive: ArchiveLookup,
  record: SessionRecord,
  noted: Map<string, Dependency>,
): ArchiveLookup {
  const note = <Answer>(kind: Dependency[0], id: string, answer: Answer): Answer => {
    noted.set(`${kind} ${id}`, [kind, id, fingerprintOf(kind, answer)]);
    return answer;
  };
  const ownProject = (of: SessionRecord) => note("project", of.id, archive.projectOf(of));
  const ownNeighbours = (of: SessionRecord) => note("neighbours", of.id, archive.neighbours(of));
  return {
    title: archive.title,
    timeZone: archive.timeZone,
    ...(archive.isWithoutSearch ? { isWithoutSearch: true } : {}),
    session: (id) => (id === record.id ? record : note("session", id, archive.session(id))),
    chain: (id) => note("chain", id, archive.chain(id)),
    projectOf: ownProject,
    neighbours: ownNeighbours,
  };
}

/** Asks again, each question once, however many pages depend on its answer. */
export function dependencyCheck(archive: ArchiveLookup): (dependency: Dependency) => boolean {
  const fingerprints = new Map<string, string>();
  return ([kind, id, before]) => {
    const key = `${kind} ${id}`;
    const now = fingerprints.get(key) ?? fingerprintOf(kind, answerTo(archive, kind, id));
    fingerprints.set(key, now);
    return now === before;
  };
}

function answerTo(archive: ArchiveLookup, kind: Dependency[0], id: string): unknown {
  if (kind === "chain") return archive.chain(id as Chain["id"]);
  const record = archive.session(id as SessionId);
  if (kind === "session" || record === undefined) return record;
  return kind === "project" ? archive.projectOf(record) : archive.neighbours(record);
}

function fingerprintOf(kind: Dependency[0], answer: unknown): string {
  if (answer === undefined) return "";
  // The sessions of a project are none of a page's business.
  const seen = kind === "project" ? { ...(answer as object), sessions: undefined } : answer;
  return digest(JSON.stringify(seen)).slice(0, 12);
}
