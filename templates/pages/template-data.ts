/** What our page templates share. */

import { type AssetName, asset } from "../../src/system/asset.ts";
import type { AnnalsData, TemplateData } from "../annals-data.ts";
import type { Site } from "../layouts/page.ts";
import { withTheme } from "../theme.ts";

export type { AnnalsData, TemplateData };

interface Drawn {
  toString(): string;
}

/** A page that the archive has one of. */
export function once(
  path: string,
  draw: (site: Site<AnnalsData>) => Drawn,
  isWanted: (annals: AnnalsData) => boolean = () => true,
) {
  return {
    data: {
      permalink: ({ annals }: TemplateData): string | false => (isWanted(annals) ? path : false),
      eleventyExcludeFromCollections: true,
    },
    render: ({ annals }: TemplateData): string => (isWanted(annals) ? drawn(annals, draw) : ""),
  };
}

/** A file beside the pages that holds nothing of the archive. */
export function assetPage(name: AssetName) {
  return {
    data: { permalink: `assets/${name}`, eleventyExcludeFromCollections: true },
    render: (): Promise<string> => asset(name),
  };
}

/** One page, in the site's theme. */
export function drawn(annals: AnnalsData, draw: (site: Site<AnnalsData>) => Drawn): string {
  return String(withTheme(annals.theme, () => draw(siteOf(annals, annals))));
}

/** `archive` is what the page may ask of it. */
export function siteOf<Known extends Site["archive"]>(annals: AnnalsData, archive: Known): Site<Known> {
  const { version, styles } = annals;
  return { archive, version, styles };
}
