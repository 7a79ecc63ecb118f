/** A page that the archive has one of. */
import type { AnnalsData, TemplateData } from "../annals-data.ts";

export type { AnnalsData, TemplateData };

export function once(
  path: string,
  print: (annals: AnnalsData) => { toString(): string },
  isWanted: (annals: AnnalsData) => boolean = () => true,
) {
  return {
    data: {
      permalink: ({ annals }: TemplateData): string | false => (isWanted(annals) ? path : false),
      eleventyExcludeFromCollections: true,
    },
    render: ({ annals }: TemplateData): string => (isWanted(annals) ? String(print(annals)) : ""),
  };
}
