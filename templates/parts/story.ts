/** A story on the page of a project: a chain of sessions, or one session without a chain. */

import { link, storyPath } from "../../src/address/paths.ts";
import { cost, costText } from "../../src/archive/cost.ts";
import type { Story } from "../../src/archive/stories.ts";
import type { FilterChoice } from "../../src/archive/story-filters.ts";
import { sumsOf } from "../../src/archive/sums.ts";
import { type Archive, roleWords } from "../../src/model/archive.ts";
import { clock, dayRange, time } from "../../src/text/clock.ts";
import { count, length, number } from "../../src/text/format.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import { part } from "../theme.ts";
import { addedRemoved } from "./facts.ts";
import { filterAttributes } from "./filters.ts";
import { sessionRow } from "./session-row.ts";

/** A story; it gets the story, what it can be filtered by, the archive, and the page it stands on. */
export const storySection = part(
  "storySection",
  (story: Story, choices: readonly FilterChoice[], archive: Archive, path: string): SafeHtml => {
    const { shortDay } = clock(archive.timeZone);
    const { usage, activeMs } = sumsOf(story.sessions);
    const usd = cost(usage).usd ?? 0;
    const sort = html` data-date="${story.date.replaceAll("-", "") || "0"}" data-cost="${Math.round(usd * 100)}" data-long="${Math.round(activeMs / 60_000)}"`;
    const isChain = story.chain !== undefined && (story.sessions.length > 1 || story.piece !== undefined);
    const items = story.sessions.map((session) => {
      const day = session.span === undefined ? html`undated` : time(session.span.from, shortDay);
      const step =
        story.chain === undefined
          ? day
          : html`${roleWords[session.role]}<small>${day}${session.role === "implementation" ? ", from a plan" : ""}</small>`;
      const mark =
        session.role === "planning"
          ? html` class="plan"`
          : session.role === "implementation"
            ? html` class="impl"`
            : "";
      return html`<li${mark}><p class="step">${step}</p>${sessionRow(session, { archive, path, heading: isChain ? 4 : 3 })}</li>`;
    });
    return html`<section class="story${isChain ? "" : " one"}"${sort}${filterAttributes(story, choices)}>${isChain ? storyHead(story, archive, path) : ""}<ol class="line">${items}</ol></section>\n`;
  },
);

/** The head of a story that is a chain; it gets the story, the archive, and the page it stands on. */
export const storyHead = part(
  "storyHead",
  ({ chain, sessions, piece }: Story, archive: Archive, path: string): SafeHtml => {
    const sums = sumsOf(sessions);
    const spent = costText(cost(sums.usage));
    return html`<div class="story-h"><h3>${chain === undefined ? "" : html`<a href="${link(path, storyPath(chain))}">${chain.title}</a>`}</h3><ul class="facts">${
      sums.first === undefined ? "" : html`<li>${dayRange(sums.first, sums.last, clock(archive.timeZone))}</li>`
    }<li>${piece === undefined ? count(sessions.length, "session") : `sessions ${number(piece.before + 1)} to ${number(piece.before + sessions.length)} of ${number(piece.all)}`}</li><li>${length(sums.activeMs)}</li>${spent === undefined ? "" : html`<li>${spent}</li>`}${sums.added + sums.removed === 0 ? "" : html`<li>${addedRemoved(sums)}</li>`}</ul></div>`;
  },
);
