/** Projects that are called the same: where they lie tells them apart. */
import { shortPath } from "../address/short-path.ts";
import type { Project } from "../model/session.ts";

/** Gives the folder of a project whose name another one has, too. */
export function namesakes(
  projects: readonly Pick<Project, "name" | "path">[],
): (project: Pick<Project, "name" | "path">) => string | undefined {
  const times = new Map<string, number>();
  for (const { name } of projects) times.set(name, (times.get(name) ?? 0) + 1);
  return ({ name, path }) => ((times.get(name) ?? 0) > 1 ? shortPath(path, []) : undefined);
}
