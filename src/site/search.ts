/** Fills the search index while sessions are open for their pages, so that no log is read a third time. */
import type { Library } from "../library/index.ts";
import type { OnSession } from "../plugin/data.ts";
import { type SearchOptions, type SearchReport, searchDocument, searchOptions, searchWriter } from "../search/index.ts";

export interface SiteSearch {
  readonly onSession: OnSession;
  readonly finish: () => Promise<SearchReport>;
  readonly abandon: () => Promise<void>;
}

/** `previous`: a site whose sealed shards can be taken over. */
export async function siteSearch(
  library: Library,
  folder: string,
  previous: string,
  options: Partial<SearchOptions>,
): Promise<SiteSearch> {
  const settings = { ...searchOptions, ...options, timeZone: library.timeZone };
  const writer = await searchWriter(folder, { ...settings, previous });
  return {
    onSession: ({ session }, record) =>
      writer.add(searchDocument(session, record, library.projectOf(record).name, settings)),
    finish: () => writer.finish(),
    abandon: () => writer.abandon(),
  };
}
