/** What the plugin gives to templates as `annals`. */
import type { AnnalsData } from "../../src/build/eleventy/data.ts";

export interface TemplateData {
  readonly annals: AnnalsData;
}

/** A page that is made once, with the lists: in the other stage it has no address and no content. */
export function once(
  path: string,
  print: (annals: AnnalsData) => { toString(): string },
  isWanted: (annals: AnnalsData) => boolean = () => true,
) {
  const isMade = (annals: AnnalsData): boolean => annals.stage !== "sessions" && isWanted(annals);
  return {
    data: {
      permalink: ({ annals }: TemplateData): string | false => (isMade(annals) ? path : false),
      eleventyExcludeFromCollections: true,
    },
    render: ({ annals }: TemplateData): string => (isMade(annals) ? String(print(annals)) : ""),
  };
}
