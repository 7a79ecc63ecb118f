/** Which sessions were found in the logs, and which of them are kept. */

import type { Discovery } from "../log/discover.ts";
import type { IsoTime, Project, Session, SessionId, Span } from "../model/session.ts";
import type { Finding } from "../redact/index.ts";

/** What there was to choose from, and what was chosen. */
export interface Selection {
  /** Files that were found. */
  readonly logs: number;
  /** Sessions in them. */
  readonly found: number;
  /** When all of these ran. */
  readonly span?: Session["span"];
  readonly projects: readonly Project[];
  /** Addresses that repositories are pushed to, with the project's id, where logs name them. */
  readonly remotes?: readonly (readonly [project: string, remote: string])[];
  readonly kept: readonly SessionId[];
  /** Sessions that notes name and that are not there. */
  readonly notedElsewhere: readonly string[];
  /** What redaction found in all of them. */
  readonly findings: readonly Finding[];
}

/** `found` has the times of each session. */
export function selectionOf(
  { files }: Discovery,
  projects: readonly Project[],
  found: readonly (Partial<Span> | undefined)[],
): Omit<Selection, "kept" | "findings" | "notedElsewhere" | "remotes"> {
  const earliest = found.flatMap((session) => session?.from ?? []).sort(earlier)[0];
  const latest = found
    .flatMap((session) => session?.to ?? [])
    .sort(earlier)
    .at(-1);
  return {
    logs: files.length,
    found: found.length,
    projects,
    ...(earliest === undefined || latest === undefined ? {} : { span: { from: earliest, to: latest } }),
  };
}

const earlier = (one: IsoTime, two: IsoTime): number => Date.parse(one) - Date.parse(two);
