/** The archive for programs: lines, a table, feeds, a map for search engines, and the schemas of what lies beside pages. */
import { readFileSync } from "node:fs";
import { indexPath, projectPath, sessionPath, storyPath } from "../../src/address/paths.ts";
import { storyRecords } from "../../src/archive/story/index.ts";
import { lastWeek, perWeek } from "../../src/archive/weeks.ts";
import {
  addressIn,
  feedItems,
  jsonFeed,
  llmsText,
  sessionLines,
  sessionTable,
} from "../../src/export/archive-files.ts";
import {
  feedPath,
  jsonFeedPath,
  linesPath,
  llmsPath,
  schemaPath,
  sitemapPath,
  socialPath,
  tablePath,
} from "../../src/export/paths.ts";
import { socialPicture } from "../../src/export/social-picture.ts";
import type { Archive } from "../../src/model/archive.ts";
import { packageFile } from "../../src/package.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import type { AnnalsData, TemplateData } from "./template-data.ts";

interface TwinFile {
  readonly path: string;
  readonly content: (annals: AnnalsData) => string;
}

interface Data extends TemplateData {
  readonly file: TwinFile;
}

const schema = (of: "session" | "story"): TwinFile => ({
  path: schemaPath(of),
  content: () => readFileSync(packageFile(schemaPath(of)), "utf8"),
});

const files: readonly TwinFile[] = [
  { path: linesPath, content: sessionLines },
  { path: tablePath, content: sessionTable },
  { path: jsonFeedPath, content: jsonFeed },
  { path: feedPath, content: (annals) => xml(atomFeed(annals)) },
  { path: llmsPath, content: llmsText },
  schema("session"),
  schema("story"),
];

/** Only of an archive that says where it is published. */
const published: readonly TwinFile[] = [
  {
    path: sitemapPath,
    content: (annals) => {
      // Written with it, since a template's own text cannot be bytes.
      annals.emit([
        {
          path: socialPath,
          content: socialPicture(perWeek(annals.sessions, annals, lastWeek(annals.sessions, annals))),
        },
      ]);
      return xml(sitemap(annals));
    },
  },
];

export const data = {
  pagination: {
    data: "annals.chains",
    size: 1,
    alias: "file",
    before: (_: unknown, { annals }: TemplateData): readonly TwinFile[] =>
      annals.isWithoutTwins ? [] : [...files, ...(annals.url === undefined ? [] : published)],
  },
  permalink: ({ file }: Data): string => file.path,
  eleventyExcludeFromCollections: true,
};

export const render = ({ annals, file }: Data): string => file.content(annals);

/** What no document of XML may hold is not there: the escaping leaves only these two. */
const xml = (document: SafeHtml): string => String(document).replace(/[\ufffe\uffff]/g, "\ufffd");

export function atomFeed(archive: Archive): SafeHtml {
  const items = feedItems(archive);
  const { url } = archive;
  const entries = items.map(
    ({ id, title, address, project, words, published: first, updated }) => html`<entry>
<id>${id}</id>
<title>${title}</title>
<link href="${address}"/>
<published>${first}</published>
<updated>${updated}</updated>
<category term="${project}"/>
${words === "" ? "" : html`<summary>${words}</summary>\n`}</entry>
`,
  );
  const newest = items.reduce((last, { updated }) => (updated > last ? updated : last), "1970-01-01T00:00:00.000Z");
  const self = url === undefined ? "" : html`<link rel="self" href="${url}${feedPath}"/>\n`;
  return html`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${url ?? "urn:annals:archive"}</id>
<title>${archive.title}</title>
<updated>${newest}</updated>
<author><name>${archive.title}</name></author>
<link href="${addressIn(archive, indexPath)}"/>
${self}${entries}</feed>
`;
}

/** More than a search engine takes of one file. */
const mostAddresses = 50_000;

export function sitemap(archive: Archive): SafeHtml {
  const pages: readonly (readonly [path: string, changed?: string | undefined])[] = [
    [indexPath],
    ...archive.projects.map((project) => [projectPath(project)] as const),
    ...storyRecords(archive).map((story) => [storyPath(story), story.last] as const),
    ...archive.sessions.map((session) => [sessionPath(session), session.span?.to] as const),
  ];
  const rows = pages.slice(0, mostAddresses).map(([path, changed]) => {
    const day = /^\d{4}-\d{2}-\d{2}(?=T)/.exec(changed ?? "")?.[0];
    return html`<url><loc>${addressIn(archive, path)}</loc>${day === undefined ? "" : html`<lastmod>${day}</lastmod>`}</url>\n`;
  });
  return html`<?xml version="1.0" encoding="utf-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${rows}</urlset>
`;
}
