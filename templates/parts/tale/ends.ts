/** What a story leaves open as its logs end, and its last words. */
import type { OpenEnd } from "../../../src/model/story.ts";
import { time } from "../../../src/text/clock.ts";
import { count, excerpt } from "../../../src/text/format.ts";
import { html, type SafeHtml } from "../../../src/text/html.ts";
import { markdown } from "../../../src/text/markdown.ts";
import { firstSentences } from "../../../src/text/sentences.ts";
import { part } from "../../theme.ts";
import { fittingCount } from "../../within-page.ts";
import { gitGlyph, gitWords } from "./git.ts";
import { sign } from "./rows.ts";
import type { StoryView } from "./view.ts";

/** "1 failed, 2 tasks, 1 not pushed". */
export function endCounts(ends: readonly OpenEnd[]): string {
  const of = (kind: OpenEnd["kind"]): number => ends.filter((end) => end.kind === kind).length;
  return [
    ...(of("failure") === 0 ? [] : [`${of("failure")} failed`]),
    ...(of("refusal") === 0 ? [] : [`${of("refusal")} not allowed`]),
    ...(of("task") === 0 ? [] : [count(of("task"), "task")]),
    ...(of("plan") === 0 ? [] : ["a plan not accepted"]),
    ...(of("commit") === 0 ? [] : [`${of("commit")} not pushed`]),
  ].join(", ");
}

const mostOfAKind = 8;

/** Open ends and last words; it gets the story's page. */
export const storyEnds = part("storyEnds", (view: StoryView): SafeHtml => {
  const { ends, lastWords } = view.story;
  const kinds = ["failure", "refusal", "task", "plan", "commit"] as const;
  const rows = kinds.flatMap((kind) => {
    const own = ends.filter((end) => end.kind === kind);
    const shown = own.slice(-fittingCount(mostOfAKind)).map((end) => openEnd(end, view));
    const before = own.length - shown.length;
    return before === 0
      ? shown
      : [html`<li class="more">${count(before, `more ${kind}`)} before these.</li>`, ...shown];
  });
  const hasFailed = view.story.parts.some(({ beats }) =>
    beats.some(({ came }) => came.some((each) => each.kind === "failure" && each.failure.mended === undefined)),
  );
  const list =
    rows.length === 0
      ? html`<p>Nothing: ${hasFailed ? "what failed for good only looked" : "no call failed for good"}, no task is left, nothing is waiting for a push.</p>`
      : html`<ul>\n${rows}</ul>`;
  const words = lastWords === undefined ? "" : firstSentences(lastWords.words.text, 4, 700);
  const last =
    lastWords === undefined || words === ""
      ? ""
      : html`<figure class="last"><blockquote>${markdown(words)}</blockquote><figcaption>Last words, <a href="${view.moment(lastWords.session, lastWords)}">${lastWords.time === undefined ? "undated" : time(lastWords.time, (iso) => `${view.clock.day(iso)}, ${view.clock.time(iso)}`)}</a></figcaption></figure>`;
  return html`<section class="annal" id="ends" aria-labelledby="ends-h"><div class="label"><h2 id="ends-h"><span class="node none" aria-hidden="true"></span>Open ends</h2><p>${ends.length === 0 ? "none" : ends.length}, as the logs end</p></div><div class="ends"><div>${list}</div>${last}</div></section>\n`;
});

/** One open end; it gets what is open, and the story's page. */
export const openEnd = part("openEnd", (end: OpenEnd, view: StoryView): SafeHtml => {
  const day = end.at.time === undefined ? "" : time(end.at.time, view.clock.shortDay);
  const row = (glyph: SafeHtml, words: SafeHtml): SafeHtml =>
    html`<li><a href="${view.moment(end.session, end.at)}">${glyph}<span>${words}</span>${day}</a></li>\n`;
  switch (end.kind) {
    case "failure": {
      const { summary, words, error } = end.failure;
      return row(
        sign("fail"),
        html`<b>Failed, and not mended in its session:</b> <code>${excerpt(summary, 120)}</code> ${words}${error === undefined ? "" : html`: ${excerpt(error, 160)}`}`,
      );
    }
    case "refusal": {
      const { tool, summary } = end.rejection;
      return row(
        sign("stop"),
        html`<b>Not allowed, and not done in its session:</b> ${tool} <code>${excerpt(summary, 120)}</code>`,
      );
    }
    case "task":
      return row(
        sign("open"),
        html`<b>Task not done:</b> ${excerpt(end.task.subject, 200)}${end.task.end === "in_progress" ? ", in progress in the last list" : ", pending in the last list"}`,
      );
    case "plan":
      return row(
        sign("decide"),
        html`<b>${end.plan.plan.status === "rejected" ? "Plan rejected, and no other followed:" : "Plan without an answer:"}</b> ${excerpt(end.plan.plan.title, 160)}`,
      );
    case "commit":
      return row(
        gitGlyph(end.event),
        html`<b>Not pushed:</b> ${gitWords(end.event)}. No later push or pull request in these logs`,
      );
  }
});
