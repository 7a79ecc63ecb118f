/** The files of a project that sessions changed, as a tree. */
import { filesPath, indexPath, link, projectFilesPath, projectPath } from "../../src/address/paths.ts";
import { fileHistory, keepingDigests } from "../../src/archive/file-history.ts";
import { fileTree } from "../../src/archive/file-tree.ts";
import { filesOf } from "../../src/archive/source-files.ts";
import type { Archive, FileRecord } from "../../src/model/archive.ts";
import type { Project } from "../../src/model/session.ts";
import { count, number } from "../../src/text/format.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import { pageFrame, type Site } from "../layouts/page.ts";
import { breadcrumb } from "../parts/breadcrumb.ts";
import { addedRemoved, factList } from "../parts/facts.ts";
import { fileTreeList } from "../parts/file-tree.ts";
import { part, withTheme } from "../theme.ts";
import { fittingCount, withinPage } from "../within-page.ts";
import { filePages } from "./file.ts";
import { drawn, siteOf, type TemplateData } from "./template-data.ts";
import { withoutCounts } from "./without-counts.ts";

interface Data extends TemplateData {
  readonly about: Project;
}

export const data = {
  pagination: {
    data: "annals.projects",
    size: 1,
    alias: "about",
    before: (projects: readonly Project[], { annals }: TemplateData): Project[] =>
      projects.filter((project) => filesOf(project, annals.files).length > 0),
  },
  permalink: ({ about }: Data): string => projectFilesPath(about),
  eleventyExcludeFromCollections: true,
};

/** With the pages of its files, one after the other. */
export function render({ annals, about }: Data): string {
  const digestOf = keepingDigests(annals.digest);
  const site = siteOf(annals, annals);
  for (const file of bySession(filesOf(about, annals.files).filter(annals.isDrawn))) {
    const history = fileHistory(file, annals, digestOf);
    withTheme(annals.theme, () => annals.emit(filePages(history, site)));
  }
  return drawn(annals, (site) => projectFilesPage(about, site));
}

/** Most files were changed by one session: in this order its digest is read once, and few are held. */
const bySession = (files: readonly FileRecord[]): readonly FileRecord[] =>
  files
    .map((file) => ({ file, last: file.sessions.at(-1) ?? "" }))
    .sort((a, b) => (a.last < b.last ? -1 : a.last > b.last ? 1 : 0))
    .map(({ file }) => file);

export function projectFilesPage(project: Project, site: Site<Archive>): SafeHtml {
  return withinPage(() =>
    pageFrame({
      ...withoutCounts(site),
      path: projectFilesPath(project),
      title: `Files of ${project.name}`,
      description: `The files of ${project.name} that sessions changed.`,
      body: projectFilesBody(project, site.archive),
      current: "files",
    }),
  );
}

/** A row is some 250 bytes; of long paths there are fewer. */
const mostFiles = 900;

/** The files of a project; it gets the project, and the archive. */
export const projectFilesBody = part("projectFilesBody", (project: Project, archive: Archive): SafeHtml => {
  const path = projectFilesPath(project);
  const all = filesOf(project, archive.files);
  const most = fittingCount(mostFiles);
  const shown = all.length <= most ? all : mostEdited(all, most);
  const left = all.length - shown.length;
  const sum = (of: (file: FileRecord) => number): number => all.reduce((total, file) => total + of(file), 0);
  const crumbs = breadcrumb([
    { words: "Sessions", href: link(path, indexPath) },
    { words: project.name, href: link(path, projectPath(project)) },
    { words: "Files", href: link(path, filesPath) },
  ]);
  const facts = factList([
    ["Files", html`${number(all.length)}`],
    ["Edits", html`${number(sum(({ edits }) => edits))}`],
    ["Lines", addedRemoved({ added: sum(({ added }) => added), removed: sum(({ removed }) => removed) })],
    [
      "Read",
      html`${count(
        sum(({ reads }) => reads),
        "time",
      )}`,
    ],
  ]);
  return html`<div class="page"><div class="head">${crumbs}
<h1>Files of ${project.name}</h1><p class="lede">Every file that sessions changed, each with its edits and the prompts that caused them.</p>
${facts}</div>
<h2 class="vh">Files</h2>${fileTreeList(fileTree(shown), path)}${left > 0 ? html`<p class="remark">and ${count(left, "more file")} with fewer edits; each has a page, which sessions that changed it lead to.</p>` : ""}</div>`;
});

const mostEdited = (files: readonly FileRecord[], most: number): readonly FileRecord[] =>
  files.toSorted((a, b) => b.edits - a.edits).slice(0, most);
