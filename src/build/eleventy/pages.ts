/**
 * The archive in a run of Eleventy: global data, filters, and a virtual template for each kind of page. The plugin in
 * anybody's site and every run that the command starts come through here.
 */
import type { AnnalsData, TemplateData } from "../../../templates/annals-data.ts";
import { type PageTemplate, pageTemplates } from "../../../templates/pages.ts";
import type { SessionId } from "../../model/session.ts";
import type { EleventyConfig, Written } from "./config.ts";
import { addFilters } from "./filters.ts";

export interface PagesOptions {
  /** Where the archive begins below the site's root. */
  readonly base: string;
  /** What of the archive this run makes pages of; asked in each run. */
  readonly wanted: () => Wanted;
  /** Told of each page. */
  readonly onPage?: () => void;
}

export interface Wanted {
  /** Of which sessions, with their agents. */
  readonly session: (id: SessionId) => boolean;
  /** Index, projects, months, search and the rest. */
  readonly lists: boolean;
  /** Of the pages over several sessions, those that are in the site already. */
  readonly isKept?: (path: string) => boolean;
}

/** A folder of no site: nothing of ours is found there, and nothing of theirs lies in it. */
const folder = "annals-archive";

/** Whether we gave Eleventy the template of this page. */
export const isOwnPage = ({ inputPath }: Written): boolean => inputPath.split(/[\\/]/).includes(folder);

/** `onDrawn` is called when a filter drew something for a page of the site itself. */
export function registerArchive(
  eleventyConfig: EleventyConfig,
  data: () => Promise<AnnalsData>,
  onDrawn: () => void = () => undefined,
): void {
  eleventyConfig.versionCheck(">=3.1");
  let current: AnnalsData | undefined;
  eleventyConfig.addGlobalData("annals", async () => {
    current = await data();
    return current;
  });
  addFilters(
    eleventyConfig,
    () => {
      if (current === undefined) throw new Error("annals: its filters work in templates, once their data is there.");
      return current;
    },
    onDrawn,
  );
}

export function registerPages(eleventyConfig: EleventyConfig, options: PagesOptions, templates = pageTemplates): void {
  for (const template of templates)
    eleventyConfig.addTemplate(`${folder}/${template.name}.11ty.js`, virtualTemplate(template, options));
  const { onPage } = options;
  if (onPage === undefined) return;
  eleventyConfig.addTransform("annals-progress", (content) => {
    onPage();
    return content;
  });
}

/** The template as it is, but below `base`, and only of what is wanted. */
function virtualTemplate({ template, of }: PageTemplate, { base, wanted }: PagesOptions): unknown {
  const { pagination, permalink, ...data } = template.data;
  const isMade = (): boolean => of === "session" || wanted().lists;
  return {
    data: {
      ...data,
      // A site may have a layout for all of its pages; ours are whole.
      layout: false,
      permalink: (given: TemplateData): string | false => {
        const path = isMade() && (typeof permalink === "function" ? permalink(given as never) : permalink);
        return path === false ? false : `${base}${path}`;
      },
      ...(pagination === undefined
        ? {}
        : {
            pagination: {
              ...pagination,
              before: (items: readonly unknown[], given: TemplateData): readonly unknown[] => {
                if (!isMade()) return [];
                const all = pagination.before?.(items as never, given) ?? items;
                const { session, isKept } = wanted();
                if (of === "session") return all.filter((item) => session(sessionOf(item)));
                if (isKept === undefined || typeof permalink !== "function") return all;
                return all.filter((item) => {
                  const path = permalink({ ...given, [pagination.alias]: item } as never);
                  return path === false || !isKept(path);
                });
              },
            },
          }),
    },
    render: (given: TemplateData) => (isMade() ? template.render(given as never) : ""),
  };
}

/** The pages of sessions are made of session records, those of agents of pairs. */
const sessionOf = (item: unknown): SessionId => {
  const { session, id } = item as { readonly session?: { readonly id: SessionId }; readonly id: SessionId };
  return session?.id ?? id;
};
