/** The small line over a part of a body. */
import { html, type SafeHtml } from "../../src/text/html.ts";

/** Parts that say nothing are left out; without parts there is no line. */
export function caption(...parts: readonly (SafeHtml | string | undefined)[]): SafeHtml {
  const said = parts.filter((part) => part !== undefined && part !== "");
  return said.length === 0 ? html`` : html`<p class="cap">${said.map((part) => html`<span>${part}</span>`)}</p>`;
}
