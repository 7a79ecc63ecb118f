/** Legend, strip, outline and transcript: the same for a session and a subagent. */

import { type Tally, tally } from "../../src/conversation/marks.ts";
import { count } from "../../src/text/format.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import { part } from "../theme.ts";
import { legend, rhythm, type Troubles } from "./legend.ts";
import { outline } from "./outline.ts";
import { score } from "./strip.ts";
import type { TurnOutline } from "./turn.ts";

/** Legend, strip, outline and transcript; it gets the turns, the transcript, and what stands below it. */
export const reading = part(
  "reading",
  (turns: readonly TurnOutline[], transcript: SafeHtml, after: SafeHtml): SafeHtml => {
    const counts = tally(turns.flatMap((turn) => turn.marks.map(({ mark }) => mark)));
    const numbered = turns.filter((turn) => turn.numeral !== "").length;
    const troubles = {
      refused: turns.reduce((sum, { landmarks }) => sum + landmarks.refused, 0),
      apiErrors: turns.reduce((sum, { landmarks }) => sum + landmarks.apiErrors, 0),
    };
    return html`${legend(counts, troubles)}${strip(turns, counts, troubles)}
<div class="read">
${outline(turns)}<div class="transcript">
${transcript}${after}</div></div>
<button class="btn outline-btn" type="button" popovertarget="outline">Outline, ${count(numbered, "prompt")}</button>
`;
  },
);

function strip(turns: readonly TurnOutline[], counts: Tally, troubles: Troubles): SafeHtml {
  const marks = turns.flatMap((turn) => ["prompt" as const, ...turn.marks.map(({ mark }) => mark)]);
  if (marks.length === turns.length) return html``;
  const places = turns.flatMap((turn) => [
    { href: `#${turn.id}`, label: `Prompt ${turn.numeral}` },
    ...turn.marks.map(({ id, mark }) => ({ href: `#${id}`, label: mark })),
  ]);
  return score({
    marks,
    places,
    numerals: turns.map((turn) => turn.numeral),
    description: rhythm(counts, troubles, turns.length),
  });
}
