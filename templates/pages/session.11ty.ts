import { sessionPath } from "../../src/address/paths.ts";
import type { SessionRecord } from "../../src/model/archive.ts";
import { sessionPages } from "./session-pages.ts";
import type { TemplateData } from "./template-data.ts";

interface Data extends TemplateData {
  readonly record: SessionRecord;
}

export const data = {
  pagination: { data: "annals.sessions", size: 1, alias: "record" },
  permalink: ({ record }: Data): string => sessionPath(record),
  eleventyExcludeFromCollections: true,
};

/** The session is read there and dropped after it. */
export const render = ({ annals, record }: Data): Promise<string> => sessionPages(annals, record);
