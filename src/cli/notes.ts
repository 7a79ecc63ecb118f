/** Which notes a command goes by. */
import type { ArchiveNotes } from "../archive/notes/apply.ts";
import { readNotes, usualNotes } from "../archive/notes/file.ts";
import { count } from "../text/format.ts";
import type { Arguments } from "./arguments.ts";
import { readConfig } from "./config.ts";
import { note } from "./terminal.ts";

type Wanted = Pick<Arguments, "notes" | "config" | "isPublic">;

export const notesFile = ({ notes, config }: Pick<Wanted, "notes" | "config">): string =>
  notes ?? readConfig(config).notes ?? usualNotes;

/** For the public they are shown only where the configuration says so; what is hidden or withdrawn is so for everybody. */
export function notesFor(options: Wanted): { readonly notes?: ArchiveNotes } {
  const config = readConfig(options.config);
  const isNamed = options.notes !== undefined || config.notes !== undefined;
  const all = readNotes(notesFile(options), isNamed);
  return all.size === 0 ? {} : { notes: { all, isShown: !options.isPublic || config.hasPublicNotes } };
}

const mostNamed = 5;

/** A note that lost its session is told of; another machine may have it. */
export function tellNotedElsewhere(ids: readonly string[], options: Pick<Wanted, "notes" | "config">): void {
  if (ids.length === 0) return;
  const more = ids.length > mostNamed ? ` and ${ids.length - mostNamed} more` : "";
  note(
    `${notesFile(options)} names ${count(ids.length, "session")} not in these logs: ${ids.slice(0, mostNamed).join(", ")}${more}.`,
  );
}
