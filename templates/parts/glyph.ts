/** A verb's sign. Its name always stands beside it, so it is hidden from screen readers. */
import type { Mark } from "../../src/model/archive.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";

export function glyph(kind: Exclude<Mark, "prompt">): SafeHtml {
  return html`<span class="g k-${kind}" aria-hidden="true"></span>`;
}

export const verbWords = {
  look: "look",
  change: "change",
  run: "run",
  reach: "reach out",
  delegate: "delegate",
  decide: "decide",
} as const;

export const caret = html`<span class="caret"></span>`;
