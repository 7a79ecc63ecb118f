import { type Month, type MonthPage, monthPage, monthPages } from "./month-page.ts";
import type { TemplateData } from "./template-data.ts";

interface Data extends TemplateData {
  readonly about: MonthPage;
}

export const data = {
  pagination: {
    data: "annals.months",
    size: 1,
    alias: "about",
    before: (months: readonly Month[]): MonthPage[] => months.flatMap(monthPages),
  },
  permalink: ({ about }: Data): string => about.path,
  eleventyExcludeFromCollections: true,
};

export function render({ annals, about }: Data): string {
  const months = annals.months.map(({ month }) => month);
  return String(monthPage(about, annals.archive, annals.version, months));
}
