/** What the agent did, counted by verb: also the key to the strip. */

import type { Tally } from "../../src/conversation/marks.ts";
import { count, number } from "../../src/text/format.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import { part } from "../theme.ts";
import { glyph } from "./glyph.ts";

const words = [
  ["look", "look"],
  ["change", "change"],
  ["run", "run"],
  ["reach", "reach out"],
  ["delegate", "delegate"],
  ["decide", "decision"],
  ["fail", "failed"],
] as const;

/** What the strip shows like a failed call, and is none. */
export interface Troubles {
  readonly refused: number;
  readonly apiErrors: number;
}

type Count = readonly [kind: (typeof words)[number][0], name: string, many: number];

function shownCounts(counts: Tally, { refused, apiErrors }: Troubles): readonly Count[] {
  const calls = words.map(([kind, name]): Count => {
    const many = kind === "fail" ? counts.fail - refused - apiErrors : counts[kind];
    return [kind, kind === "decide" && many !== 1 ? `${name}s` : name, many];
  });
  const others: readonly Count[] = [
    ["fail", "refused", refused],
    ["fail", apiErrors === 1 ? "API error" : "API errors", apiErrors],
  ];
  return [...calls, ...others].filter(([, , many]) => many > 0);
}

/** What the agent did, counted by verb; it gets the counts, and how many of the failures are none of a call. */
export const legend = part("legend", (counts: Tally, troubles: Troubles): SafeHtml => {
  const shown = shownCounts(counts, troubles);
  if (shown.length === 0) return html``;
  return html`<ul class="legend" aria-label="What the agent did">${shown.map(([kind, name, many]) => html`<li>${glyph(kind)}<b>${number(many)}</b> ${name}</li>`)}</ul>\n`;
});

/** The strip in one sentence, for those who do not see it. */
export function rhythm(counts: Tally, troubles: Troubles, prompts: number): string {
  const said = shownCounts(counts, troubles).map(([, name, many]) => `${number(many)} ${name}`);
  return `Rhythm of the session over ${count(prompts, "prompt")}: ${said.length === 0 ? "no calls" : said.join(", ")}.`;
}
