/** What the agent did, counted by verb: also the key to the strip. */

import type { Tally } from "../../src/conversation/marks.ts";
import { count, number } from "../../src/text/format.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
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

type Part = readonly [kind: (typeof words)[number][0], name: string, many: number];

function parts(counts: Tally, { refused, apiErrors }: Troubles): readonly Part[] {
  const calls = words.map(([kind, name]): Part => {
    const many = kind === "fail" ? counts.fail - refused - apiErrors : counts[kind];
    return [kind, kind === "decide" && many !== 1 ? `${name}s` : name, many];
  });
  const others: readonly Part[] = [
    ["fail", "refused", refused],
    ["fail", apiErrors === 1 ? "API error" : "API errors", apiErrors],
  ];
  return [...calls, ...others].filter(([, , many]) => many > 0);
}

export function legend(counts: Tally, troubles: Troubles): SafeHtml {
  const shown = parts(counts, troubles);
  if (shown.length === 0) return html``;
  return html`<ul class="legend" aria-label="What the agent did">${shown.map(([kind, name, many]) => html`<li>${glyph(kind)}<b>${number(many)}</b> ${name}</li>`)}</ul>\n`;
}

/** The strip in one sentence, for those who do not see it. */
export function rhythm(counts: Tally, troubles: Troubles, prompts: number): string {
  const said = parts(counts, troubles).map(([, name, many]) => `${number(many)} ${name}`);
  return `Rhythm of the session over ${count(prompts, "prompt")}: ${said.length === 0 ? "no calls" : said.join(", ")}.`;
}
