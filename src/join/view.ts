/** Rows of all archives as a portal's pages show them, from the tables that their searches begin with. */

import type { ProjectView } from "../../templates/portal/pages.ts";
import type { ArchiveView, PortalRow, PortalView } from "../../templates/portal/view.ts";
import type { IsoTime } from "../model/session.ts";
import type { Table } from "../search/table.ts";
import { sha256 } from "../system/sha256.ts";
import { clock } from "../text/clock.ts";
import type { JoinedArchive } from "./archive.ts";

export function portalView(
  archives: readonly JoinedArchive[],
  root: (archive: JoinedArchive) => string,
  about: Pick<PortalView, "title" | "timeZone" | "version">,
): PortalView {
  const joined = archives.map((archive) => withRows(archive, root(archive)));
  return {
    ...about,
    archives: joined.map(({ view }) => view),
    rows: joined.flatMap(({ rows }) => rows).sort(newerFirst),
  };
}

function withRows(
  { name, boot: { table } }: JoinedArchive,
  root: string,
): { readonly view: ArchiveView; readonly rows: readonly PortalRow[] } {
  // Stories and lists of files are found by search; rows are of sessions.
  const sessions = table.sessions.filter(([key]) => !key.includes("/"));
  const times = sessions.flatMap((session) => timeOf(session) ?? []).sort();
  const [first, last] = [times[0], times.at(-1)];
  const view: ArchiveView = {
    ...{ name, page: `${root}index.html`, sessions: sessions.length, projects: table.projects.length },
    ...(first === undefined || last === undefined ? {} : { first, last }),
  };
  return { view, rows: sessions.map((session) => rowOf(session, table, view, root)) };
}

function rowOf(session: Table["sessions"][number], table: Table, archive: ArchiveView, root: string): PortalRow {
  const [key, title, , project, , prompts, failures, models, branches] = session;
  const time = timeOf(session);
  const branch = table.branches[branches.at(-1) ?? -1];
  const model = table.models[models[0] ?? -1];
  return {
    ...{ archive, title, prompts, failures, page: `${root}sessions/${key}/index.html` },
    project: table.projects[project] ?? "",
    ...(time === undefined ? {} : { time }),
    ...(branch === undefined ? {} : { branch }),
    ...(model === undefined ? {} : { model }),
  };
}

/** Further from 1970 than any date that can be printed. */
const mostMinutes = 8.64e15 / 60_000;

function timeOf([, , minutes]: Table["sessions"][number]): IsoTime | undefined {
  if (minutes <= 0 || minutes > mostMinutes) return undefined;
  return new Date(minutes * 60_000).toISOString() as IsoTime;
}

function newerFirst(one: PortalRow, two: PortalRow): number {
  const [a, b] = [one.time ?? "", two.time ?? ""];
  return a === b ? (one.page < two.page ? -1 : 1) : a < b ? 1 : -1;
}

/** "2026-02", or "undated", in the order of the rows. */
export function byMonth({ rows, timeZone }: PortalView): ReadonlyMap<string, readonly PortalRow[]> {
  const { key } = clock(timeZone);
  return grouped(rows, (row) => {
    const month = key(row.time)?.slice(0, 7) ?? "";
    return /^\d{4}-\d{2}$/.test(month) ? month : "undated";
  });
}

/** Projects of the same name are one, wherever they are; those with most sessions first. */
export function byProject({ rows }: PortalView): readonly ProjectView[] {
  return [...grouped(rows, ({ project }) => project)]
    .map(([name, own]) => ({ name, rows: own, path: projectPath(name, 1) }))
    .sort((one, two) => two.rows.length - one.rows.length || (one.name < two.name ? -1 : 1));
}

export function projectPath(name: string, part: number): string {
  const plain = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 40);
  return `projects/${plain === "" ? "" : `${plain}-`}${sha256(name).slice(0, 8)}${part > 1 ? `-${part}` : ""}.html`;
}

function grouped<T>(all: readonly T[], keyOf: (one: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const each of all) {
    const known = groups.get(keyOf(each));
    if (known === undefined) groups.set(keyOf(each), [each]);
    else known.push(each);
  }
  return groups;
}
