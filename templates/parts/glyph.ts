/** Signs: their meaning always stands beside them in words. They hold no text, so a screen reader finds nothing there. */
import type { Mark } from "../../src/model/archive.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import { part } from "../theme.ts";

/** The sign of a verb, of a failure or of thinking; it gets the kind. */
export const glyph = part(
  "glyph",
  (kind: Exclude<Mark, "prompt">): SafeHtml => html`<span class="g k-${kind}"></span>`,
);

export const verbWords = {
  look: "look",
  change: "change",
  run: "run",
  reach: "reach out",
  delegate: "delegate",
  decide: "decide",
} as const;

/** The sign at the end of a line that opens; it gets nothing. */
export const caret = part("caret", (): SafeHtml => html`<span class="caret"></span>`);
