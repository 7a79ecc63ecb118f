/** The frame of a page that stays as it is when sessions are added elsewhere: it names no counts of the archive. */
import type { Archive, ArchiveLookup } from "../../src/model/archive.ts";
import type { Site } from "../layouts/page.ts";

export function withoutCounts(site: Site<Archive>): Site<ArchiveLookup> {
  const { title, timeZone, isWithoutSearch, session, chain, projectOf, neighbours } = site.archive;
  const archive: ArchiveLookup = {
    ...{ title, timeZone, session, chain, projectOf, neighbours },
    ...(isWithoutSearch ? { isWithoutSearch } : {}),
  };
  return { ...site, archive };
}
