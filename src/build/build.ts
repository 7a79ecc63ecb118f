/** A site from logs, if there is anything to do: what that takes is loaded only then. */

import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { LogArchive, LogArchiveOptions } from "../archive/index.ts";
import type { LeaveOutOptions } from "../archive/leave-out.ts";
import type { Given } from "../archive/link/addresses.ts";
import type { Discovery } from "../log/discover.ts";
import { groupSessions } from "../log/session-files.ts";
import type { Finding, Leak, RedactOptions, Redactor } from "../redact/index.ts";
import type { SearchOptions } from "../search/index.ts";
import { discoverAll } from "../store/discover.ts";
import { digest } from "../system/checked-file.ts";
import { codeFingerprint } from "./cache/code-fingerprint.ts";
import { canonical, SiteCache } from "./cache/site-cache.ts";
import type { Summary } from "./summary.ts";
import { type ThemeOptions, themeFingerprint } from "./theme-files.ts";
import { archiveFingerprint, isUntouched } from "./unchanged.ts";

export interface SiteOptions
  extends Pick<
    LogArchiveOptions,
    "sources" | "agents" | "store" | "title" | "timeZone" | "isWithoutTwins" | "url" | "notes" | "keep" | "onSelected"
  > {
  /** Where the new site is written. */
  readonly folder: string;
  /** Where the old one stands, if there is one. */
  readonly previous: string;
  /** Takes a file of the old site over as it is, where the folder is that of `prepareOutput`; else there are links to them. */
  readonly adopt?: (path: string) => void;
  /** A folder that keeps what can be used again. */
  readonly cache: string;
  readonly leaveOut: LeaveOutOptions;
  readonly redact: RedactOptions;
  /** Absent for a site without search. */
  readonly search?: Partial<SearchOptions>;
  /** By the paths of its files: components that are functions cannot go to other threads. */
  readonly theme: ThemeOptions;
  /** All options in a form that can be compared: what differs here may differ in the site. */
  readonly comparable: unknown;
  /** Goes through everything even where nothing changed. */
  readonly isFull: boolean;
  /** How much a worker keeps open (bytes of logs) before it draws that, though not all sessions are read. */
  readonly mostHeld?: number;
  /** Threads; by default as many as cores and logs make worth while. */
  readonly width?: number;
  readonly progress: SiteProgress;
}

export interface SiteProgress {
  readonly phase: (name: string, all: number) => void;
  readonly step: (done: number, bytes?: number) => void;
}

export interface BuiltSite {
  /** Absent where nothing had to be read. */
  readonly archive?: LogArchive;
  readonly redactor?: Redactor;
  readonly summary: Summary;
  /** There was nothing to do: the site that stands there is the one that was asked for. */
  readonly isUnchanged: boolean;
  readonly findings: readonly Finding[];
  /** What the publish gate took out of finished files: redaction had not seen it in the logs. */
  readonly taken: readonly Leak[];
  /** What it found where nothing can be taken out. */
  readonly leaks: readonly Leak[];
  /** Sessions whose pages were made anew. */
  readonly drawn: number;
  /** Of these, the ones that were drawn a second time: what other sessions said of them came later. */
  readonly redrawn: number;
  /** Of projects, which the site has to remember. */
  readonly addresses: readonly Given[];
  /** Sessions of the site before that are not in the logs any more. */
  readonly gone: number;
  readonly isCacheDamaged: boolean;
  /** Once the site is in its place: the next build may rely on it. */
  readonly remember: () => void;
}

export async function buildSite(options: SiteOptions): Promise<BuiltSite> {
  options.progress.phase("Reading sessions", 0);
  const code = codeFingerprint();
  const cache = new SiteCache(options.cache, digest(code, canonical(options.redact)));
  const discovery = discoverAll(options.sources, options.store, options.agents);
  const { fingerprint, isFresh } = archiveFingerprint(
    discovery,
    canonical([options.comparable, themeFingerprint(options.theme)]),
  );
  const summary = options.isFull ? undefined : unchangedSummary(options.previous, cache, fingerprint);
  if (summary !== undefined) return { ...untouched, summary };
  const before = sessionsOf(options.previous);
  const { rebuild } = await import("./rebuild.ts");
  const site = await rebuild(options, { code, cache, discovery, fingerprint, isFresh });
  return { ...site, gone: await goneOf(before, discovery, site.archive) };
}

/** The folders of sessions in a site. */
function sessionsOf(site: string): readonly string[] {
  try {
    return readdirSync(join(site, "sessions")).filter((key) => existsSync(join(site, "sessions", key, "index.html")));
  } catch {
    return [];
  }
}

/** A session that is in the logs and was not asked for is not gone. */
async function goneOf(
  before: readonly string[],
  { files }: Discovery,
  archive: LogArchive | undefined,
): Promise<number> {
  const { sessionKey } = await import("../archive/record.ts");
  const there = new Set<string>(groupSessions(files).map(({ agent, id }) => sessionKey(agent, id)));
  for (const { key } of archive?.sessions ?? []) there.add(key);
  return before.filter((key) => !there.has(key)).length;
}

const untouched = {
  isUnchanged: true,
  findings: [],
  taken: [],
  leaks: [],
  drawn: 0,
  redrawn: 0,
  addresses: [],
  gone: 0,
  isCacheDamaged: false,
  remember: () => undefined,
};

/** The summary of the last build, if its site is the one that this build would make. */
function unchangedSummary(site: string, cache: SiteCache, fingerprint: string): Summary | undefined {
  const before = cache.site;
  if (before === undefined || before.isFresh || before.fingerprint !== fingerprint) return undefined;
  const files = [...before.lists, ...cache.pages().flatMap((pages) => pages.files)];
  return isUntouched(site, files) ? before.summary : undefined;
}
