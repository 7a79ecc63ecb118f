/** What the pages of each session are made from. */
import { join } from "node:path";
import type { LogArchive } from "../archive/index.ts";
import type { SessionRecord } from "../model/archive.ts";
import type { Redactor } from "../redact/index.ts";
import { digest } from "../system/checked-file.ts";
import type { SiteOptions } from "./build.ts";
import { canonical, type SiteCache } from "./cache/site-cache.ts";
import { themeFingerprint } from "./theme-files.ts";

/** Everything that is known once the logs are read. */
export interface BuildContext {
  readonly options: SiteOptions;
  /** Of our own code. */
  readonly code: string;
  readonly cache: SiteCache;
  readonly archive: LogArchive;
  readonly redactor: Redactor;
  /** The theme has parts of its own, which may show anything of the archive. */
  readonly hasComponents: boolean;
}

export interface PlannedSession {
  readonly record: SessionRecord;
  /** Of all that its pages are made from, but for what they ask of the archive. */
  readonly fingerprint: string;
  /** The file in the cache with the index of its search text; absent for a site without search. */
  readonly document?: string;
  /** The file in the cache with what pages over the whole archive need of it. */
  readonly digest: string;
}

type Planning = Pick<BuildContext, "options" | "code" | "cache" | "archive">;

/** What all pages are made from, whatever they are about. */
export const settingsOf = ({ options, code, archive }: Omit<Planning, "cache">): string =>
  canonical([
    ...[code, archive.title, archive.timeZone, archive.isWithoutTwins, archive.url, options.leaveOut],
    ...[options.search === undefined, options.search?.toolOutput, themeFingerprint(options.theme)],
  ]);

/** The file with the digest of a session; `fingerprint` is that of its pages. */
export const digestPath = (folder: string, { key }: Pick<SessionRecord, "key">, fingerprint: string): string =>
  join(folder, "digests", `${key}-${fingerprint}.json`);

/** For the whole archive, or for the part of it that is read. */
export function* plannedSessions(planning: Planning): Generator<PlannedSession> {
  const { options, cache, archive } = planning;
  const settings = settingsOf(planning);
  for (const record of archive.sessions) {
    const { id, context, place } = archive.source(record.id);
    const fingerprint = digest(settings, cache.content(id), canonical([context, place, record]));
    const document = join(options.cache, "documents", `${record.key}-${fingerprint}.index`);
    const kept = digestPath(options.cache, record, fingerprint);
    yield { record, fingerprint, digest: kept, ...(options.search === undefined ? {} : { document }) };
  }
}
