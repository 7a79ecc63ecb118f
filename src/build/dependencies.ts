/** What the page of a session asked of the archive, and what it was told: enough to know later whether it still holds. */
import type { ArchiveLookup, SessionRecord } from "../model/archive.ts";
import type { Chain, SessionId } from "../model/session.ts";
import { digest } from "../system/checked-file.ts";

export type Asked = readonly [kind: "session" | "chain" | "project" | "neighbours", id: string, answer: string];

export function listening(archive: ArchiveLookup, record: SessionRecord, heard: Map<string, Asked>): ArchiveLookup {
  const hear = <Answer>(kind: Asked[0], id: string, answer: Answer): Answer => {
    heard.set(`${kind} ${id}`, [kind, id, print(kind, answer)]);
    return answer;
  };
  const ownProject = (of: SessionRecord) => hear("project", of.id, archive.projectOf(of));
  const ownNeighbours = (of: SessionRecord) => hear("neighbours", of.id, archive.neighbours(of));
  return {
    title: archive.title,
    timeZone: archive.timeZone,
    ...(archive.isWithoutSearch ? { isWithoutSearch: true } : {}),
    session: (id) => (id === record.id ? record : hear("session", id, archive.session(id))),
    chain: (id) => hear("chain", id, archive.chain(id)),
    projectOf: ownProject,
    neighbours: ownNeighbours,
  };
}

/** Asks again; each answer is printed once, however many pages depend on it. */
export function listener(archive: ArchiveLookup): (asked: Asked) => boolean {
  const prints = new Map<string, string>();
  return ([kind, id, before]) => {
    const key = `${kind} ${id}`;
    const now = prints.get(key) ?? print(kind, answerTo(archive, kind, id));
    prints.set(key, now);
    return now === before;
  };
}

function answerTo(archive: ArchiveLookup, kind: Asked[0], id: string): unknown {
  if (kind === "chain") return archive.chain(id as Chain["id"]);
  const record = archive.session(id as SessionId);
  if (kind === "session" || record === undefined) return record;
  return kind === "project" ? archive.projectOf(record) : archive.neighbours(record);
}

function print(kind: Asked[0], answer: unknown): string {
  if (answer === undefined) return "";
  // The sessions of a project are none of a page's business.
  const seen = kind === "project" ? { ...(answer as object), sessions: undefined } : answer;
  return digest(JSON.stringify(seen)).slice(0, 12);
}
