/** Where files were changed: the projects, each a way to its files, and the files edited most. */
import { filePath, filesPath, indexPath, link, projectFilesPath } from "../../src/address/paths.ts";
import { namesakes } from "../../src/archive/namesakes.ts";
import { filesOf } from "../../src/archive/source-files.ts";
import { projectsByUse } from "../../src/archive/sums.ts";
import type { Archive, FileRecord } from "../../src/model/archive.ts";
import { count, number } from "../../src/text/format.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import { pageFrame, type Site } from "../layouts/page.ts";
import { breadcrumb } from "../parts/breadcrumb.ts";
import { addedRemoved } from "../parts/facts.ts";
import { bar, lying } from "../parts/usage-tables.ts";
import { part } from "../theme.ts";
import { fitting, withinPage } from "../within-page.ts";
import { once } from "./template-data.ts";

export const { data, render } = once(filesPath, (site) => filesPage(site));

export function filesPage(site: Site<Archive>): SafeHtml {
  return withinPage(() =>
    pageFrame({
      ...site,
      path: filesPath,
      title: "Files",
      description: "The files that sessions changed.",
      body: filesBody(site.archive),
      current: "files",
    }),
  );
}

const mostProjects = 400;
const mostFiles = 20;

/** The overview of changed files; it gets the archive. */
export const filesBody = part("filesBody", (archive: Archive): SafeHtml => {
  const projects = projectsByUse(archive)
    .flatMap(({ project }) => {
      const files = filesOf(project, archive.files);
      return files.length === 0 ? [] : [{ project, files, ...sums(files) }];
    })
    .sort((a, b) => b.edits - a.edits);
  const place = namesakes(archive.projects);
  const most = Math.max(1, ...projects.map(({ edits }) => edits));
  const { drawn: rows } = fitting(
    projects.slice(0, mostProjects),
    ({ project, files, edits, ...lines }) =>
      html`<tr><th scope="row"><a href="${link(filesPath, projectFilesPath(project))}">${project.name}</a>${lying(place(project))}</th>${bar("change", edits / most)}<td class="n">${number(files.length)}</td><td class="n">${number(edits)}</td><td class="n opt">${addedRemoved(lines)}</td></tr>\n`,
  );
  const left = projects.length - rows.length;
  const edited = archive.files.toSorted((a, b) => b.edits - a.edits).slice(0, mostFiles);
  const names = new Map(archive.projects.map((project) => [project.id, place(project) ?? project.name]));
  const { drawn: top } = fitting(
    edited,
    (file) =>
      html`<tr><th scope="row"><a href="${link(filesPath, filePath(file))}"><code>${file.path}</code></a><small>${names.get(file.project) ?? ""}</small></th><td class="n">${number(file.edits)}</td><td class="n">${number(file.sessions.length)}</td><td class="n opt">${addedRemoved(file)}</td></tr>\n`,
  );
  const crumbs = breadcrumb([{ words: "Sessions", href: link(filesPath, indexPath) }, { words: "Files" }]);
  const lede =
    archive.files.length === 0
      ? "No session of this archive changed a file."
      : html`<b>${count(archive.files.length, "file")}</b> that sessions changed, each with every edit and the prompt that caused it.`;
  return html`<div class="page"><div class="head">${crumbs}
<h1>Files</h1><p class="lede">${lede}</p></div>
${
  projects.length === 0
    ? ""
    : html`<section class="annal" aria-labelledby="by-project"><div class="label"><h2 id="by-project">Projects</h2></div><div><table class="tbl small"><thead><tr><th scope="col">Project</th><th scope="col"><span class="vh">Edits, drawn</span></th><th scope="col" class="n">Files</th><th scope="col" class="n">Edits</th><th scope="col" class="n opt">Lines</th></tr></thead><tbody>${rows}</tbody></table>${left === 0 ? "" : html`<p class="remark">and ${count(left, "more project")} with fewer edits; the files of each are on its page.</p>`}</div></section>
<section class="annal" aria-labelledby="most"><div class="label"><h2 id="most">Edited most</h2></div><div><table class="tbl small"><thead><tr><th scope="col">File</th><th scope="col" class="n">Edits</th><th scope="col" class="n">Sessions</th><th scope="col" class="n opt">Lines</th></tr></thead><tbody>${top}</tbody></table></div></section>`
}</div>`;
});

function sums(files: readonly FileRecord[]): Pick<FileRecord, "edits" | "added" | "removed"> {
  return {
    edits: files.reduce((sum, { edits }) => sum + edits, 0),
    added: files.reduce((sum, { added }) => sum + added, 0),
    removed: files.reduce((sum, { removed }) => sum + removed, 0),
  };
}
