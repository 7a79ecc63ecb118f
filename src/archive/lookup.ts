/** How pages ask for other sessions, from plain records: the same in this thread and in a worker. */
import type { Archive, ArchiveSettings, ChainRecord, Neighbours, SessionRecord } from "../model/archive.ts";
import type { Project } from "../model/session.ts";

/** What lookups are made of: plain data. */
export interface ArchiveRecords {
  /** Newest first. */
  readonly sessions: readonly SessionRecord[];
  readonly projects: readonly Project[];
  readonly chains: readonly ChainRecord[];
}

/** The settings of an archive and nothing else of it. */
export function settingsOf(archive: ArchiveSettings): ArchiveSettings {
  const { title, timeZone, isWithoutSearch, isPartial, isWithoutTwins, url } = archive;
  return {
    title,
    timeZone,
    ...(isWithoutSearch ? { isWithoutSearch } : {}),
    ...(isPartial ? { isPartial } : {}),
    ...(isWithoutTwins ? { isWithoutTwins } : {}),
    ...(url === undefined ? {} : { url }),
  };
}

export function archiveLookup({
  sessions,
  projects,
  chains,
}: ArchiveRecords): Pick<Archive, "session" | "chain" | "neighbours" | "projectOf"> {
  const byId = new Map(sessions.map((record) => [record.id, record]));
  const chainById = new Map(chains.map((chain) => [chain.id, chain]));
  const projectById = new Map(projects.map((project) => [project.id, project]));
  const beside = new Map<SessionRecord["id"], Neighbours>();
  const later = new Map<string, SessionRecord>();
  const earlier = new Map<string, SessionRecord>();
  for (const record of sessions) {
    beside.set(record.id, neighbours(undefined, later.get(record.project)));
    later.set(record.project, record);
  }
  for (const record of sessions.toReversed()) {
    beside.set(record.id, { ...beside.get(record.id), ...neighbours(earlier.get(record.project), undefined) });
    earlier.set(record.project, record);
  }
  return {
    session: (id) => byId.get(id),
    chain: (id) => chainById.get(id),
    projectOf: (record) => projectById.get(record.project) as Project,
    neighbours: ({ id }) => beside.get(id) ?? {},
  };
}

function neighbours(before: SessionRecord | undefined, next: SessionRecord | undefined): Neighbours {
  return {
    ...(before === undefined ? {} : { before: { key: before.key, title: before.title } }),
    ...(next === undefined ? {} : { next: { key: next.key, title: next.title } }),
  };
}
