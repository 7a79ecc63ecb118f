/** What the agent said. */
import { html, type SafeHtml } from "../../src/text/html.ts";
import { part } from "../theme.ts";
import { caret } from "./glyph.ts";
import type { PageView } from "./page-view.ts";

/** What the agent said; it gets the Markdown, the page, and its id, which a subagent's answer under its call has not. */
export const reply = part(
  "reply",
  (markdown: string, view: PageView, id?: string): SafeHtml =>
    html`<div class="say"${id === undefined ? "" : html` id="${id}"`}>${view.prose(markdown)}</div>\n`,
);

/** An answer that was taken back: kept, folded, as part of what happened. It gets its steps. */
export const withdrawnReply = part(
  "withdrawnReply",
  (steps: SafeHtml): SafeHtml =>
    html`<details class="more withdrawn"><summary>An answer that was withdrawn${caret()}</summary>${steps}</details>\n`,
);
