/** The prompts of a page with what happened in each; on narrow screens a panel. */

import { tally } from "../../src/conversation/marks.ts";
import { count, excerpt } from "../../src/text/format.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import { part } from "../theme.ts";
import { glyph } from "./glyph.ts";
import type { TurnOutline } from "./turn.ts";

/** More prompts than this lose their tallies, and then not every one is listed. */
const mostDetailed = 150;
const mostListed = 400;

/** The prompts of a page, and how much of it is shown; it gets the turns. */
export const outline = part("outline", (turns: readonly TurnOutline[]): SafeHtml => {
  const step = Math.max(1, Math.ceil(turns.length / mostListed));
  const listed = turns.filter((_, index) => index % step === 0);
  const items = listed.map((turn) => (turns.length > mostDetailed ? briefOutlineItem(turn) : outlineItem(turn)));
  return html`<nav class="outline" id="outline" popover aria-label="Outline">
<h2 id="lv">Show</h2><div class="seg" role="radiogroup" aria-labelledby="lv"><label><input type="radio" name="level" id="lv-story" value="story">Story</label><label><input type="radio" name="level" id="lv-work" value="work" checked>Work</label><label class="js-only"><input type="radio" name="level" id="lv-all" value="all">All open</label></div>
<h2>Prompts${step > 1 ? `, every ${step}th` : ""}</h2><ol>${items}</ol></nav>
`;
});

/** A prompt in the outline of a page with very many; it gets the turn. */
export const briefOutlineItem = part(
  "briefOutlineItem",
  ({ id, numeral, title }: TurnOutline): SafeHtml =>
    html`<li><a href="#${id}"><span class="n">${numeral}</span><span class="t">${excerpt(title, 60)}</span></a></li>`,
);

/** A prompt in the outline with what happened in its turn; it gets the turn. */
export const outlineItem = part("outlineItem", (turn: TurnOutline): SafeHtml => {
  const { id, numeral, title, landmarks } = turn;
  const tags: SafeHtml[] = [];
  if (landmarks.plans > 0)
    tags.push(html`<span>${glyph("decide")}${landmarks.plans === 1 ? "plan" : count(landmarks.plans, "plan")}</span>`);
  if (landmarks.questions > 0)
    tags.push(
      html`<span>${glyph("decide")}${landmarks.questions === 1 ? "question" : count(landmarks.questions, "question")}</span>`,
    );
  if (landmarks.agents > 0)
    tags.push(
      html`<span>${glyph("delegate")}${landmarks.agents === 1 ? "subagent" : count(landmarks.agents, "subagent")}</span>`,
    );
  if (landmarks.failures > 0) tags.push(html`<span>${glyph("fail")}${landmarks.failures} failed</span>`);
  if (landmarks.refused > 0) tags.push(html`<span>${glyph("fail")}${landmarks.refused} refused</span>`);
  if (landmarks.apiErrors > 0) tags.push(html`<span>${glyph("fail")}API error</span>`);
  if (landmarks.versions > 1) tags.push(html`<span>${glyph("delegate")}${landmarks.versions} versions</span>`);
  if (landmarks.isInterrupted) tags.push(html`<span>interrupted</span>`);
  if (landmarks.isCompacted) tags.push(html`<span>compacted</span>`);
  return html`<li><a href="#${id}">${turnMix(turn)}<span class="n">${numeral}</span><span class="t">${title}</span>${tags.length === 0 ? "" : html`<span class="lm">${tags}</span>`}</a></li>`;
});

const order = ["look", "change", "run", "reach", "delegate", "decide", "fail"] as const;

/** How a turn's calls divide by verb: a bar, as high as there were calls. It gets the turn. */
export const turnMix = part("turnMix", ({ marks }: TurnOutline): SafeHtml => {
  const counts = tally(marks.map(({ mark }) => mark));
  const all = order.reduce((sum, verb) => sum + counts[verb], 0);
  const height = Math.round(Math.min(96, Math.max(18, all * 1.8)));
  let from = 0;
  const paths = order.map((verb) => {
    if (counts[verb] === 0) return "";
    const to = from + (counts[verb] / all) * height;
    const path = html`<path class="k-${verb}" d="M2 ${Math.round(from * 10) / 10}V${Math.round(to * 10) / 10}"/>`;
    from = to;
    return path;
  });
  return html`<svg class="mx" width="4" height="${height}" aria-hidden="true">${all === 0 ? html`<path class="k-think" d="M2 0V${height}"/>` : paths}</svg>`;
});
