/** What the pages of one file begin with: where it is, its facts, and the way between history and blame. */
import {
  blamePath,
  filePath,
  filesPath,
  indexPath,
  link,
  projectFilesPath,
  projectPath,
} from "../../src/address/paths.ts";
import { onlyAuthor } from "../../src/archive/replay/blame.ts";
import type { Archive } from "../../src/model/archive.ts";
import type { FileHistory } from "../../src/model/file-history.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import { part } from "../theme.ts";
import { breadcrumb } from "./breadcrumb.ts";

export type FileView = "history" | "blame";

/** The head of a file's page; it gets the file with its history, which page it is, the lede and facts, and the archive. */
export const fileHead = part(
  "fileHead",
  (
    { file, blame }: FileHistory,
    view: FileView,
    about: { readonly lede: SafeHtml; readonly facts: SafeHtml },
    archive: Pick<Archive, "projects">,
  ): SafeHtml => {
    const path = view === "history" ? filePath(file) : blamePath(file);
    const project = archive.projects.find(({ id }) => id === file.project);
    const folders = file.path
      .split("/")
      .slice(0, -1)
      .filter((name) => name !== "");
    const crumbs = breadcrumb([
      { words: "Sessions", href: link(path, indexPath) },
      ...(project === undefined
        ? [{ words: "Files", href: link(path, filesPath) }]
        : [
            { words: project.name, href: link(path, projectPath(project)) },
            { words: "Files", href: link(path, projectFilesPath(project)) },
          ]),
      // Of a path with hundreds of folders the last ones say most.
      ...(folders.length > 8 ? ["…", ...folders.slice(-7)] : folders).map((words) => ({ words })),
    ]);
    const tab = (name: FileView, words: string, to: string): SafeHtml =>
      html`<a href="${link(path, to)}"${view === name ? html` aria-current="page"` : ""}>${words}</a>`;
    const tabs =
      blame === undefined || onlyAuthor(blame) !== undefined
        ? ""
        : html`<nav class="seg tabs" aria-label="Views of this file">${tab("history", "History", filePath(file))}${tab("blame", "Blame", blamePath(file))}</nav>\n`;
    return html`<div class="head">${crumbs}
<h1 class="path">${broken(file.path)}</h1><p class="lede">${about.lede}</p>
${tabs}${about.facts}</div>`;
  },
);

/** A path may break after each of its slashes. */
function broken(path: string): SafeHtml {
  return html`${path.split("/").map((name, at) => (at === 0 ? name : html`/<wbr>${name}`))}`;
}
