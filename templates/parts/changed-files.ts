/** Files that a session changed, each leading to the first call that did it, and to all that sessions did to it. */

import { anchor } from "../../src/address/anchor.ts";
import type { FileChange } from "../../src/model/session.ts";
import { count, fileName } from "../../src/text/format.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import { part } from "../theme.ts";
import { addedRemoved } from "./facts.ts";
import { caret } from "./glyph.ts";
import type { PageView } from "./page-view.ts";

const inSight = 6;
const mostListed = 200;

/** The files that a session or subagent changed; it gets them, and the page. */
export const changedFiles = part("changedFiles", (files: readonly FileChange[], view: PageView): SafeHtml => {
  if (files.length === 0) return html``;
  const added = files.reduce((sum, file) => sum + file.added, 0);
  const removed = files.reduce((sum, file) => sum + file.removed, 0);
  const rows = files.slice(0, mostListed).map((file) => changedFile(file, view));
  const more = files.length - inSight;
  const left = files.length - mostListed;
  const rest =
    more <= 0
      ? ""
      : html`<details><summary>${count(more, "more file")}${caret()}</summary><ul>${rows.slice(inSight)}</ul>${left > 0 ? html`<p>and ${left} others</p>` : ""}</details>`;
  return html`<section class="changed" aria-labelledby="ch-h"><h2 id="ch-h">${count(files.length, "file")} changed<span class="n">${addedRemoved({ added, removed })}</span></h2><ul>${rows.slice(0, inSight)}</ul>${rest}</section>`;
});

/** One changed file; it gets the file and the page. */
export const changedFile = part("changedFile", (file: FileChange, view: PageView): SafeHtml => {
  const path = view.path(file.path);
  const target = file.calls[0] ?? file.turns[0];
  const name =
    target === undefined
      ? html`<span class="f">${path}</span>`
      : html`<a href="#${anchor(target)}" title="${file.path}">${path}</a>`;
  const history = view.history(file.path);
  const squares =
    history === undefined
      ? changeSquares(file)
      : html`<a class="hist" href="${history}" title="History of this file">${changeSquares(file)}<span class="vh">History of ${fileName(file.path)}</span></a>`;
  return html`<li>${name}<span>${file.created ? html`<span class="vh">new, </span>` : ""}${addedRemoved(file)}</span>${squares}</li>`;
});

type Lines = Pick<FileChange, "added" | "removed">;

/** Five squares that divide as lines added and removed do; it gets the lines. */
export const changeSquares = part("changeSquares", ({ added, removed }: Lines): SafeHtml => {
  const all = added + removed;
  const plus =
    all === 0 ? 0 : added === 0 ? 0 : removed === 0 ? 5 : Math.min(4, Math.max(1, Math.round((added / all) * 5)));
  const minus = all === 0 ? 0 : 5 - plus;
  return html`<span class="pm" aria-hidden="true">${Array.from({ length: plus }, () => html`<i class="a"></i>`)}${Array.from({ length: minus }, () => html`<i class="d"></i>`)}</span>`;
});
