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

const named = (kind: string, name: string, many: number): string =>
  kind === "decide" && many !== 1 ? `${name}s` : name;

export function legend(counts: Tally): SafeHtml {
  const shown = words.filter(([kind]) => counts[kind] > 0);
  if (shown.length === 0) return html``;
  return html`<ul class="legend" aria-label="What the agent did">${shown.map(([kind, name]) => html`<li>${glyph(kind)}<b>${number(counts[kind])}</b> ${named(kind, name, counts[kind])}</li>`)}</ul>\n`;
}

/** The strip in one sentence, for those who do not see it. */
export function rhythm(counts: Tally, prompts: number): string {
  const parts = words
    .filter(([kind]) => counts[kind] > 0)
    .map(([kind, name]) => `${number(counts[kind])} ${named(kind, name, counts[kind])}`);
  return `Rhythm of the session over ${count(prompts, "prompt")}: ${parts.length === 0 ? "no calls" : parts.join(", ")}.`;
}
