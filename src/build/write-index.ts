/** The search index of a site, from those of its sessions, which were made when pages were drawn, and of pages over several. */

import type { LogArchive } from "../archive/index.ts";
import { storyTitle } from "../archive/story/records.ts";
import type { SessionRecord } from "../model/archive.ts";
import type { SessionId } from "../model/session.ts";
import type { PublishGate } from "../redact/index.ts";
import {
  type Measures,
  readSessionIndex,
  type SearchOptions,
  type SearchSource,
  type SessionIndex,
  SessionIndexer,
  searchDocument,
  searchFields,
  searchOptions,
  writeSearch,
} from "../search/index.ts";
import { stageAsync } from "../system/stages.ts";
import { clearDocument, clearFields } from "./clear-document.ts";
import { type OverviewText, overviewTexts } from "./overview-texts.ts";

export interface IndexInput {
  /** Its digests are read for stories. */
  readonly archive: LogArchive;
  /** The new site. */
  readonly folder: string;
  /** A site whose unchanged shards can be taken over. */
  readonly previous: string;
  /** A folder that only search uses, for what it can use again. */
  readonly cache: string;
  readonly options: Partial<SearchOptions>;
  /** Absent where nothing is redacted. */
  readonly gate?: PublishGate;
  /** For each session what its search text depends on, and the file that holds it; measures of those made just now. */
  readonly documents: ReadonlyMap<
    SessionId,
    { readonly fingerprint: string; readonly file: string; readonly measures?: Measures }
  >;
}

/** Plain data: a worker thread writes the same index. */
export interface IndexPlan extends Pick<IndexInput, "folder" | "previous" | "cache"> {
  readonly settings: SearchOptions;
  readonly texts: readonly PlannedText[];
}

interface PlannedText extends Pick<SearchSource, "fingerprint" | "fields" | "measures"> {
  /** Absent for pages over several sessions. */
  readonly id?: SessionId;
  /** The file that holds its index. */
  readonly file: string;
}

export function planIndex(input: IndexInput): IndexPlan {
  return planOf(input, overviewsOf(input));
}

function overviewsOf({ archive, cache, gate, documents }: IndexInput): readonly OverviewText[] {
  return overviewTexts({
    archive,
    cache,
    ...(gate === undefined ? {} : { gate }),
    fingerprintOf: (id) => documents.get(id)?.fingerprint ?? "",
  });
}

function planOf(input: IndexInput, overviews: readonly OverviewText[]): IndexPlan {
  const { archive, folder, previous, cache, options, gate, documents } = input;
  const sessions = archive.sessions.map((record): PlannedText => {
    const { fingerprint, file, measures } = documents.get(record.id) ?? { fingerprint: "", file: "" };
    const fields = searchFields(record, archive.projectOf(record).name, storyTitle(record, archive));
    return {
      id: record.id,
      fingerprint,
      file,
      fields: gate === undefined ? fields : clearFields(fields, gate),
      ...(measures === undefined ? {} : { measures }),
    };
  });
  const pages = overviews.map(({ make: _, ...text }): PlannedText => text);
  const settings = { ...searchOptions, ...options, timeZone: archive.timeZone };
  return { folder, previous, cache, texts: [...sessions, ...pages], settings };
}

/** `make` gives the index of a text whose file is not there or damaged. */
export async function writePlannedIndex(plan: IndexPlan, make: (text: PlannedText) => SessionIndex): Promise<void> {
  const { folder, previous, cache, texts, settings } = plan;
  const sources = texts.map((text): SearchSource => {
    const { id: _, file, ...source } = text;
    return { ...source, load: () => readSessionIndex(file), make: () => make(text) };
  });
  await stageAsync("index join", () => writeSearch(sources, folder, { ...settings, previous, cache }));
}

export async function writeIndex(input: IndexInput): Promise<void> {
  const { archive, gate } = input;
  const overviews = overviewsOf(input);
  const plan = planOf(input, overviews);
  const remade = new Map(overviews.map(({ file, make }) => [file, make]));
  await writePlannedIndex(plan, ({ id, file }) => {
    if (id === undefined) return (remade.get(file) as () => SessionIndex)();
    const { session } = archive.whole(id);
    const record = archive.session(id) as SessionRecord;
    const found = searchDocument(session, record, archive.projectOf(record).name, plan.settings);
    const document = gate === undefined ? found : clearDocument(found, gate, () => undefined).document;
    return new SessionIndexer().index(document);
  });
}
