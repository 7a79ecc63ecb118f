/** Which sessions are drawn, and which have pages that are still right: drafts, or those of the site before. */
import { existsSync } from "node:fs";
import { basename, dirname } from "node:path";
import type { SessionId } from "../model/session.ts";
import { publishGate } from "../redact/index.ts";
import { dependencyCheck } from "./dependencies.ts";
import type { Draft, Drafts } from "./drafts.ts";
import { areThere, type FileFingerprint } from "./output/files.ts";
import { isWithoutLogs } from "./output/without-logs.ts";
import { type BuildContext, type PlannedSession, plannedSessions } from "./planned-sessions.ts";
import type { SessionPages } from "./session-pages.ts";

export interface Plan {
  readonly sessions: ReadonlyMap<SessionId, PlannedSession>;
  /** To be drawn now that everything is known. */
  readonly drawn: readonly PlannedSession[];
  /** Drawn while they were read, and still right. */
  readonly drafts: readonly (PlannedSession & { readonly draft: Draft })[];
  /** Of the site before. */
  readonly kept: readonly (PlannedSession & { readonly pages: SessionPages })[];
  /** The index of the site before is there as it was written, so that parts of it can be taken over. */
  readonly isIndexKept: boolean;
}

export function planSessions(build: BuildContext, drafts: Drafts): Plan {
  const { options, cache, archive, redactor } = build;
  const stillHolds = dependencyCheck(archive, redactor);
  const sessions = new Map<SessionId, PlannedSession>();
  const drawn: PlannedSession[] = [];
  const drafted: Plan["drafts"][number][] = [];
  const kept: Plan["kept"][number][] = [];
  const holdsLate = lateSecrets(build);
  for (const session of plannedSessions(build)) {
    const { record, fingerprint, document, digest } = session;
    sessions.set(record.id, session);
    const { id } = archive.source(record.id);
    const draft = drafts.of(id);
    const pages = cache.pagesOf(id);
    const isKept = (): boolean =>
      pages !== undefined &&
      pages.fingerprint === fingerprint &&
      pages.dependencies.every(stillHolds) &&
      (document === undefined || existsSync(document)) &&
      existsSync(digest) &&
      areThere(options.previous, pages.files) &&
      !holdsLate(pages.files, digest);
    if (draft !== undefined && draft.fingerprint === fingerprint && draft.session.dependencies.every(stillHolds))
      drafted.push({ ...session, draft });
    else if (pages !== undefined && isKept()) kept.push({ ...session, pages });
    else drawn.push(session);
  }
  const index = (cache.site?.lists ?? []).filter(([path]) => path.startsWith("pagefind/"));
  // An index that somebody changed is not taken over.
  const isIndexKept = options.search !== undefined && index.length > 0 && areThere(options.previous, index);
  return { sessions, drawn, drafts: drafted, kept, isIndexKept };
}

/** Whether files of the site before hold a value that redaction did not look for then. */
function lateSecrets({
  options,
  cache,
  redactor,
}: BuildContext): (files: readonly FileFingerprint[], digest: string) => boolean {
  const before = new Set(cache.site?.lookedFor);
  const late = redactor.lookedFor().filter(({ text }) => !before.has(text));
  if (late.length === 0) return () => false;
  const gate = publishGate({ ...options.redact, skip: isWithoutLogs });
  return (files, digest) => {
    const paths = files.map(([path]) => path);
    return (
      gate.holds(options.previous, paths, late).length > 0 ||
      gate.holds(dirname(digest), [basename(digest)], late).length > 0
    );
  };
}
