/** The pages of a session, from when they are drawn until the next build looks whether they can be kept. */
import type { LeftOut } from "../archive/leave-out.ts";
import type { SessionExtract } from "../model/decisions.ts";
import type { SessionId } from "../model/session.ts";
import type { Leak } from "../redact/index.ts";
import type { Measures } from "../search/index.ts";
import { digest } from "../system/checked-file.ts";
import { type Dependency, isShown } from "./dependencies.ts";
import type { FileFingerprint } from "./output/files.ts";

/** What the cache keeps of them. */
export interface SessionPages {
  /** Of the logs, options, code and secrets that they were drawn from. */
  readonly fingerprint: string;
  readonly dependencies: readonly Dependency[];
  readonly files: readonly FileFingerprint[];
  readonly leftOut: LeftOut;
  /** What the publish gate took out of them. */
  readonly taken: readonly Leak[];
}

/** A session whose pages lie in the new site; nobody has looked at the files yet. */
export interface DrawnSession extends Omit<SessionPages, "fingerprint" | "files"> {
  readonly id: SessionId;
  /** Where its pages are. */
  readonly folder: string;
  /** Files that do not lie in its folder. */
  readonly elsewhere: readonly string[];
  /** Of its search text, where that was wanted. */
  readonly text?: Measures;
  /** For lists of decisions and commits. */
  readonly extract?: SessionExtract;
}

/** The same once the publish gate has looked at its files. */
export interface LookedAtSession extends Omit<SessionPages, "fingerprint"> {
  readonly id: SessionId;
  /** What the gate found where nothing can be taken out. */
  readonly leaks: readonly Leak[];
  readonly text?: Measures;
  readonly extract?: SessionExtract;
}

/**
 * A session whose pages are in the new site. What only the cache needs is there as JSON: of thousands of sessions the
 * lists of their files would be a good part of what is in memory.
 */
export interface FinishedSession
  extends Pick<LookedAtSession, "id" | "leaks" | "text" | "extract" | "leftOut" | "taken"> {
  /** Changes with the texts of its pages. */
  readonly textFingerprint: string;
  /** Files that are pages. */
  readonly count: number;
  /** A `SessionPages`. */
  readonly json: string;
}

/** For each session what changes with the texts of its pages. */
export type TextFingerprints = ReadonlyMap<SessionId, string>;

export const isPage = ([path]: FileFingerprint): boolean => path.endsWith(".html");

export function finished(session: LookedAtSession, fingerprint: string): FinishedSession {
  const { id, leaks, text, extract, dependencies, files, leftOut, taken } = session;
  const pages: SessionPages = { fingerprint, dependencies, files, leftOut, taken };
  return {
    id,
    leaks,
    // A secret that another session gave away is not in the fingerprint.
    textFingerprint: digest(fingerprint, JSON.stringify(dependencies.filter(isShown))),
    ...(text === undefined ? {} : { text }),
    ...(extract === undefined ? {} : { extract }),
    leftOut: pages.leftOut,
    taken: pages.taken,
    count: pages.files.filter(isPage).length,
    json: JSON.stringify(pages),
  };
}
