/** Whether there is anything to do at all: the same logs, the same wishes, the same site. */

import type { Discovery } from "../log/discover.ts";
import { groupSessions } from "../log/session-files.ts";
import type { ClearedPieces } from "../redact/index.ts";
import { digest } from "../system/checked-file.ts";
import { filesOf, printOf } from "./cache/fingerprint.ts";
import { type FilePrint, filesIn } from "./output/files.ts";
import { marker, ownFiles } from "./output/own-files.ts";
import type { Summary } from "./summary.ts";

export interface Whole {
  /** Of all logs and wishes. */
  readonly print: string;
  readonly isFresh: boolean;
  /** What is in the site beside the pages of sessions. */
  readonly rest: readonly FilePrint[];
  readonly summary: Summary;
  /** Of everything that redaction looks for. */
  readonly secrets: string;
  /** Where nothing of it was found. */
  readonly cleared: ClearedPieces;
}

export function printOfAll(discovery: Discovery, wishes: string): Pick<Whole, "print" | "isFresh"> {
  const paths = groupSessions(discovery.files).flatMap((files) => [
    ...filesOf(files),
    // A copy that grew may be the longer one now.
    ...files.copies.map(({ path }) => path),
  ]);
  const { text, isFresh } = printOf(paths);
  return { print: digest(wishes, JSON.stringify([paths, discovery.diagnostics]), text), isFresh };
}

export function isStanding(site: string, files: readonly FilePrint[]): boolean {
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
