/** The small print of sessions: what goes into colophons, rows and cards. */

import { cost, costNote, costText } from "../../src/archive/cost.ts";
import type { SessionRecord } from "../../src/model/archive.ts";
import type { ModelUsage } from "../../src/model/session.ts";
import { cachedShare, count, number, tokens, totals } from "../../src/text/format.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";

export type Fact = readonly [term: string, value: SafeHtml];

export function colophon(facts: readonly (Fact | undefined)[]): SafeHtml {
  const given = facts.filter((fact) => fact !== undefined);
  return html`<dl class="colophon">${given.map(([term, value]) => html`<div><dt>${term}</dt><dd>${value}</dd></div>`)}</dl>`;
}

export function tokenFact(usage: readonly ModelUsage[]): Fact | undefined {
  const total = totals(usage);
  if (total.all === 0) return undefined;
  const cached = cachedShare(total);
  return ["Tokens", html`${tokens(total.all)}${cached === undefined ? "" : html` <small>${cached}</small>`}`];
}

export function costFact(usage: readonly ModelUsage[]): Fact | undefined {
  const spent = cost(usage);
  const words = costText(spent);
  return words === undefined ? undefined : ["Cost", html`<span title="${costNote(spent)}">${words}</span>`];
}

export function filesFact(files: SessionRecord["files"]): SafeHtml {
  if (files.changed === 0) return html`no files changed`;
  return html`${count(files.changed, "file")} ${addedRemoved(files)}`;
}

export function addedRemoved({ added, removed }: { readonly added: number; readonly removed: number }): SafeHtml {
  return html`${added > 0 ? html`<span class="plus">+${number(added)}</span>` : ""}${added > 0 && removed > 0 ? " " : ""}${removed > 0 ? html`<span class="minus">−${number(removed)}</span>` : ""}`;
}

export const roleWords = {
  planning: "Plan",
  implementation: "Implementation",
  "follow-up": "Follow-up",
  single: "Session",
} as const;
