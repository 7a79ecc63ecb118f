/** Stories in a list: on the front page, and on that of a project. */
import { link, projectPath, storyPath } from "../../../src/address/paths.ts";
import { cost, costText } from "../../../src/archive/cost.ts";
import type { Archive } from "../../../src/model/archive.ts";
import type { StoryRecord } from "../../../src/model/story.ts";
import { clock, dayRange } from "../../../src/text/clock.ts";
import { count, length } from "../../../src/text/format.ts";
import { html, type SafeHtml } from "../../../src/text/html.ts";
import { part } from "../../theme.ts";
import { fitting } from "../../within-page.ts";
import { addedRemoved } from "../facts.ts";
import { caret } from "../glyph.ts";

/** In sight; the others are folded. */
const mostShown = 6;
/** In all: the project's own page has the rest. */
const mostListed = 60;

/** Stories, newest first; it gets them, the archive, and the page they stand on. Nothing where there are none. */
export const storyList = part(
  "storyList",
  (stories: readonly StoryRecord[], archive: Archive, path: string): SafeHtml => {
    if (stories.length === 0) return html``;
    const { drawn: rows } = fitting(stories.slice(0, mostListed), (story) => storyItem(story, archive, path));
    const older = stories.length - rows.length;
    const more = rows.slice(mostShown);
    const rest =
      more.length === 0
        ? ""
        : html`<details class="data"><summary>${count(stories.length - mostShown, "more story", "more stories")}${caret()}</summary><ol class="stories">${more}</ol>${older > 0 ? html`<p class="remark">${count(older, "older one")} on the pages of projects.</p>` : ""}</details>`;
    return html`<ol class="stories">${rows.slice(0, mostShown)}</ol>${rest}`;
  },
);

/** One story of a list; it gets the story, the archive, and the page it stands on. */
export const storyItem = part("storyItem", (story: StoryRecord, archive: Archive, path: string): SafeHtml => {
  const spent = costText(cost(story.usage));
  const first = archive.session(story.sessions[0] as never);
  const project = first === undefined ? undefined : archive.projectOf(first);
  const facts = [
    ...(project === undefined || path === projectPath(project) ? [] : [html`<li>${project.name}</li>`]),
    ...(story.first === undefined
      ? []
      : [html`<li>${dayRange(story.first, story.last, clock(archive.timeZone))}</li>`]),
    html`<li>${count(story.sessions.length, "session")}</li>`,
    html`<li>${count(story.prompts, "prompt")}</li>`,
    html`<li>${length(story.activeMs)}</li>`,
    ...(story.files.added + story.files.removed === 0 ? [] : [html`<li>${addedRemoved(story.files)}</li>`]),
    ...(spent === undefined ? [] : [html`<li>${spent}</li>`]),
  ];
  return html`<li><a href="${link(path, storyPath(story))}">${story.title}</a><ul class="facts">${facts}</ul></li>`;
});
