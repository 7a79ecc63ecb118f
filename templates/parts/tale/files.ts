/** All files of a story with totals, and what the plan named against what was changed. */
import { filePath } from "../../../src/address/paths.ts";
import { sourceAddress } from "../../../src/address/source-file.ts";
import { isSameFile } from "../../../src/archive/story/files.ts";
import type { StoryFile } from "../../../src/model/story.ts";
import { count, number } from "../../../src/text/format.ts";
import { html, join, type SafeHtml } from "../../../src/text/html.ts";
import { part } from "../../theme.ts";
import { fitting } from "../../within-page.ts";
import { changeSquares } from "../changed-files.ts";
import { addedRemoved } from "../facts.ts";
import { fileSums } from "./head.ts";
import { beatId, type StoryView } from "./view.ts";

/** The files of a story; it gets the story's page. Nothing where none was changed. */
export const storyFileTable = part("storyFileTable", (view: StoryView): SafeHtml => {
  const { story } = view;
  const files = story.filesChanged;
  if (files.length === 0 && story.planned.length === 0) return html``;
  const { drawn: shown } = fitting(files.slice(0, view.room.files), (file) => storyFileRow(file, view));
  const created = files.filter((file) => file.created).length;
  const label =
    files.length === 0
      ? "none changed"
      : `${number(files.length)} changed${created === 0 ? "" : `, ${created} of them new`}`;
  const sums = fileSums(story);
  const edits = files.reduce((sum, file) => sum + file.edits, 0);
  const rest = files.length - shown.length;
  const table =
    files.length === 0
      ? ""
      : html`<table class="tbl small ftab"><caption class="vh">Files changed in the whole story</caption><thead><tr><th scope="col">File</th><th scope="col">Prompts</th><th scope="col" class="n opt">Edits</th><th scope="col" class="n">Lines</th><td class="opt"></td></tr></thead><tbody>${shown}${rest === 0 ? "" : html`<tr><th scope="row">and ${count(rest, "more file")}</th><td></td><td class="opt"></td><td></td><td class="opt"></td></tr>`}</tbody><tfoot><tr><th scope="row">${count(files.length, "file")}</th><td></td><td class="n opt">${number(edits)}</td><td class="n">${addedRemoved(sums)}</td><td class="opt">${changeSquares(sums)}</td></tr></tfoot></table>`;
  return html`<section class="annal" id="files" aria-labelledby="files-h"><div class="label"><h2 id="files-h"><span class="node none" aria-hidden="true"></span>Files</h2><p>${label}</p></div><div>${table}<p class="remark">Counted edit by edit, agents included. Plan files and what commands wrote are not counted.</p>${plannedAndDone(view)}</div></section>\n`;
});

const mostPrompts = 12;

/** A file of a story; it gets the file, and the story's page. */
export const storyFileRow = part("storyFileRow", (file: StoryFile, view: StoryView): SafeHtml => {
  const { parts, planned } = view.story;
  const links = file.by.slice(0, mostPrompts).map(({ session, turn, number: numeral }) => {
    const at = parts.findIndex((each) => each.session.id === session);
    const words = numeral === undefined ? "·" : parts.length > 1 ? `${at + 1}.${numeral}` : `${numeral}`;
    const beat =
      numeral === undefined
        ? -1
        : (parts[at]?.beats ?? []).findIndex(
            ({ kind, turns }) => kind === "prompt" && turns.some((each) => each.number === numeral),
          );
    const isShown = numeral !== undefined && beat >= 0 && view.shows(at, beat);
    return isShown
      ? html`<a href="#${beatId(at, { number: numeral, order: turn })}"><span class="vh">Session ${at + 1}, prompt ${numeral}</span><span aria-hidden="true">${words}</span></a>`
      : html`${words}`;
  });
  const isPlanned = planned.some(({ path }) => isSameFile(path, file.path));
  const chips = [
    file.projectName === undefined ? "" : html` <small>of ${file.projectName}</small>`,
    file.created ? html` <span class="chip">new</span>` : "",
    isPlanned ? html` <span class="chip is-acc">planned</span>` : "",
  ];
  return html`<tr><th scope="row">${storyFileName(file, view)}${chips}</th><td>${join(links, ", ")}${file.by.length > mostPrompts ? " …" : ""}</td><td class="n opt">${number(file.edits)}</td><td class="n">${addedRemoved(file)}</td><td class="opt">${changeSquares(file)}</td></tr>`;
});

/** It was changed here, so there is a page of it. */
function storyFileName({ path, project, source }: StoryFile, view: StoryView): SafeHtml {
  const page = filePath({ project, address: sourceAddress(source) });
  return html`<a href="${view.link(page)}"><code>${path}</code></a>`;
}

const mostNamed = 24;

/** Files that the plan names, and whether they were changed; it gets the story's page. */
export const plannedAndDone = part("plannedAndDone", (view: StoryView): SafeHtml => {
  const { planned, filesChanged } = view.story;
  if (planned.length === 0) return html``;
  const left = planned.filter(({ isChanged }) => !isChanged);
  const extra = filesChanged.filter((file) => !planned.some(({ path }) => isSameFile(path, file.path)));
  const list = (paths: readonly { readonly path: string; readonly projectName?: string }[]): SafeHtml => {
    const { drawn } = fitting(
      paths.slice(0, mostNamed),
      ({ path, projectName }) => html`<code>${path}</code>${projectName === undefined ? "" : ` of ${projectName}`}`,
    );
    const more = paths.length - drawn.length;
    return html`${join(drawn, ", ")}${more > 0 ? html` and ${more} more` : ""}`;
  };
  return html`<dl class="against"><div><dt>Planned</dt><dd>The accepted plan names ${count(planned.length, "file")}; ${number(planned.length - left.length)} of them ${planned.length - left.length === 1 ? "was" : "were"} changed.</dd></div>${left.length === 0 ? "" : html`<div><dt>Named, not changed</dt><dd>${list(left)}</dd></div>`}${extra.length === 0 ? "" : html`<div><dt>Changed, not named</dt><dd>${list(extra)}</dd></div>`}</dl>`;
});
