/** The archive that a site shows: read when it is asked for, and again only when the logs have changed. */

import { mkdirSync } from "node:fs";
import { type LogArchive, localReader, readArchive } from "../archive/index.ts";
import type { Given } from "../archive/link/addresses.ts";
import { readNotes } from "../archive/notes/file.ts";
import { isChosen, refuseUnknown } from "../archive/project-choice.ts";
import { codeFingerprint } from "../build/cache/code-fingerprint.ts";
import { canonical, SiteCache } from "../build/cache/site-cache.ts";
import { archiveFingerprint } from "../build/unchanged.ts";
import { createRedactor, type Redactor } from "../redact/index.ts";
import { discoverAll } from "../store/discover.ts";
import { digest } from "../system/checked-file.ts";
import { UsageError } from "../system/usage-error.ts";
import type { ResolvedOptions } from "./options.ts";

export interface ReadArchive {
  readonly archive: LogArchive;
  readonly redactor: Redactor;
}

/** `addresses` are those of projects, as the site gave them that stands there. */
export function archiveSource(options: ResolvedOptions): (addresses: readonly Given[]) => Promise<ReadArchive> {
  let last: (ReadArchive & { readonly fingerprint: string; readonly isFresh: boolean }) | undefined;
  return async (addresses) => {
    const discovery = discoverAll(options.sources, options.store, options.agents);
    const notes = options.notes === undefined ? undefined : readNotes(options.notes, true);
    const { fingerprint, isFresh } = archiveFingerprint(discovery, canonical(notes ?? ""));
    // What was being written when it was read may have changed since without its time telling.
    if (last?.fingerprint === fingerprint && !last.isFresh) return last;
    const { title, timeZone, sources, leaveOut } = options;
    const { projects } = leaveOut;
    const redactor = await createRedactor(options.redact);
    const cache = cacheOf(options);
    const archive = await readArchive({
      ...{ title, timeZone, sources, discovery, leaveOut, redactor, addresses },
      ...(options.search === undefined ? { isWithoutSearch: true } : {}),
      ...(options.twins ? {} : { isWithoutTwins: true }),
      ...(options.url === undefined ? {} : { url: options.url }),
      ...(notes === undefined ? {} : { notes: { all: notes, isShown: true } }),
      ...(cache === undefined ? {} : { reader: cache.reader(localReader(redactor)) }),
      keep: ({ project }) => isChosen(projects, project),
      onSelected: (selection) => {
        if (selection.found === 0)
          throw new UsageError(`annals: no session was found in ${sources.map((path) => `"${path}"`).join(", ")}.`);
        if (selection.notedElsewhere.length > 0)
          console.warn(
            `[annals] ${options.notes} names sessions not in these logs: ${selection.notedElsewhere.join(", ")}.`,
          );
        for (const key of ["leaveOut", "only"] as const)
          refuseUnknown(
            projects[key],
            selection.projects,
            `annals: option "leaveOut.projects.${key}" names no project with`,
          );
      },
    });
    cache?.save();
    last = { archive, redactor, fingerprint, isFresh };
    return last;
  };
}

/** What was read of the logs by this code and these rules; anything else is read anew. */
function cacheOf({ cache, redact }: ResolvedOptions): SiteCache | undefined {
  if (cache === undefined) return undefined;
  mkdirSync(cache, { recursive: true, mode: 0o700 });
  return new SiteCache(cache, digest(codeFingerprint(), canonical(redact)));
}
