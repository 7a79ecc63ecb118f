/**
 * The site from the logs: read, plan, draw what changed, take over what did not, write lists and index, look at all of
 * it once more.
 */
import { writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { type LogArchive, readArchive } from "../archive/index.ts";
import { type Given, givenWith } from "../archive/link/addresses.ts";
import type { Discovery } from "../log/discover.ts";
import type { SessionId } from "../model/session.ts";
import { archiveRedactor, publishGate, type Redactor } from "../redact/index.ts";
import { searchOptions } from "../search/index.ts";
import { releaseMemoryAfter } from "../system/memory.ts";
import { batches } from "./batches.ts";
import type { BuiltSite, SiteOptions } from "./build.ts";
import type { RememberedSite, SiteCache } from "./cache/site-cache.ts";
import { asFinding, type ClearedLists, clearLists } from "./clear-lists.ts";
import { runEleventy } from "./eleventy/run.ts";
import { type LoadedTheme, loadedTheme } from "./eleventy/theme.ts";
import { takeOver } from "./output/files.ts";
import { addressesIn } from "./output/own-files.ts";
import { type BuildContext, type Plan, type PlannedSession, planSessions } from "./plan.ts";
import { type FinishedSession, finished, isPage } from "./session-pages.ts";
import { type Summary, summaryOf } from "./summary.ts";
import { copyStyles } from "./theme-files.ts";
import { type WorkerPool, widthFor, workerPool } from "./workers/worker-pool.ts";
import { writeIndex } from "./write-index.ts";

/** What the first look at cache and logs gave. */
export interface FirstLook extends Pick<RememberedSite, "fingerprint" | "isFresh"> {
  readonly code: string;
  readonly cache: SiteCache;
  readonly discovery: Discovery;
}

export async function rebuild(options: SiteOptions, first: FirstLook): Promise<Omit<BuiltSite, "gone">> {
  const { code, cache } = first;
  const redactor = archiveRedactor(options.redact);
  // A theme that cannot be used is said before anything is read.
  const theme = await loadedTheme(options.theme);
  const workers = startWorkers(options, first);
  try {
    const given = addressesIn(options.previous);
    const archive = await readLogs(options, first, { workers, redactor, given });
    const build: BuildContext = { options, code, cache, archive, redactor };
    const plan = planSessions(build);
    const kept = takeOverPages(options, plan);
    const drawn = await drawPages(build, plan, workers);
    // Their memory is free for the index.
    await workers.close();
    await writeLists(build, theme);
    releaseMemoryAfter(drawn.length);
    if (options.search !== undefined) await indexTexts(build, plan, drawn);
    releaseMemoryAfter(drawn.length);
    options.progress.phase("Looking for leaks", 0);
    const lists = await clearLists(build);
    const sessions = [...kept, ...drawn];
    const summary = summarize(archive, sessions, lists);
    const taken = [...sessions.flatMap((session) => session.taken), ...lists.taken];
    return {
      archive,
      redactor,
      summary,
      isUnchanged: false,
      findings: [...redactor.findings, ...taken.map(asFinding)],
      taken,
      leaks: [...drawn.flatMap((session) => session.leaks), ...lists.leaks],
      drawn: drawn.length,
      addresses: givenWith(archive.projects, given),
      isCacheDamaged: cache.isDamaged,
      remember: () => remember(build, plan, sessions, { ...lists, summary, ...fingerprintOf(first) }),
    };
  } finally {
    await workers.close();
  }
}

function startWorkers(options: SiteOptions, { discovery }: FirstLook): WorkerPool {
  const { redact, folder, leaveOut, search, theme, width } = options;
  const toolOutput = search?.toolOutput ?? searchOptions.toolOutput;
  const bytes = discovery.files.reduce((sum, file) => sum + file.size, 0);
  return workerPool({ redact, folder, leaveOut, theme, search: { toolOutput } }, width ?? widthFor(bytes));
}

interface Reading {
  readonly workers: WorkerPool;
  readonly redactor: Redactor;
  /** Addresses of projects in the site before. */
  readonly given: readonly Given[];
}

function readLogs(options: SiteOptions, first: FirstLook, reading: Reading): Promise<LogArchive> {
  const { progress } = options;
  const { workers, redactor, given } = reading;
  return readArchive({
    ...options,
    addresses: given,
    ...(options.search === undefined ? { isWithoutSearch: true } : {}),
    redactor,
    discovery: first.discovery,
    reader: first.cache.reader(workers),
    onProgress: (done, all, bytes) => {
      if (done === 1) progress.phase("Reading sessions", all);
      progress.step(done, bytes);
    },
  });
}

function takeOverPages({ folder, previous, progress }: SiteOptions, { kept }: Plan): readonly FinishedSession[] {
  progress.phase("Taking over", kept.length);
  return kept.map(({ record: { id }, fingerprint, pages }, at) => {
    progress.step(at + 1);
    const { dependencies, leftOut, taken } = pages;
    const files = takeOver(previous, folder, pages.files);
    return finished({ id, dependencies, files, leftOut, taken, leaks: [] }, fingerprint);
  });
}

async function drawPages(
  { options: { progress }, archive, redactor }: BuildContext,
  plan: Plan,
  workers: WorkerPool,
): Promise<readonly FinishedSession[]> {
  if (plan.drawn.length === 0) return [];
  const { title, timeZone, isWithoutSearch, sessions, projects, chains } = archive;
  progress.phase("Drawing pages", plan.drawn.length);
  await workers.share({
    title,
    timeZone,
    ...(isWithoutSearch ? { isWithoutSearch } : {}),
    records: { sessions, projects, chains },
    ...(redactor.isOn ? { redaction: redactor.state() } : {}),
  });
  let done = 0;
  let bytes = 0;
  const onSession = (id: SessionId): void => {
    bytes += archive.session(id)?.bytes ?? 0;
    progress.step(++done, bytes);
  };
  const draw = async (batch: readonly PlannedSession[]): Promise<readonly FinishedSession[]> => {
    const jobs = batch.map(({ record: { id }, document }) => ({
      id,
      source: archive.source(id),
      ...(document === undefined ? {} : { document }),
    }));
    const drawn = await workers.draw(jobs, onSession);
    return drawn.map((session) => finished(session, plan.sessions.get(session.id)?.fingerprint ?? ""));
  };
  return (await Promise.all(batches(plan.drawn, workers.width).map(draw))).flat();
}

async function writeLists({ options, archive }: BuildContext, theme: LoadedTheme): Promise<void> {
  const { folder } = options;
  await runEleventy(folder, { archive, wanted: { session: () => false, lists: true }, ...theme });
  copyStyles(options.theme.styles, folder);
  // GitHub Pages would otherwise leave out files that start with an underscore.
  writeFileSync(join(folder, ".nojekyll"), "");
}

function indexTexts(
  { options, archive, redactor }: BuildContext,
  { sessions, isIndexKept }: Plan,
  drawn: readonly FinishedSession[],
): Promise<void> {
  options.progress.phase("Indexing for search", 0);
  const measures = new Map(drawn.flatMap(({ id, text }) => (text === undefined ? [] : [[id, text] as const])));
  const documents = [...sessions].map(([id, { fingerprint, document = "" }]) => {
    const own = measures.get(id);
    return [id, { fingerprint, file: document, ...(own === undefined ? {} : { measures: own }) }] as const;
  });
  return writeIndex({
    archive,
    folder: options.folder,
    previous: isIndexKept ? options.previous : join(options.cache, "none"),
    cache: join(options.cache, "search"),
    options: options.search ?? {},
    ...(redactor.isOn ? { gate: publishGate({ ...options.redact, known: redactor.literals() }) } : {}),
    documents: new Map(documents),
  });
}

function summarize(archive: LogArchive, sessions: readonly FinishedSession[], { files }: ClearedLists): Summary {
  let pages = files.filter(isPage).length;
  for (const { leftOut, count } of sessions) {
    archive.leftOut.thinking += leftOut.thinking;
    archive.leftOut.toolOutput += leftOut.toolOutput;
    pages += count;
  }
  return summaryOf(archive, pages);
}

const fingerprintOf = ({ fingerprint, isFresh }: FirstLook): Pick<FirstLook, "fingerprint" | "isFresh"> => ({
  fingerprint,
  isFresh,
});

/** For the next build, once the site is in its place. */
function remember(
  { cache, archive }: BuildContext,
  plan: Plan,
  sessions: readonly FinishedSession[],
  { fingerprint, isFresh, files, summary, secrets, cleared }: ClearedLists & Omit<RememberedSite, "lists" | "cleared">,
): void {
  for (const { id, json } of sessions) cache.keepPages(archive.source(id).id, json);
  for (const { document } of plan.sessions.values())
    if (document !== undefined) cache.use(`documents/${basename(document)}`);
  cache.save({ fingerprint, isFresh, lists: files, summary, secrets, cleared: cleared.pieces });
}
