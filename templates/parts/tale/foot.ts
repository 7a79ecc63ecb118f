/** The end of a story: its exports, and the stories beside it. */
import { storyPath } from "../../../src/address/paths.ts";
import type { TwinSizes } from "../../../src/export/twins.ts";
import type { StoryRecord } from "../../../src/model/story.ts";
import { dayRange } from "../../../src/text/clock.ts";
import { roughBytes } from "../../../src/text/format.ts";
import { html, type SafeHtml } from "../../../src/text/html.ts";
import { part } from "../../theme.ts";
import type { StoryView } from "./view.ts";

export interface StoryNeighbours {
  readonly before?: StoryRecord;
  readonly next?: StoryRecord;
}

const exports = [
  ["index.md", "Markdown", "markdown"],
  ["index.json", "JSON", "json"],
] as const;

/** Exports and neighbours; it gets the story's page, the stories beside it, and the sizes of its exports. */
export const storyFoot = part(
  "storyFoot",
  (view: StoryView, { before, next }: StoryNeighbours, sizes?: TwinSizes): SafeHtml => {
    const links = exports.flatMap(([file, words, name]) => {
      const size = sizes?.[name];
      return size === undefined
        ? []
        : [html`<a class="btn" href="${file}" download>${words} <small>${roughBytes(size)}</small></a>`];
    });
    const beside = (words: string, story: StoryRecord | undefined): SafeHtml =>
      story === undefined
        ? html`<div></div>`
        : html`<div>${words}${story.first === undefined ? "" : `, ${dayRange(story.first, story.last, view.clock)}`}<a href="${view.link(storyPath(story))}">${story.title}</a></div>`;
    const nav =
      before === undefined && next === undefined
        ? ""
        : html`\n<nav class="prevnext" aria-label="Other stories of the project">${beside("Story before", before)}${beside("Story after", next)}</nav>`;
    return html`<div class="story-f">${links.length === 0 ? "" : html`<p class="exports"><span>This story as</span>${links}<span class="opt">or printed</span></p>`}${nav}</div>\n`;
  },
);
