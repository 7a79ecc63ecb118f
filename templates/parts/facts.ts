/** The small print of sessions: what goes into heads of pages, rows and cards. */

import { cost, costNote, costText } from "../../src/archive/cost.ts";
import type { SessionRecord } from "../../src/model/archive.ts";
import type { ModelUsage } from "../../src/model/session.ts";
import { cachedShare, count, number, tokens, tokenText, totals } from "../../src/text/format.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import { part } from "../theme.ts";

export type Fact = readonly [term: string, value: SafeHtml];

/** Facts at the head of a page; it gets pairs of a term and its value, or undefined for what is not known. */
export const factList = part("factList", (facts: readonly (Fact | undefined)[]): SafeHtml => {
  const given = facts.filter((fact) => fact !== undefined);
  return html`<dl class="colophon">${given.map(([term, value]) => html`<div><dt>${term}</dt><dd>${value}</dd></div>`)}</dl>`;
});

export function tokenFact(usage: readonly ModelUsage[]): Fact | undefined {
  return totals(usage).all === 0 && !usage.some(({ known }) => known !== undefined)
    ? undefined
    : ["Tokens", tokenCount(usage)];
}

/** How many tokens were used, and which share came from the cache; it gets the usage by model. */
export const tokenCount = part("tokenCount", (usage: readonly ModelUsage[]): SafeHtml => {
  const cached = cachedShare(totals(usage.filter(({ known }) => known === undefined)));
  const told = totals(usage.filter(({ known }) => known === "output-only")).output;
  const small = told > 0 ? `${tokens(told)} out, input not in the log` : cached;
  return html`${tokenText(usage)}${small === undefined ? "" : html` <small>${small}</small>`}`;
});

export function costFact(usage: readonly ModelUsage[]): Fact | undefined {
  return costText(cost(usage)) === undefined ? undefined : ["Cost", costEstimate(usage)];
}

/** What the tokens would have cost, with how that was reckoned in its title; it gets the usage by model. */
export const costEstimate = part("costEstimate", (usage: readonly ModelUsage[]): SafeHtml => {
  const spent = cost(usage);
  return html`<span title="${costNote(spent)}">${costText(spent) ?? ""}</span>`;
});

/** "3 files +12 −4"; it gets how many files changed, and the lines. */
export const fileCount = part(
  "fileCount",
  (files: SessionRecord["files"]): SafeHtml =>
    files.changed === 0 ? html`no files changed` : html`${count(files.changed, "file")} ${addedRemoved(files)}`,
);

/** "+12 −4"; it gets the lines added and removed, and how numbers are written. */
export const addedRemoved = part(
  "addedRemoved",
  (
    { added, removed }: { readonly added: number; readonly removed: number },
    write: (value: number) => string = number,
  ): SafeHtml =>
    html`${added > 0 ? html`<span class="plus">+${write(added)}</span>` : ""}${added > 0 && removed > 0 ? " " : ""}${removed > 0 ? html`<span class="minus">−${write(removed)}</span>` : ""}`,
);
