/** Links to what was found, and what a model made of it. */

import { html, safeUrl } from "../../src/text/html.ts";
import { textOf } from "../../src/tools/tool.ts";
import type { WebSearchCall } from "../../src/tools/web-search.ts";
import { caption } from "./caption.ts";
import { rest } from "./rest.ts";
import { persistedNote, reminders, result } from "./result.ts";
import { toolView } from "./view.ts";

export const webSearch = toolView<WebSearchCall>("webSearch", (call, view) => {
  const known = { query: call.query, allowed_domains: call.allowedDomains, blocked_domains: call.blockedDomains };
  const head = html`${caption(
    call.allowedDomains === undefined ? undefined : `only ${call.allowedDomains.join(", ")}`,
    call.blockedDomains === undefined ? undefined : `without ${call.blockedDomains.join(", ")}`,
  )}${rest(call, known, view)}`;
  const answer = textOf(call.outcome);
  const logged = answer.split("\n").filter((line) => line.startsWith("Links: ["));
  // Other agents log links apart from the answer.
  const isListed = logged.length > 0 || call.as !== undefined;
  if (call.outcome.state !== "ok" || !isListed || (call.links ?? []).length === 0) {
    return html`${head}${result(call, view)}`;
  }
  const prose = answer
    .split("\n")
    .filter((line) => !line.startsWith("Links: ["))
    .join("\n");
  return html`${head}<ul class="links">${(call.links ?? []).map(
    (link) =>
      html`<li>${webAddress(link.url) === undefined ? link.title : html`<a href="${webAddress(link.url)}" rel="noreferrer noopener">${link.title}</a>`}</li>`,
  )}</ul>${caption(persistedNote(call.outcome))}${view.markdown(prose)}${
    logged.length === 0
      ? ""
      : html`<details class="logged"><summary>Links as logged</summary>${view.output(logged.join("\n"))}</details>`
  }${reminders(call.outcome, view)}`;
});

/** A relative one would lead into this site, or into the reader's own files. */
function webAddress(url: string): string | undefined {
  const address = safeUrl(url);
  return address !== undefined && /^https?:/.test(address) ? address : undefined;
}
