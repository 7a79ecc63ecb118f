import type { SessionRecord } from "../src/archive.ts";
import { sessionPath } from "../src/render/links.ts";
import type { TemplateData } from "./data.ts";
import { sessionPages } from "./session-pages.ts";

interface Data extends TemplateData {
  readonly record: SessionRecord;
}

export const data = {
  pagination: { data: "annals.batch", size: 1, alias: "record" },
  permalink: ({ record }: Data): string => sessionPath(record),
  eleventyExcludeFromCollections: true,
};

/** The session is read there and dropped after it. */
export const render = ({ annals, record }: Data): Promise<string> => sessionPages(annals, record);
