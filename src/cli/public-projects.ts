/** Whose sessions go into a repository where nobody said it: those of the repository, not all that this person ever did. */
import { basename } from "node:path";
import type { Arguments } from "./arguments.ts";
import { readConfig } from "./config.ts";
import { repositoryFolder } from "./git.ts";
import { note } from "./terminal.ts";

/** Nothing is added where logs or projects were named, or the configuration chooses projects. */
export function ofThisRepository(options: Arguments): Arguments {
  const { only, leaveOut } = readConfig(options.config).leaveOut.projects;
  const isChosen = [options.sources, options.namedSources, options.projects, only, leaveOut].some(
    (each) => each.length > 0,
  );
  if (isChosen) return options;
  const project = basename(repositoryFolder());
  if (!options.isQuiet && !options.isJson)
    note(`Only sessions of "${project}", as this repository is called; --project or public.projects name others.`);
  return { ...options, projects: [project] };
}
