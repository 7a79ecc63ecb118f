/** The search index of a site, from search texts that were written when pages were drawn. */

import type { LogArchive } from "../archive/index.ts";
import type { SessionId } from "../model/session.ts";
import type { PublishGate } from "../redact/index.ts";
import {
  type Measures,
  type SearchDocument,
  type SearchOptions,
  type SearchSource,
  searchDocument,
  searchOptions,
  writeSearch,
} from "../search/index.ts";
import { read } from "../system/checked-file.ts";
import { clearDocument } from "./clear-document.ts";

export interface IndexInput {
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

export async function writeIndex(input: IndexInput): Promise<void> {
  const { archive, folder, previous, cache, options, gate, documents } = input;
  const settings = { ...searchOptions, ...options, timeZone: archive.timeZone };
  const sources = archive.sessions.map((record): SearchSource => {
    const { fingerprint, file, measures } = documents.get(record.id) ?? { fingerprint: "", file: "" };
    const load = async (): Promise<SearchDocument> => {
      const document = read<SearchDocument>(file);
      if (typeof document !== "string") return document;
      const { session } = archive.whole(record.id);
      const found = searchDocument(session, record, archive.projectOf(record).name, settings);
      return gate === undefined ? found : clearDocument(found, gate, () => undefined).document;
    };
    return { key: record.key, fingerprint, load, ...(measures === undefined ? {} : { measures }) };
  });
  await writeSearch(sources, folder, { ...settings, previous, cache });
}
