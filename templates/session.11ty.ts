import type { SessionRecord } from "../src/archive.ts";
import { sessionPath } from "../src/render/links.ts";
import { sessionPage } from "../src/render/session-page.ts";
import type { TemplateData } from "./data.ts";

interface Data extends TemplateData {
  readonly record: SessionRecord;
}

export const data = {
  pagination: { data: "annals.batch", size: 1, alias: "record" },
  permalink: ({ record }: Data): string => sessionPath(record),
  eleventyExcludeFromCollections: true,
};

/** The session is read here and dropped after it. */
export async function render({ annals, record }: Data): Promise<string> {
  const { archive, version } = annals;
  const open = await archive.open(record.id);
  const { html, files } = sessionPage({ archive, version, record, open });
  annals.emit(files);
  return String(html);
}
