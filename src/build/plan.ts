/** Which sessions are drawn, and which have pages in the site before that are still right. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { LogArchive } from "../archive/index.ts";
import type { SessionRecord } from "../model/archive.ts";
import type { SessionId } from "../model/session.ts";
import type { Redactor } from "../redact/index.ts";
import { digest } from "../system/checked-file.ts";
import type { SiteOptions } from "./build.ts";
import { canonical, type SiteCache } from "./cache/site-cache.ts";
import { dependencyCheck } from "./dependencies.ts";
import { areThere } from "./output/files.ts";
import type { SessionPages } from "./session-pages.ts";
import { themeFingerprint } from "./theme-files.ts";

/** Everything that is known once the logs are read. */
export interface BuildContext {
  readonly options: SiteOptions;
  /** Of our own code. */
  readonly code: string;
  readonly cache: SiteCache;
  readonly archive: LogArchive;
  readonly redactor: Redactor;
}

export interface PlannedSession {
  readonly record: SessionRecord;
  /** Of all that its pages are made from, but for what they ask of the archive. */
  readonly fingerprint: string;
  /** The file in the cache with its search text; absent for a site without search. */
  readonly document?: string;
}

export interface Plan {
  readonly sessions: ReadonlyMap<SessionId, PlannedSession>;
  readonly drawn: readonly PlannedSession[];
  readonly kept: readonly (PlannedSession & { readonly pages: SessionPages })[];
  /** The index of the site before is there as it was written, so that parts of it can be taken over. */
  readonly isIndexKept: boolean;
}

export function planSessions(build: BuildContext): Plan {
  const { options, cache, archive } = build;
  const stillHolds = dependencyCheck(archive);
  const sessions = new Map<SessionId, PlannedSession>();
  const drawn: PlannedSession[] = [];
  const kept: Plan["kept"][number][] = [];
  for (const session of planned(build)) {
    const { record, fingerprint, document } = session;
    sessions.set(record.id, session);
    const pages = cache.pagesOf(archive.source(record.id).id);
    const isKept =
      pages !== undefined &&
      pages.fingerprint === fingerprint &&
      pages.dependencies.every(stillHolds) &&
      (document === undefined || existsSync(document)) &&
      areThere(options.previous, pages.files);
    if (isKept) kept.push({ ...session, pages });
    else drawn.push(session);
  }
  const index = (cache.site?.lists ?? []).filter(([path]) => path.startsWith("pagefind/"));
  // An index that somebody changed is not taken over.
  const isIndexKept = options.search !== undefined && index.length > 0 && areThere(options.previous, index);
  return { sessions, drawn, kept, isIndexKept };
}

function* planned({ options, code, cache, archive, redactor }: BuildContext): Generator<PlannedSession> {
  const common = canonical([
    ...[code, archive.title, archive.timeZone, options.leaveOut],
    ...[options.search === undefined, options.search?.toolOutput, themeFingerprint(options.theme)],
  ]);
  for (const record of archive.sessions) {
    const { id, context, place } = archive.source(record.id);
    const fingerprint = digest(
      common,
      cache.content(id),
      canonical([context, place, record]),
      redactor.fingerprint(archive.secrets(record.id)),
    );
    const document = join(options.cache, "documents", documentName(record, fingerprint));
    yield { record, fingerprint, ...(options.search === undefined ? {} : { document }) };
  }
}

const documentName = ({ key }: SessionRecord, fingerprint: string): string => `${key}-${fingerprint}.json`;
