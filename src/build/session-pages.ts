/** The pages of a session, from when they are drawn until the next build looks whether they can be kept. */
import type { LeftOut } from "../archive/leave-out.ts";
import type { SessionId } from "../model/session.ts";
import type { Leak } from "../redact/index.ts";
import type { Measures } from "../search/index.ts";
import type { Dependency } from "./dependencies.ts";
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

/** What a worker gives back. */
export interface DrawnSession extends Omit<SessionPages, "fingerprint"> {
  readonly id: SessionId;
  /** What the gate found where nothing can be taken out. */
  readonly leaks: readonly Leak[];
  /** Of its search text, where that was wanted. */
  readonly text?: Measures;
}

/**
 * A session whose pages are in the new site. What only the cache needs is there as JSON: of thousands of sessions the
 * lists of their files would be a good part of what is in memory.
 */
export interface FinishedSession extends Pick<DrawnSession, "id" | "leaks" | "text" | "leftOut" | "taken"> {
  /** Files that are pages. */
  readonly count: number;
  /** A `SessionPages`. */
  readonly json: string;
}

export const isPage = ([path]: FileFingerprint): boolean => path.endsWith(".html");

export function finished({ id, leaks, text, ...drawn }: DrawnSession, fingerprint: string): FinishedSession {
  const pages: SessionPages = { fingerprint, ...drawn };
  return {
    id,
    leaks,
    ...(text === undefined ? {} : { text }),
    leftOut: pages.leftOut,
    taken: pages.taken,
    count: pages.files.filter(isPage).length,
    json: JSON.stringify(pages),
  };
}
