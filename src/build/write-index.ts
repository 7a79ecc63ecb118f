/** The search index of a site, from those of its sessions, which were made when pages were drawn, and of pages over several. */

import type { LogArchive } from "../archive/index.ts";
import { storyTitle } from "../archive/story/records.ts";
import type { SessionId } from "../model/session.ts";
import type { PublishGate } from "../redact/index.ts";
import {
  type Measures,
  readSessionIndex,
  type SearchOptions,
  type SearchSource,
  SessionIndexer,
  searchDocument,
  searchFields,
  searchOptions,
  writeSearch,
} from "../search/index.ts";
import { clearDocument, clearFields } from "./clear-document.ts";
import { overviewSources } from "./overview-sources.ts";

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

export async function writeIndex(input: IndexInput): Promise<void> {
  const { archive, folder, previous, cache, options, gate, documents } = input;
  const settings = { ...searchOptions, ...options, timeZone: archive.timeZone };
  const sources = archive.sessions.map((record): SearchSource => {
    const { fingerprint, file, measures } = documents.get(record.id) ?? { fingerprint: "", file: "" };
    const project = archive.projectOf(record).name;
    const fields = searchFields(record, project, storyTitle(record, archive));
    return {
      fingerprint,
      fields: gate === undefined ? fields : clearFields(fields, gate),
      load: () => readSessionIndex(file),
      make: () => {
        const { session } = archive.whole(record.id);
        const found = searchDocument(session, record, project, settings);
        const document = gate === undefined ? found : clearDocument(found, gate, () => undefined).document;
        return new SessionIndexer().index(document);
      },
      ...(measures === undefined ? {} : { measures }),
    };
  });
  const others = overviewSources({
    archive,
    cache,
    ...(gate === undefined ? {} : { gate }),
    fingerprintOf: (id) => documents.get(id)?.fingerprint ?? "",
  });
  await writeSearch([...sources, ...others], folder, { ...settings, previous, cache });
}
