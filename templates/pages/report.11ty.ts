/** What of the logs is shown, what is missing, what the build did not understand, and what it folds away on purpose. */

import { indexPath, link, reportPath } from "../../src/address/paths.ts";
import { coverageOf } from "../../src/archive/coverage.ts";
import type { Archive } from "../../src/model/archive.ts";
import { type Diagnostic, type DiagnosticCode, diagnosticCounts } from "../../src/model/diagnostics.ts";
import { count, number } from "../../src/text/format.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import { pageFrame, type Site } from "../layouts/page.ts";
import { breadcrumb } from "../parts/breadcrumb.ts";
import { coverageFacts, coverageSections } from "../parts/coverage.ts";
import { caret } from "../parts/glyph.ts";
import { part } from "../theme.ts";
import { fitting, withinPage } from "../within-page.ts";
import { type AnnalsData, once } from "./template-data.ts";

const path = reportPath;

export const { data, render } = once(path, (site) => reportPage(site, site.archive.foldedReasons));

type FoldedReasons = AnnalsData["foldedReasons"];

export function reportPage(site: Site<Archive>, folded: FoldedReasons = []): SafeHtml {
  return withinPage(() =>
    pageFrame({
      ...site,
      path,
      title: "Coverage",
      description: "What of the logs is shown, folded, missing or not understood.",
      body: reportBody(site.archive.diagnostics, folded, site.archive),
    }),
  );
}

/** The coverage page; it gets the diagnostics, what is left out on purpose, and the archive. */
export const reportBody = part(
  "reportBody",
  (diagnostics: readonly Diagnostic[], folded: FoldedReasons, archive: Archive): SafeHtml => {
    const byCode = new Map<DiagnosticCode, Diagnostic[]>();
    for (const each of diagnostics) {
      const list = byCode.get(each.code);
      if (list === undefined) byCode.set(each.code, [each]);
      else list.push(each);
    }
    const coverage = coverageOf(archive);
    const crumbs = breadcrumb([{ words: "Sessions", href: link(path, indexPath) }, { words: "Coverage" }]);
    return html`<div class="page"><div class="head">${crumbs}
<h1>Coverage</h1><p class="lede">${
      diagnostics.length === 0
        ? "Everything in the logs was understood."
        : html`<b>${count(diagnostics.length, "place")}</b> in the logs ${diagnostics.length === 1 ? "was" : "were"} not understood. Nothing is lost: what could be read is shown at its place.`
    }</p>${coverageFacts(coverage, archive)}</div>
${coverageSections(coverage, archive, path)}${diagnosticCounts(diagnostics).map(([code, amount]) => diagnosticList(code, amount, byCode.get(code) ?? []))}
${folded.length === 0 ? "" : foldedReasons(folded)}</div>`;
  },
);

/** What of each kind is listed; the rest is counted. */
const mostListed = 200;

/** Places of the logs with the same diagnostic; it gets its code, how many there are, and the places. */
export const diagnosticList = part(
  "diagnosticList",
  (code: DiagnosticCode, amount: number, list: readonly Diagnostic[]): SafeHtml => {
    const { drawn: rows } = fitting(
      list.slice(0, mostListed),
      ({ at, level, message }) =>
        html`<tr><td><code>${at.file}:${at.line}</code></td><td>${level}</td><td>${message}</td></tr>`,
    );
    const left = amount - rows.length;
    return html`<section class="annal" aria-labelledby="c-${code}"><div class="label"><h2 id="c-${code}">${code}</h2><p>${number(amount)}</p></div><div><details class="data"${amount <= 20 ? html` open` : ""}><summary>Where${caret()}</summary><div class="scroll" tabindex="0" role="group" aria-label="Places"><table class="tbl small"><thead><tr><th scope="col">Place</th><th scope="col">Level</th><th scope="col">What</th></tr></thead><tbody>${rows}</tbody></table></div>${left > 0 ? html`<p>and ${number(left)} more</p>` : ""}</details></div></section>\n`;
  },
);

/** What is left out on purpose, and why; it gets the list. */
export const foldedReasons = part("foldedReasons", (folded: FoldedReasons): SafeHtml => {
  const rows = folded.map(({ what, why }) => html`<tr><th scope="row"><code>${what}</code></th><td>${why}</td></tr>`);
  return html`<section class="annal" aria-labelledby="folded"><div class="label"><h2 id="folded">Left out on purpose</h2></div><div><table class="tbl small"><thead><tr><th scope="col">What</th><th scope="col">Why</th></tr></thead><tbody>${rows}</tbody></table></div></section>\n`;
});
