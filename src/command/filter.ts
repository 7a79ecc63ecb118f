/** `--project`, `--since`, `--until`: which sessions are kept. */
import type { LibraryOptions } from "../library/index.ts";
import type { Arguments } from "./arguments.ts";

export function keepOf({ projects, since, until }: Pick<Arguments, "projects" | "since" | "until">): NonNullable<LibraryOptions["keep"]> {
  const wanted = projects.map((name) => name.toLowerCase());
  return ({ project, span }) => {
    const named = [project.name, project.path, project.id].map((name) => name.toLowerCase());
    if (wanted.length > 0 && !wanted.some((name) => named.some((candidate) => candidate === name || candidate.endsWith(`/${name}`)))) {
      return false;
    }
    if (since === undefined && until === undefined) return true;
    if (span === undefined) return false;
    return Date.parse(span.to) >= (since ?? Number.NEGATIVE_INFINITY) && Date.parse(span.from) < (until ?? Number.POSITIVE_INFINITY);
  };
}
