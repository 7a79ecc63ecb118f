/** A rewind: the version that was kept and those left behind, as radios that need no script. */
import type { Turn } from "../../src/model/session.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import { type Chunk, Movable } from "./chunk.ts";
import { glyph } from "./glyph.ts";

/** The stylesheet has a rule for each. */
const mostVersions = 9;

export function forkOpen(id: string, versions: number): SafeHtml {
  const choices = Array.from({ length: Math.min(versions, mostVersions) }, (_, index) => {
    const value = index === mostVersions - 1 || index === versions - 1 ? versions : index + 1;
    const isKept = value === versions;
    return html`<label><input type="radio" name="fork-${id}" value="${Math.min(value, mostVersions)}"${isKept ? html` checked` : ""}>${value}, ${isKept ? "kept" : "left behind"}</label>`;
  });
  return html`<fieldset class="fork"><legend>${glyph("delegate")}${versions} versions from here</legend><div class="seg">${choices}</div>`;
}

export function forkVersions(
  id: string,
  versions: readonly (readonly Turn[])[],
  draw: (turns: readonly Turn[]) => SafeHtml,
): Chunk[] {
  return versions.flatMap((turns, index) => [
    html`<div class="ver gone" data-v="${Math.min(index + 1, mostVersions - 1)}">`,
    new Movable(draw(turns), `Version ${index + 1}, left behind`, id),
    html`</div>`,
  ]);
}

export const keptVersion = (versions: number): number => Math.min(versions, mostVersions);
