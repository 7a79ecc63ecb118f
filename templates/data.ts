/** What the plugin gives to templates as `annals`. */
import type { AnnalsData } from "../src/eleventy/data.ts";

export interface TemplateData {
  readonly annals: AnnalsData;
}

/** A page that is made once, with the lists: in the other stage it has no address and no content. */
export function once(path: string, print: (annals: AnnalsData) => { toString(): string }) {
  return {
    data: {
      permalink: ({ annals }: TemplateData): string | false => (annals.stage === "sessions" ? false : path),
      eleventyExcludeFromCollections: true,
    },
    render: ({ annals }: TemplateData): string => (annals.stage === "sessions" ? "" : String(print(annals))),
  };
}
