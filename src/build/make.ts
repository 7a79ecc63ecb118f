/**
 * The site from the logs: sessions are read, linked and drawn by many hands, then come the lists and the search index.
 * What did not change since the last build is neither read nor drawn: it is taken over from the site that stands there.
 */

import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type LogArchive, readArchive } from "../archive/index.ts";
import { givenWith } from "../archive/link/addresses.ts";
import type { Discovery } from "../log/discover.ts";
import type { SessionRecord } from "../model/archive.ts";
import { archiveRedactor, Cleared, publishGate, type Redactor } from "../redact/index.ts";
import { type SearchReport, searchOptions } from "../search/index.ts";
import { digest } from "../system/checked-file.ts";
import { releaseMemoryAfter } from "../system/memory.ts";
import { batches } from "./batches.ts";
import type { BuiltSite, SiteOptions } from "./build.ts";
import { canonical, type SiteCache } from "./cache/site-cache.ts";
import { asFinding, clearRest, sourceAmong } from "./clear-rest.ts";
import { listener } from "./dependencies.ts";
import type { Job } from "./draw.ts";
import { runEleventy } from "./eleventy/run.ts";
import { areThere, type FilePrint, filesIn, takeOver } from "./output/files.ts";
import { addressesIn } from "./output/own-files.ts";
import { type DrawnPage, drawnPage, isPage, type NotedPage, notedPage, type Page } from "./pages.ts";
import { writeIndex } from "./search.ts";
import { summaryOf } from "./summary.ts";
import type { Whole } from "./unchanged.ts";
import { type Hands, hands, widthFor } from "./workers/workers.ts";

/** What the first look at cache and logs gave. */
export interface Before {
  readonly code: string;
  readonly cache: SiteCache<Page, Whole>;
  readonly discovery: Discovery;
  readonly print: Pick<Whole, "print" | "isFresh">;
}

export async function makeAnew(
  options: SiteOptions,
  { code, cache, discovery, print }: Before,
): Promise<Omit<BuiltSite, "gone">> {
  const { progress } = options;
  const redactor = archiveRedactor(options.redact);
  const work = hands(
    {
      redact: options.redact,
      folder: options.folder,
      leaveOut: options.leaveOut,
      search: { toolOutput: options.search?.toolOutput ?? searchOptions.toolOutput },
    },
    options.width ?? widthFor(discovery.files.reduce((sum, file) => sum + file.size, 0)),
  );
  try {
    const given = addressesIn(options.previous);
    const archive = await readArchive({
      ...options,
      addresses: given,
      ...(options.search === undefined ? { isWithoutSearch: true } : {}),
      redactor,
      discovery,
      reader: cache.reader(work),
      onProgress: (done, all, bytes) => {
        if (done === 1) progress.phase("Reading sessions", all);
        progress.step(done, bytes);
      },
    });
    const plan = planPages(options, archive, cache, redactor, code);
    const pages = new Map(keptPages(options, plan));
    const drawn = await drawPages(options, work, archive, redactor, plan);
    // Their memory is free for the index.
    await work.close();
    for (const { id, page } of drawn) pages.set(id, page);
    await runEleventy(options.folder, { archive, wanted: { session: () => false, lists: true } });
    // GitHub Pages would otherwise leave out files that start with an underscore.
    writeFileSync(join(options.folder, ".nojekyll"), "");
    releaseMemoryAfter(drawn.length);
    const search = options.search === undefined ? undefined : await index(options, archive, redactor, plan, drawn);
    releaseMemoryAfter(drawn.length);
    progress.phase("Looking for leaks", 0);
    const files = (): FilePrint[] => filesIn(options.folder, "", (path) => path !== "sessions" && path !== "media");
    let rest = files();
    const secrets = redactor.stamp([]);
    const before = cache.whole?.secrets === secrets ? cache.whole : undefined;
    const cleared = new Cleared(before?.cleared);
    const looked = await clearRest(rest, options, redactor, before?.rest, cleared, sourceAmong(archive));
    if (looked.taken.length > 0) rest = files();
    const taken = [...[...pages.values()].flatMap((page) => page.taken), ...looked.taken];
    let count = rest.filter(isPage).length;
    for (const { leftOut, count: own } of pages.values()) {
      archive.leftOut.thinking += leftOut.thinking;
      archive.leftOut.toolOutput += leftOut.toolOutput;
      count += own;
    }
    const summary = summaryOf(archive, count);
    return {
      archive,
      redactor,
      summary,
      isUnchanged: false,
      findings: [...redactor.findings, ...taken.map(asFinding)],
      taken,
      leaks: [...drawn.flatMap((each) => each.leaks), ...looked.left],
      drawn: drawn.length,
      addresses: givenWith(archive.projects, given),
      ...(search === undefined ? {} : { search }),
      isCacheDamaged: cache.isDamaged,
      remember: () => {
        for (const [id, { json }] of pages) cache.keepPage(archive.source(id).id, json);
        for (const { document } of plan.documents.values()) cache.use(`documents/${document}`);
        cache.save({ ...print, rest, summary, secrets, cleared: cleared.pieces });
      },
    };
  } finally {
    await work.close();
  }
}

interface Plan {
  /** What the pages of each session depend on, beside what they ask for. */
  readonly stamps: ReadonlyMap<SessionRecord["id"], string>;
  /** For each session the file with its search text. */
  readonly documents: ReadonlyMap<SessionRecord["id"], { readonly stamp: string; readonly document: string }>;
  readonly kept: readonly { readonly id: SessionRecord["id"]; readonly page: Page }[];
  readonly wanted: readonly SessionRecord[];
  /** The index of the site before is there as it was written, so that parts of it can be taken over. */
  readonly isIndexKept: boolean;
}

function planPages(
  options: SiteOptions,
  archive: LogArchive,
  cache: SiteCache<Page, Whole>,
  redactor: Redactor,
  code: string,
): Plan {
  const common = canonical([
    ...[code, archive.title, archive.timeZone, options.leaveOut],
    ...[options.search === undefined, options.search?.toolOutput],
  ]);
  const stillHolds = listener(archive);
  const stamps = new Map<SessionRecord["id"], string>();
  const documents = new Map<SessionRecord["id"], { stamp: string; document: string }>();
  const kept: { id: SessionRecord["id"]; page: Page }[] = [];
  const wanted: SessionRecord[] = [];
  for (const record of archive.sessions) {
    const { id, context, place } = archive.source(record.id);
    const stamp = digest(
      common,
      cache.content(id),
      canonical([context, place, record]),
      redactor.stamp(archive.secrets(record.id)),
    );
    const document = `${record.key}-${stamp}.json`;
    stamps.set(record.id, stamp);
    if (options.search !== undefined) documents.set(record.id, { stamp, document });
    const page = cache.page(id);
    const isKept =
      page !== undefined &&
      page.stamp === stamp &&
      page.asked.every(stillHolds) &&
      (options.search === undefined || existsSync(join(options.cache, "documents", document))) &&
      areThere(options.previous, page.files);
    if (isKept) kept.push({ id: record.id, page });
    else wanted.push(record);
  }
  const shards = options.search === undefined ? [] : (cache.whole?.rest ?? []).filter(([path]) => isOfIndex(path));
  // An index that somebody changed is not taken over.
  return { stamps, documents, kept, wanted, isIndexKept: shards.length > 0 && areThere(options.previous, shards) };
}

const isOfIndex = (path: string): boolean => path.startsWith("pagefind/");

function keptPages({ folder, previous, progress }: SiteOptions, { kept }: Plan): [SessionRecord["id"], NotedPage][] {
  progress.phase("Taking over", kept.length);
  return kept.map(({ id, page }, at) => {
    progress.step(at + 1);
    return [id, notedPage({ ...page, files: takeOver(previous, folder, page.files) })];
  });
}

async function drawPages(
  options: SiteOptions,
  work: Hands,
  archive: LogArchive,
  redactor: Redactor,
  { wanted, documents, stamps }: Plan,
): Promise<readonly DrawnPage[]> {
  if (wanted.length === 0) return [];
  const { progress } = options;
  const { title, timeZone, isWithoutSearch, sessions, projects, chains } = archive;
  progress.phase("Drawing pages", wanted.length);
  await work.share({
    title,
    timeZone,
    ...(isWithoutSearch ? { isWithoutSearch } : {}),
    records: { sessions, projects, chains },
    ...(redactor.isOn ? { redaction: redactor.state() } : {}),
  });
  let done = 0;
  let bytes = 0;
  const onSession = (id: SessionRecord["id"]): void => {
    bytes += archive.session(id)?.bytes ?? 0;
    progress.step(++done, bytes);
  };
  const jobs = (batch: readonly SessionRecord[]): readonly Job[] =>
    batch.map(({ id }) => {
      const document = documents.get(id)?.document;
      const file = document === undefined ? {} : { document: join(options.cache, "documents", document) };
      return { id, source: archive.source(id), ...file };
    });
  const draw = async (batch: readonly SessionRecord[]): Promise<readonly DrawnPage[]> =>
    (await work.draw(jobs(batch), onSession)).map((each) => drawnPage(each, stamps.get(each.id) ?? ""));
  return (await Promise.all(batches(wanted, work.width).map(draw))).flat();
}

function index(
  options: SiteOptions,
  archive: LogArchive,
  redactor: Redactor,
  plan: Plan,
  drawn: readonly DrawnPage[],
): Promise<SearchReport> {
  options.progress.phase("Indexing for search", 0);
  const texts = new Map(drawn.map(({ id, text }) => [id, text]));
  const files = [...plan.documents].map(([id, { stamp, document }]) => {
    const measures = texts.get(id);
    const file = join(options.cache, "documents", document);
    return [id, { stamp, file, ...(measures === undefined ? {} : { measures }) }] as const;
  });
  return writeIndex({
    archive,
    folder: options.folder,
    previous: plan.isIndexKept ? options.previous : join(options.cache, "none"),
    cache: join(options.cache, "search"),
    options: options.search ?? {},
    ...(redactor.isOn ? { gate: publishGate({ ...options.redact, known: redactor.literals() }) } : {}),
    documents: new Map(files),
  });
}
