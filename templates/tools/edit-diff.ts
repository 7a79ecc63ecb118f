/** What all edits share on a page: the diff, and texts of the input that it does not show. */
import { html, type SafeHtml } from "../../src/text/html.ts";
import type { Hunk } from "../../src/text/hunks.ts";
import { languageOf } from "../../src/text/language.ts";
import { given } from "../../src/tools/given.ts";
import { type EditFields, hunksOf } from "../../src/tools/patch.ts";
import { covers } from "./covers.ts";
import type { View } from "./view.ts";

/** A hunk's text without its signs, to know what a diff already says. */
function textOfHunks(hunks: readonly Hunk[]): string {
  return hunks.flatMap((hunk) => hunk.lines.map((line) => line.slice(1))).join("\n");
}

/** The diff; and folded, the texts of the input that its few lines of context do not show. */
export function editDiff(
  call: EditFields,
  strings: readonly (readonly [before: string, after: string])[],
  view: View,
): { readonly body: SafeHtml; readonly shown: string } {
  const hunks = call.hunks ?? hunksOf(strings);
  const language = languageOf(call.path);
  // New texts first: what an old one holds beyond the diff, the new one mostly holds too.
  let shown = textOfHunks(hunks);
  const unseen: string[] = [];
  for (const text of [...strings.map(([, after]) => after), ...strings.map(([before]) => before)]) {
    if (covers(shown, text, true)) continue;
    unseen.push(text);
    shown += `\n${text}`;
  }
  const body = html`${hunks.length === 0 ? "" : view.diff(hunks, call.path)}${
    unseen.length === 0
      ? ""
      : html`<details class="logged"><summary>${unseen.length === 1 ? "The text" : "The texts"} as the agent gave ${
          unseen.length === 1 ? "it" : "them"
        }</summary>${unseen.map((text) => view.code(text, given({ language })))}</details>`
  }`;
  return { body, shown };
}
