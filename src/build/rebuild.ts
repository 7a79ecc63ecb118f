/**
 * The site from the logs: read, plan, draw what changed, take over what did not, write lists and index, look at all of
 * it once more.
 */
import { rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { filePath } from "../address/paths.ts";
import { type LogArchive, type LogArchiveOptions, readArchive } from "../archive/index.ts";
import { type Given, givenWith } from "../archive/link/addresses.ts";
import { givenWithStories } from "../archive/link/story-addresses.ts";
import type { Discovery } from "../log/discover.ts";
import type { SessionExtract } from "../model/decisions.ts";
import type { SessionId } from "../model/session.ts";
import { archiveRedactor, publishGate, type Redactor } from "../redact/index.ts";
import { searchOptions } from "../search/index.ts";
import { releaseMemoryAfter } from "../system/memory.ts";
import { stage, stageAsync } from "../system/stages.ts";
import type { BuiltSite, SiteOptions } from "./build.ts";
import type { RememberedSite, SiteCache } from "./cache/site-cache.ts";
import { asFinding, type ClearedLists, ListGate } from "./clear-lists.ts";
import { digestReader } from "./digest-files.ts";
import { Drafts } from "./drafts.ts";
import { finishAndDraw } from "./draw-pages.ts";
import type { WrittenFile } from "./eleventy/data.ts";
import { runEleventy } from "./eleventy/run.ts";
import { type LoadedTheme, loadedTheme } from "./eleventy/theme.ts";
import { Extracts } from "./extracts.ts";
import { FileLists } from "./file-lists.ts";
import { type KeptPages, keepPages } from "./kept-pages.ts";
import { keepFiles } from "./output/files.ts";
import { addressesIn } from "./output/own-files.ts";
import { writeRobots } from "./output/robots.ts";
import { type Plan, planSessions } from "./plan.ts";
import type { BuildContext } from "./planned-sessions.ts";
import { type FinishedSession, finished, isPage, type TextFingerprints } from "./session-pages.ts";
import { type Summary, summaryOf } from "./summary.ts";
import { copyStyles } from "./theme-files.ts";
import type { SessionWorker } from "./workers/worker.ts";
import { type WorkerPool, widthFor, workerPool } from "./workers/worker-pool.ts";
import { type IndexInput, planIndex, writeIndex } from "./write-index.ts";

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
    const fileLists = new FileLists(cache, redactor);
    const wanted = { ...archiveOptions(options, first, redactor, given), knownFiles: fileLists.known };
    const drafts = new Drafts({ options, archive: wanted, code, cache, redactor, workers });
    const archive = await readArchive({ ...wanted, reader: drafts });
    await drafts.drawn();
    const build: BuildContext = { options, code, cache, archive, redactor, hasComponents: theme.theme.size > 0 };
    const plan = stage("plan", () => planSessions(build, drafts));
    const { sessions: drawn, redrawn } = await finishAndDraw(build, plan, drafts, workers);
    // After drafts that are wrong were removed: one of them may have had a picture that pages of the site before show.
    const kept = stage("take over", () => takeOverPages(options, plan));
    // The memory of the others is free for the index.
    const thread = await workers.closeAllButOne();
    const sessions = [...kept, ...drawn];
    const texts = new Map(sessions.map(({ id, textFingerprint }) => [id, textFingerprint]));
    const pages = stage("take over", () => keepPages(build, plan, texts, fileLists));
    const made = new Map(drawn.flatMap(({ id, extract }) => (extract === undefined ? [] : [[id, extract] as const])));
    const gate = new ListGate(build);
    const writeAllLists = async (): Promise<void> => {
      await stageAsync("lists, stories and files", () =>
        writeLists(build, plan, { texts, made }, theme, pages, (file) => gate.onFile(file)),
      );
      releaseMemoryAfter(drawn.length);
    };
    await withIndex(options, indexInput(build, plan, sessions), thread, writeAllLists);
    await workers.close();
    releaseMemoryAfter(drawn.length);
    options.progress.phase("Looking for leaks", 0);
    const lists = await stageAsync("gate", () => gate.clear(pages.adopted));
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
      redrawn,
      addresses: givenWith(archive.projects, givenWithStories(archive.chains, given)),
      isCacheDamaged: cache.isDamaged,
      remember: () =>
        remember(build, plan, sessions, { ...lists, summary, ...pages.remembered, ...fingerprintOf(first) }),
    };
  } finally {
    await workers.close();
  }
}

function startWorkers(options: SiteOptions, { discovery, cache }: FirstLook): WorkerPool {
  const { redact, folder, leaveOut, search, theme, width } = options;
  const toolOutput = search?.toolOutput ?? searchOptions.toolOutput;
  const bytes = discovery.files.reduce((sum, file) => sum + file.size, 0);
  const settings = { redact, folder, leaveOut, theme, search: { toolOutput } };
  return workerPool(settings, width ?? widthFor(bytes), cache.isEmpty);
}

function archiveOptions(
  options: SiteOptions,
  { discovery }: FirstLook,
  redactor: Redactor,
  /** Addresses of projects in the site before. */
  addresses: readonly Given[],
): LogArchiveOptions {
  const { progress } = options;
  return {
    ...options,
    addresses,
    ...(options.search === undefined ? { isWithoutSearch: true } : {}),
    redactor,
    discovery,
    onProgress: (done, all, bytes) => {
      if (done === 1) progress.phase("Reading and drawing sessions", all);
      progress.step(done, bytes);
    },
  };
}

function takeOverPages(options: SiteOptions, { kept }: Plan): readonly FinishedSession[] {
  const { progress } = options;
  progress.phase("Taking over", kept.length);
  return kept.map(({ record: { id }, fingerprint, pages }, at) => {
    progress.step(at + 1);
    const { dependencies, leftOut, taken } = pages;
    const files = keepFiles(options, pages.files);
    return finished({ id, dependencies, files, leftOut, taken, leaks: [] }, fingerprint);
  });
}

async function writeLists(
  { options, archive: read }: BuildContext,
  plan: Plan,
  { texts, made }: { readonly texts: TextFingerprints; readonly made: ReadonlyMap<SessionId, SessionExtract> },
  theme: LoadedTheme,
  { has }: KeptPages,
  onFile: (file: WrittenFile) => void,
): Promise<void> {
  const { folder } = options;
  const digest = digestReader(read, (id) => plan.sessions.get(id)?.digest);
  const extracts = new Extracts(join(options.cache, "extracts.json"));
  const { session } = read;
  const archive = {
    ...read,
    digest,
    extract: extracts.reader({ session, digest, drawn: made }, (id) => texts.get(id) ?? id),
  };
  await runEleventy(folder, {
    archive,
    wanted: { session: () => false, lists: true, isKept: has },
    isDrawn: (file) => !has(filePath(file)),
    onFiles: (_, files) => {
      for (const file of files) onFile(file);
    },
    ...theme,
  });
  extracts.save();
  copyStyles(options.theme.styles, folder);
  // GitHub Pages would otherwise leave out files that start with an underscore.
  writeFileSync(join(folder, ".nojekyll"), "");
  writeRobots(folder, options.previous, archive);
}

/** A thread that has nothing to draw any more writes the index meanwhile; without one it comes after the lists. */
async function withIndex(
  { progress, folder }: SiteOptions,
  input: IndexInput | undefined,
  thread: SessionWorker | undefined,
  writeAllLists: () => Promise<void>,
): Promise<void> {
  if (input === undefined || thread === undefined) {
    await writeAllLists();
    if (input === undefined) return;
    progress.phase("Indexing for search", 0);
    await writeIndex(input);
    return;
  }
  const isWritten = thread.index(planIndex(input)).then(
    () => true,
    () => false,
  );
  await writeAllLists();
  progress.phase("Indexing for search", 0);
  if (await isWritten) return;
  // A session's index was damaged or removed: here it can be made again.
  rmSync(join(folder, "pagefind"), { recursive: true, force: true });
  await writeIndex(input);
}

function indexInput(
  { options, archive, redactor }: BuildContext,
  { sessions, isIndexKept }: Plan,
  finished: readonly FinishedSession[],
): IndexInput | undefined {
  if (options.search === undefined) return undefined;
  const made = new Map(finished.map((session) => [session.id, session]));
  const documents = [...sessions].map(([id, { document = "" }]) => {
    const { textFingerprint = "", text } = made.get(id) ?? {};
    return [id, { fingerprint: textFingerprint, file: document, ...(text && { measures: text }) }] as const;
  });
  return {
    archive: { ...archive, digest: digestReader(archive, (id) => sessions.get(id)?.digest) },
    folder: options.folder,
    previous: isIndexKept ? options.previous : join(options.cache, "none"),
    cache: join(options.cache, "search"),
    options: options.search,
    ...(redactor.isOn ? { gate: publishGate({ ...options.redact, known: redactor.literals() }) } : {}),
    documents: new Map(documents),
  };
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
  { cache, archive, redactor }: BuildContext,
  plan: Plan,
  sessions: readonly FinishedSession[],
  site: ClearedLists & Omit<RememberedSite, "lists" | "lookedFor" | "cleared">,
): void {
  const { files, cleared, taken: _taken, leaks: _leaks, ...rest } = site;
  const lookedFor = redactor.lookedFor().map(({ text }) => text);
  for (const { id, json } of sessions) cache.keepPages(archive.source(id).id, json);
  for (const { document, digest } of plan.sessions.values()) {
    cache.use(`digests/${basename(digest)}`);
    if (document !== undefined) cache.use(`documents/${basename(document)}`);
  }
  cache.save({ ...rest, lists: files, lookedFor, cleared: cleared.pieces });
}
