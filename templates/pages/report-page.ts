/** What the build did not understand, and what it folds away on purpose. */

import { indexPath, link, reportPath } from "../../src/address/paths.ts";
import type { Archive } from "../../src/model/archive.ts";
import { type Diagnostic, type DiagnosticCode, diagnosticCounts } from "../../src/model/diagnostics.ts";
import { count, number } from "../../src/text/format.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import { page } from "../layouts/page.ts";
import { caret } from "../parts/glyph.ts";

/** What of each kind is listed; the rest is counted. */
const mostListed = 200;

export interface FoldedReason {
  /** The entry type or text. */
  readonly what: string;
  readonly why: string;
}

export function reportPage(archive: Archive, version: string, folded: readonly FoldedReason[] = []): SafeHtml {
  const path = reportPath;
  const { diagnostics } = archive;
  const byCode = new Map<DiagnosticCode, Diagnostic[]>();
  for (const each of diagnostics) {
    const list = byCode.get(each.code);
    if (list === undefined) byCode.set(each.code, [each]);
    else list.push(each);
  }
  const body = html`<div class="page"><div class="head"><nav class="crumbs" aria-label="Breadcrumb"><ol><li><a href="${link(path, indexPath)}">Sessions</a></li><li>Build report</li></ol></nav>
<h1>Build report</h1><p class="lede">${
    diagnostics.length === 0
      ? "Everything in the logs was understood."
      : html`<b>${count(diagnostics.length, "place")}</b> in the logs ${diagnostics.length === 1 ? "was" : "were"} not understood. Nothing is lost: what could be read is shown at its place.`
  }</p></div>
${diagnosticCounts(diagnostics).map(([code, amount]) => codeSection(code, amount, byCode.get(code) ?? []))}
${folded.length === 0 ? "" : foldedSection(folded)}</div>`;
  return page({
    archive,
    version,
    path,
    title: "Build report",
    description: "What the build did not understand.",
    body,
  });
}

function codeSection(code: DiagnosticCode, amount: number, list: readonly Diagnostic[]): SafeHtml {
  const rows = list
    .slice(0, mostListed)
    .map(
      ({ at, level, message }) =>
        html`<tr><td><code>${at.file}:${at.line}</code></td><td>${level}</td><td>${message}</td></tr>`,
    );
  const left = amount - mostListed;
  return html`<section class="annal" aria-labelledby="c-${code}"><div class="label"><h2 id="c-${code}">${code}</h2><p>${number(amount)}</p></div><div><details class="data"${amount <= 20 ? html` open` : ""}><summary>Where${caret}</summary><div class="scroll" tabindex="0" role="group" aria-label="Places"><table class="tbl small"><thead><tr><th scope="col">Place</th><th scope="col">Level</th><th scope="col">What</th></tr></thead><tbody>${rows}</tbody></table></div>${left > 0 ? html`<p>and ${number(left)} more</p>` : ""}</details></div></section>\n`;
}

function foldedSection(folded: readonly FoldedReason[]): SafeHtml {
  const rows = folded.map(({ what, why }) => html`<tr><th scope="row"><code>${what}</code></th><td>${why}</td></tr>`);
  return html`<section class="annal" aria-labelledby="folded"><div class="label"><h2 id="folded">Left out on purpose</h2></div><div><table class="tbl small"><thead><tr><th scope="col">What</th><th scope="col">Why</th></tr></thead><tbody>${rows}</tbody></table></div></section>\n`;
}
