/** `--project`, `--since`, `--until` and what the configuration says of projects: which sessions are kept. */
import type { LibraryOptions } from "../archive/index.ts";
import type { Selection } from "../archive/selection.ts";
import type { Project } from "../model/session.ts";
import { count } from "../tools/format.ts";
import type { Arguments } from "./arguments.ts";
import type { ProjectChoice } from "./config.ts";
import { UsageError } from "./usage-error.ts";

const everyProject: ProjectChoice = { leaveOut: [], only: [], from: "" };
const mostNames = 30;

type Wanted = Pick<Arguments, "projects" | "since" | "until" | "timeZone">;

/** `paths` is where it was looked: told where nothing was found. */
export function selectionOf(
  wanted: Wanted,
  paths: readonly string[],
  chosen: ProjectChoice = everyProject,
): Required<Pick<LibraryOptions, "keep" | "onSelected">> {
  const { projects, since = Number.NEGATIVE_INFINITY, until = Number.POSITIVE_INFINITY } = wanted;
  const isOneOf = (names: readonly string[], project: Project): boolean => names.some((name) => isNamed(project, name));
  return {
    keep: ({ project, span }) => {
      if (isOneOf(chosen.leaveOut, project)) return false;
      if (chosen.only.length > 0 && !isOneOf(chosen.only, project)) return false;
      if (projects.length > 0 && !isOneOf(projects, project)) return false;
      if (wanted.since === undefined && wanted.until === undefined) return true;
      return span !== undefined && Date.parse(span.to) >= since && Date.parse(span.from) < until;
    },
    onSelected: (selection) => {
      refuseNothing(selection, paths);
      refuseUnknown(projects, selection, "There is no project");
      for (const key of ["leaveOut", "only"] as const)
        refuseUnknown(chosen[key], selection, `${chosen.from}: "public.projects.${key}" names no project with`);
      if (selection.kept.length === 0) throw new UsageError(noneKept(wanted, selection, chosen));
    },
  };
}

/** By its name, its address, its path or the end of its path; letters count as the same in either case. */
export function isNamed({ name, path, id }: Project, wanted: string): boolean {
  const plain = (text: string): string => text.toLowerCase().replaceAll("\\", "/").replace(/\/+$/, "");
  const asked = plain(wanted);
  return [name, path, id].map(plain).some((own) => own === asked || own.endsWith(`/${asked}`));
}

function refuseNothing({ logs, found }: Selection, paths: readonly string[]): void {
  if (found > 0) return;
  const where = paths.map((path) => `"${path}"`).join(", ");
  throw new UsageError(
    logs === 0
      ? `No session log (.jsonl) was found in ${where}.`
      : `There is no conversation in ${count(logs, "log")} of ${where}.`,
  );
}

function refuseUnknown(names: readonly string[], { projects }: Selection, complaint: string): void {
  for (const name of names) {
    if (!projects.some((project) => isNamed(project, name)))
      throw new UsageError(`${complaint} "${name}"; the projects are ${namesOf(projects)}.`);
  }
}

function namesOf(projects: readonly Project[]): string {
  const names = [...new Set(projects.map(({ name }) => name))].sort();
  const more = names.length - mostNames;
  return `${names.slice(0, mostNames).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

function noneKept({ since, until, projects, timeZone }: Wanted, selection: Selection, chosen: ProjectChoice): string {
  const day = new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
  const times = [
    ...(since === undefined ? [] : [`since ${day.format(since)}`]),
    ...(until === undefined ? [] : [`until ${day.format(until - 1)}`]),
  ];
  const of = projects.length === 0 ? "" : ` of ${projects.join(", ")}`;
  const isAllLeftOut = times.length === 0 && (chosen.leaveOut.length > 0 || chosen.only.length > 0);
  if (isAllLeftOut) return `${chosen.from}: "public.projects" leaves out every session${of}.`;
  const { span } = selection;
  const ran =
    span === undefined
      ? "none of them tells when it ran"
      : `they ran from ${day.format(Date.parse(span.from))} to ${day.format(Date.parse(span.to))}`;
  return `No session${of} ran ${times.join(" ")}; there are ${count(selection.found, "session")} of ${namesOf(selection.projects)}, and ${ran}.`;
}
