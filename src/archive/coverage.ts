/** What of the logs is shown, and what is missing: the figures of the coverage page. */
import type { Archive, SessionRecord } from "../model/archive.ts";
import type { Diagnostic } from "../model/diagnostics.ts";
import type { EntryCount, ToolUse } from "../model/work.ts";
import type { Finding } from "../redact/index.ts";

export interface Coverage {
  /** Of the client, with the sessions that it wrote. */
  readonly versions: readonly (readonly [version: string, sessions: number])[];
  /** Diagnostics by log file, most first. */
  readonly files: readonly (readonly [file: string, places: number])[];
  /** Sessions that follow one which is not in the archive. */
  readonly withoutSource: readonly SessionRecord[];
  /** Sessions that called agents whose transcript is in no log. */
  readonly withoutAgents: readonly SessionRecord[];
  /** Sessions whose log is gone: what is shown of them was kept. */
  readonly withoutLog: readonly SessionRecord[];
  readonly tools: readonly ToolUse[];
  /** Lines by type, most first. */
  readonly entries: readonly EntryCount[];
}

export function coverageOf(archive: Archive): Coverage {
  const versions = new Map<string, number>();
  for (const session of archive.sessions)
    for (const version of session.versions) versions.set(version, (versions.get(version) ?? 0) + 1);
  return {
    versions: [...versions].sort(([a], [b]) => b.localeCompare(a, "en", { numeric: true })),
    files: placesByFile(archive.diagnostics),
    withoutSource: archive.sessions.filter(
      ({ origin, continues }) =>
        (origin !== undefined && origin.session === undefined) ||
        (continues !== undefined && archive.session(continues) === undefined),
    ),
    withoutAgents: archive.sessions.filter(({ agentsWithoutLog = 0 }) => agentsWithoutLog > 0),
    withoutLog: archive.sessions.filter(({ kept }) => kept?.gone !== undefined),
    tools: archive.work.tools,
    entries: archive.work.entries,
  };
}

function placesByFile(diagnostics: readonly Diagnostic[]): Coverage["files"] {
  const counts = new Map<string, number>();
  for (const { at } of diagnostics) counts.set(at.file, (counts.get(at.file) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
}

/** How often something of each kind was taken out, most first. */
export function takenOut(findings: readonly Finding[]): readonly (readonly [kind: string, times: number])[] {
  const counts = new Map<string, number>();
  for (const { label, count } of findings) counts.set(label, (counts.get(label) ?? 0) + count);
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
}
