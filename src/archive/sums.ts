/** Sessions added up: for a project, for a story, for the whole archive. */

import { addUsage } from "../conversation/usage.ts";
import type { Archive, SessionRecord } from "../model/archive.ts";
import type { IsoTime, ModelUsage, Project } from "../model/session.ts";
import { byDay, type Day } from "./by-day.ts";

export interface SessionSums {
  readonly activeMs: number;
  readonly usage: readonly ModelUsage[];
  /** When the first and the last of them began; undefined where no time is known. */
  readonly first: IsoTime | undefined;
  readonly last: IsoTime | undefined;
  readonly added: number;
  readonly removed: number;
}

export function sumsOf(sessions: readonly SessionRecord[]): SessionSums {
  const starts = sessions.flatMap((session) => (session.span === undefined ? [] : [session.span.from])).sort();
  return {
    activeMs: sessions.reduce((sum, session) => sum + session.activeMs, 0),
    usage: addUsage(sessions.map((session) => session.usage)),
    first: starts[0],
    last: starts.at(-1),
    added: sessions.reduce((sum, session) => sum + session.files.added, 0),
    removed: sessions.reduce((sum, session) => sum + session.files.removed, 0),
  };
}

export interface ProjectSessions {
  readonly project: Project;
  /** Newest first. */
  readonly sessions: readonly SessionRecord[];
}

/** The busiest first; of equally busy ones the last that was worked on. */
export function projectsByUse(archive: Archive): readonly ProjectSessions[] {
  const byProject = new Map<string, SessionRecord[]>();
  for (const session of archive.sessions) {
    const list = byProject.get(session.project);
    if (list === undefined) byProject.set(session.project, [session]);
    else list.push(session);
  }
  // Sessions come newest first.
  const order = new Map(archive.sessions.map(({ project }, index) => [project, -index] as const).reverse());
  const sessionsOf = ({ id }: Project): readonly SessionRecord[] => byProject.get(id) ?? [];
  return [...archive.projects]
    .sort((a, b) => sessionsOf(b).length - sessionsOf(a).length || (order.get(b.id) ?? 0) - (order.get(a.id) ?? 0))
    .map((project) => ({ project, sessions: sessionsOf(project) }));
}

/** The last days, whole, until there are so many sessions; and how many sessions these days have. */
export function recentDays(archive: Archive, most: number): { readonly days: readonly Day[]; readonly count: number } {
  const days: Day[] = [];
  let count = 0;
  for (const day of byDay(archive.sessions.slice(0, most * 3), archive)) {
    if (count >= most) break;
    // A day with hundreds of sessions is cut; its month has the rest.
    days.push({ date: day.date, sessions: day.sessions.slice(0, most) });
    count += day.sessions.length;
  }
  return { days, count };
}
