/** `--project`, `--since`, `--until`: which sessions are kept. */
import type { LibraryOptions } from "../library/index.ts";
import type { Arguments } from "./arguments.ts";

export function keepOf(
  { projects, since, until }: Pick<Arguments, "projects" | "since" | "until">,
  unwanted: readonly string[] = [],
): NonNullable<LibraryOptions["keep"]> {
  const wanted = projects.map((name) => name.toLowerCase());
  const refused = unwanted.map((name) => name.toLowerCase());
  return ({ project, span }) => {
    const named = [project.name, project.path, project.id].map((name) => name.toLowerCase());
    const isNamed = (name: string): boolean =>
      named.some((candidate) => candidate === name || candidate.endsWith(`/${name}`));
    if (refused.some(isNamed) || (wanted.length > 0 && !wanted.some(isNamed))) return false;
    if (since === undefined && until === undefined) return true;
    if (span === undefined) return false;
    return (
      Date.parse(span.to) >= (since ?? Number.NEGATIVE_INFINITY) &&
      Date.parse(span.from) < (until ?? Number.POSITIVE_INFINITY)
    );
  };
}
