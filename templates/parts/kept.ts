/** What a page says of a session that outlived its log, or of which only the prompts are left. */

import type { SessionRecord } from "../../src/model/archive.ts";
import { codingAgents } from "../../src/model/coding-agent.ts";
import type { Session, Turn } from "../../src/model/session.ts";
import { time } from "../../src/text/clock.ts";
import { number } from "../../src/text/format.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import { part } from "../theme.ts";
import type { Fact } from "./facts.ts";
import type { PageView } from "./page-view.ts";
import { prompt } from "./prompt.ts";

/** That the log of a session is gone, or that only its prompts are known; it gets the record and the page. */
export const keptNotice = part("keptNotice", ({ kept, agent }: SessionRecord, { clock }: PageView): SafeHtml => {
  if (kept?.isPromptsOnly)
    return notice(
      html`<b>Only the prompts are known.</b> They come from <code>history.jsonl</code>. What was answered, run and changed is gone with the log.`,
    );
  if (kept?.gone === undefined) return html``;
  const since = kept.since === undefined ? "Kept." : html`Kept since ${time(kept.since, clock.day)}.`;
  return notice(
    html`<b>${since}</b> The log is gone since ${time(kept.gone, clock.day)}${agent === codingAgents[0] ? ": Claude Code deletes logs after 30 days, unless told otherwise" : ""}. This page is made from the copy in the store.`,
  );
});

const notice = (words: SafeHtml): SafeHtml =>
  html`<div class="notice"><span class="g k-open" aria-hidden="true"></span><p>${words}</p></div>\n`;

/** Where a session ran, and that its log is gone, among the facts of its page. */
export function keptFacts({ kept }: SessionRecord, { cwd }: Session, { clock }: PageView): readonly Fact[] {
  const facts: Fact[] = [];
  if (kept?.machines !== undefined) {
    facts.push(["Machine", html`${kept.machines.join(", ")}`]);
    if (cwd !== undefined) facts.push(["Folder", html`<code>${cwd}</code>`]);
  }
  if (kept?.gone !== undefined) facts.push(["Log", html`gone <small>since ${time(kept.gone, clock.shortDay)}</small>`]);
  return facts;
}

/** Of a session of which nothing else is known: a dash is not a zero. */
export const promptsOnlyFacts = (record: SessionRecord): readonly Fact[] => [
  ["Prompts", html`${number(record.prompts)}`],
  ...(["Answers", "Files", "Tokens", "Cost"] as const).map((term): Fact => [term, html`–`]),
];

/** In the row of a session; nothing for one whose log is there and whose archive is of one machine. */
export function keptWords({ kept }: SessionRecord): readonly SafeHtml[] {
  const words: SafeHtml[] = [];
  if (kept?.machines !== undefined) words.push(html`<li>on <b>${kept.machines.join(", ")}</b></li>`);
  if (kept?.gone !== undefined) words.push(html`<li>kept, log gone</li>`);
  if (kept?.isPromptsOnly) words.push(html`<li>from history.jsonl</li>`);
  return words;
}

/** All that is left of a session whose log is gone, in place of its transcript; it gets its turns and the page. */
export const promptsOnly = part(
  "promptsOnly",
  (turns: readonly Turn[], view: PageView): SafeHtml =>
    html`<ol class="asks">${turns.map((turn, at) => askedPrompt(turn, at + 1, view))}</ol>\n`,
);

/** A prompt of such a session; it gets the turn, its number and the page. */
export const askedPrompt = part("askedPrompt", (turn: Turn, numeral: number, view: PageView): SafeHtml => {
  const id = view.anchors.take(turn.id);
  return html`<li class="asked" id="${id}"><a class="no" href="#${id}"><span class="vh">Prompt </span><span class="num">${numeral}</span>${time(turn.time, view.clock.time)}</a>${prompt(turn, view)}</li>\n`;
});

/** Ticks for prompts on a broken line, in place of the strip; it gets how many there are. */
export const promptsStrip = part("promptsStrip", (prompts: number): SafeHtml => {
  const pitch = 14;
  const shown = Math.min(prompts, 19);
  const width = Math.max(1, shown) * pitch;
  const ticks = Array.from({ length: shown }, (_, at) => `M${2.8 + at * pitch} 22V15`).join("");
  return html`<svg class="strip fix ghost" viewBox="0 0 ${width} 22" width="${width}" height="22" preserveAspectRatio="xMinYMax meet" aria-hidden="true"><path class="base" d="M0 22H${width}"/><path class="k-acc" d="${ticks}"/></svg>`;
});
