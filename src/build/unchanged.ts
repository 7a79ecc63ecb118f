/** Whether there is anything to do at all: the same logs, the same options, and a site that nobody changed. */

import type { Discovery } from "../log/discover.ts";
import { groupSessions } from "../log/session-files.ts";
import { digest } from "../system/checked-file.ts";
import { filesOf, fingerprintOf, statesOf } from "./cache/log-fingerprint.ts";
import type { RememberedSite } from "./cache/site-cache.ts";
import { type FileFingerprint, filesIn } from "./output/files.ts";
import { marker, ownFiles } from "./output/own-files.ts";

export function archiveFingerprint(
  discovery: Discovery,
  options: string,
): Pick<RememberedSite, "fingerprint" | "isFresh"> {
  const groups = groupSessions(discovery.files);
  const paths = groups.flatMap((files) => [
    ...filesOf(files),
    // A copy that grew may be the longer one now.
    ...files.copies.map(({ path }) => path),
  ]);
  // What the store says of a session shows in its page.
  const kept = discovery.files.flatMap(({ path, kept: said, prompts }) => (said ? [[path, said, prompts]] : []));
  const { text, isFresh } = fingerprintOf(paths);
  return {
    fingerprint: digest(options, JSON.stringify([paths, discovery.diagnostics, kept, groups.flatMap(statesOf)]), text),
    isFresh,
  };
}

export function isUntouched(site: string, files: readonly FileFingerprint[]): boolean {
  const known = new Map(files.map((file) => [file[0], file]));
  try {
    const own = ownFiles(site);
    const isWanted = (path: string): boolean => path.includes("/") || own.has(path) || own.folders.has(path);
    const found = filesIn(site, "", isWanted).filter(([path]) => path !== marker && own.has(path));
    return (
      found.length === known.size && found.every((file) => file.every((part, at) => part === known.get(file[0])?.[at]))
    );
  } catch {
    return false;
  }
}
