/** The diff of each file that one patch changed. */

import { html } from "../../src/text/html.ts";
import type { ApplyPatchCall, PatchedFile } from "../../src/tools/apply-patch.ts";
import { caption } from "./caption.ts";
import { covers } from "./covers.ts";
import { rest } from "./rest.ts";
import { result } from "./result.ts";
import { toolView } from "./view.ts";

export const applyPatch = toolView<ApplyPatchCall>("applyPatch", (call, view) => {
  const { files, patch } = call;
  const diffs = files.map(
    (file) =>
      html`${files.length === 1 && whatOf(file) === undefined ? "" : caption(`${view.path(file.path)}${ending(whatOf(file))}`)}${file.hunks.length === 0 ? "" : view.diff(file.hunks, file.movedTo ?? file.path)}`,
  );
  const isTold = covers(
    files.flatMap(({ hunks }) => hunks.flatMap(({ lines }) => lines.map((line) => line.slice(1)))).join("\n"),
    linesIn(patch),
  );
  return html`${diffs}${
    isTold
      ? ""
      : html`<details class="logged"><summary>The patch as the agent gave it</summary>${view.code(patch, { language: "diff" })}</details>`
  }${rest(call, { patch }, view)}${result(call, view, { as: "caption" })}`;
});

/** Its lines, without what only says where they are. */
const linesIn = (patch: string): string =>
  patch
    .split("\n")
    .filter((line) => !/^(?:\*\*\*|@@)/.test(line))
    .map((line) => line.replace(/^[ +-]/, ""))
    .join("\n");

const ending = (what: string | undefined): string => (what === undefined ? "" : `, ${what}`);

function whatOf({ created, deleted, movedTo }: PatchedFile): string | undefined {
  if (created) return "new";
  if (deleted) return "deleted";
  return movedTo === undefined ? undefined : `moved to ${movedTo}`;
}
