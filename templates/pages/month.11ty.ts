import type { SessionRecord } from "../../src/model/archive.ts";
import { type MonthPage, monthPage, monthPages, monthsOf } from "./month-page.ts";
import type { TemplateData } from "./template-data.ts";

interface Data extends TemplateData {
  readonly about: MonthPage;
}

export const data = {
  pagination: {
    data: "annals.sessions",
    size: 1,
    alias: "about",
    before: (sessions: readonly SessionRecord[], { annals }: TemplateData): MonthPage[] =>
      monthsOf(sessions, annals).flatMap(monthPages),
  },
  permalink: ({ about }: Data): string => about.path,
  eleventyExcludeFromCollections: true,
};

export function render({ annals, about }: Data): string {
  const months = monthsOf(annals.sessions, annals).map(({ month }) => month);
  return String(monthPage(about, annals, annals.version, months));
}
