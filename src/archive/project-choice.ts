/** Projects that somebody named: which are left out, which are the only ones, and what is said of a name that none has. */
import type { Project } from "../model/session.ts";
import { UsageError } from "../system/usage-error.ts";

/** Projects by name. */
export interface ProjectChoice {
  readonly leaveOut: readonly string[];
  /** All but these are left out, unless there are none. */
  readonly only: readonly string[];
}

export const everyProject: ProjectChoice = { leaveOut: [], only: [] };
const mostNames = 30;

export function isChosen({ leaveOut, only }: ProjectChoice, project: Project): boolean {
  return !isOneOf(leaveOut, project) && (only.length === 0 || isOneOf(only, project));
}

export function isOneOf(names: readonly string[], project: Project): boolean {
  return names.some((name) => isNamed(project, name));
}

/** By its name, its address, its path or the end of its path; letters count as the same in either case. */
function isNamed({ name, path, id }: Project, wanted: string): boolean {
  const plain = (text: string): string => text.toLowerCase().replaceAll("\\", "/").replace(/\/+$/, "");
  const want = plain(wanted);
  return [name, path, id].map(plain).some((own) => own === want || own.endsWith(`/${want}`));
}

/** A name that no project has would publish what should be left out. */
export function refuseUnknown(names: readonly string[], projects: readonly Project[], complaint: string): void {
  for (const name of names) {
    if (!projects.some((project) => isNamed(project, name)))
      throw new UsageError(`${complaint} "${name}"; the projects are ${namesOf(projects)}.`);
  }
}

export function namesOf(projects: readonly Project[]): string {
  const names = [...new Set(projects.map(({ name }) => name))].sort();
  const more = names.length - mostNames;
  return `${names.slice(0, mostNames).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
