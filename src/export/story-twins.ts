/** A story as Markdown and as data, with the facts of its record before it. */
import { link, storyPath } from "../address/paths.ts";
import { cost } from "../archive/cost.ts";
import { storyData } from "../archive/story/json.ts";
import { storyMarkdown } from "../archive/story/markdown.ts";
import type { Archive } from "../model/archive.ts";
import type { StoryDocument } from "../model/story.ts";
import { totals } from "../text/format.ts";
import { frontMatter } from "./front-matter.ts";
import { schemaPath } from "./paths.ts";
import { type Twins, twinsOf } from "./twins.ts";

export const storyFormat = { format: "annals-story", version: 2 } as const;

type Known = Pick<Archive, "session" | "timeZone" | "projectOf" | "url">;

export function storyTwins(story: StoryDocument, archive: Known, generator: string): Twins {
  const path = storyPath(story);
  return twinsOf(
    path.replace(/index\.html$/, ""),
    storyText(story, archive, generator),
    storyJson(story, generator, link(path, schemaPath("story"))),
  );
}

export function storyText(story: StoryDocument, archive: Known, generator: string): string {
  const { key, title, sessions, first, last, prompts, usage, files } = story;
  const { usd } = cost(usage);
  const { input, output } = totals(usage);
  const begins = story.parts[0]?.session;
  const facts = frontMatter({
    id: key,
    title,
    project: begins === undefined ? story.project : archive.projectOf(begins).name,
    sessions,
    ...{ start: first, end: last, prompts, tokens: { input, output } },
    ...(usd === undefined ? {} : { costUsd: Math.round(usd * 10_000) / 10_000 }),
    files,
    generator,
  });
  return `${facts}${storyMarkdown(story, archive, archive.url === undefined ? {} : { url: archive.url })}`;
}

export function storyJson(story: StoryDocument, generator: string, schema?: string): string {
  const head = { ...(schema === undefined ? {} : { $schema: schema }), ...storyFormat, generator };
  return `${JSON.stringify({ ...head, story: storyData(story) })}\n`;
}
