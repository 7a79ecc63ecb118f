/** A rewind: the version that was kept and those left behind, as radios that need no script. */
import type { Turn } from "../../src/model/session.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import { part } from "../theme.ts";
import { around, aroundTwo, type Chunk, Movable } from "./chunk.ts";
import { glyph } from "./glyph.ts";

/** The stylesheet has a rule for each. */
const mostVersions = 9;

/** What stands before the version that was kept, with those left behind; and what closes it. */
export interface RewindChunks {
  readonly before: readonly Chunk[];
  readonly after: SafeHtml;
}

export const noRewind: RewindChunks = { before: [], after: html`` };

export function rewindChunks(
  id: string,
  versions: readonly (readonly Turn[])[],
  draw: (turns: readonly Turn[]) => SafeHtml,
): RewindChunks {
  if (versions.length === 0) return noRewind;
  const leftBehind = versions.flatMap((turns, index) =>
    around((body) => rewindVersion(index, body), [new Movable(draw(turns), `Version ${index + 1}, left behind`, id)]),
  );
  const [before, between, after] = aroundTwo((first, kept) => rewind(id, versions.length + 1, first, kept));
  return { before: [before, ...leftBehind, between], after };
}

/**
 * A choice between versions of a turn; it gets the turn's id, how many versions there are, those left behind, and the
 * one that was kept. The one kept must come after the others.
 */
export const rewind = part("rewind", (id: string, versions: number, leftBehind: SafeHtml, kept: SafeHtml): SafeHtml => {
  const choices = Array.from({ length: Math.min(versions, mostVersions) }, (_, index) => {
    const value = index === mostVersions - 1 || index === versions - 1 ? versions : index + 1;
    const isKept = value === versions;
    return html`<label><input type="radio" name="fork-${id}" value="${Math.min(value, mostVersions)}"${isKept ? html` checked` : ""}>${value}, ${isKept ? "kept" : "left behind"}</label>`;
  });
  return html`<fieldset class="fork"><legend>${glyph("delegate")}${versions} versions from here</legend><div class="seg">${choices}</div>${leftBehind}<div class="ver" data-v="${Math.min(versions, mostVersions)}">${kept}</div></fieldset>\n`;
});

/** A version that was left behind; it gets its place among them, from 0, and its turns. */
export const rewindVersion = part(
  "rewindVersion",
  (index: number, body: SafeHtml): SafeHtml =>
    html`<div class="ver gone" data-v="${Math.min(index + 1, mostVersions - 1)}">${body}</div>`,
);

/** One turn of a version that was left behind; it gets its id, its prompt and its steps. */
export const turnLeftBehind = part(
  "turnLeftBehind",
  (id: string, prompt: SafeHtml, steps: SafeHtml): SafeHtml => html`<div id="${id}">${prompt}${steps}</div>`,
);
