/** The changed files of a project as a tree, each folder and file with its counts. */
import { filePath, link } from "../../src/address/paths.ts";
import type { FileFolder } from "../../src/archive/file-tree.ts";
import type { FileRecord } from "../../src/model/archive.ts";
import { count, excerpt, fileName, number } from "../../src/text/format.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import { part } from "../theme.ts";
import { addedRemoved } from "./facts.ts";
import { caret } from "./glyph.ts";

/** A folder's files and folders; it gets the folder, the page it stands on, and how deep it lies. */
export const fileTreeList = part("fileTreeList", (folder: FileFolder, path: string, depth = 0): SafeHtml => {
  const folders = folder.folders.map(
    (each) =>
      html`<li><details class="folder"${depth < 3 || each.count <= 8 ? html` open` : ""}><summary><span class="name">${caret()}${excerpt(each.name, 120)}/</span><span class="tree-n">${count(each.count, "file")}, ${count(each.edits, "edit")} <span class="lines">${addedRemoved(each)}</span></span></summary>${fileTreeList(each, path, depth + 1)}</details></li>\n`,
  );
  return html`<ul class="tree">${folders}${folder.files.map((file) => fileTreeRow(file, path))}</ul>`;
});

/** A file in the tree; it gets the file, and the page it stands on. */
export const fileTreeRow = part(
  "fileTreeRow",
  (file: FileRecord, path: string): SafeHtml =>
    html`<li class="leaf"><a href="${link(path, filePath(file))}">${excerpt(fileName(file.path), 120)}</a><span class="tree-n">${count(file.edits, "edit")}${file.sessions.length > 1 ? ` in ${number(file.sessions.length)} sessions` : ""} <span class="lines">${addedRemoved(file)}</span></span></li>\n`,
);
