/** The frame of a page that stays as it is when sessions are added elsewhere: it names no counts of the archive. */
import { settingsOf } from "../../src/archive/lookup.ts";
import type { Archive, ArchiveLookup } from "../../src/model/archive.ts";
import type { Site } from "../layouts/page.ts";

export function withoutCounts(site: Site<Archive>): Site<ArchiveLookup> {
  const { session, chain, projectOf, neighbours } = site.archive;
  return { ...site, archive: { ...settingsOf(site.archive), session, chain, projectOf, neighbours } };
}
