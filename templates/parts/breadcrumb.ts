/** The way from the front page to this one. */
import { html, type SafeHtml } from "../../src/text/html.ts";
import { part } from "../theme.ts";

export interface Crumb {
  readonly words: SafeHtml | string;
  /** Absent for what has no page of its own. */
  readonly href?: string;
}

/** The way from the front page to this one; it gets each step with its words and address. */
export const breadcrumb = part("breadcrumb", (crumbs: readonly Crumb[]): SafeHtml => {
  const items = crumbs.map(({ words, href }) =>
    href === undefined ? html`<li>${words}</li>` : html`<li><a href="${href}">${words}</a></li>`,
  );
  return html`<nav class="crumbs" aria-label="Breadcrumb"><ol>${items}</ol></nav>`;
});
