/** Stories and decisions of the sample logs, as pages. */
import { join } from "node:path";
import { collections } from "../../src/archive/collections.ts";
import { decisionPages } from "../../src/archive/decision-pages.ts";
import type { LogArchive } from "../../src/archive/index.ts";
import { storyOf, storyRecords } from "../../src/archive/story/index.ts";
import type { StoryDocument, StoryRecord } from "../../src/model/story.ts";
import { decisionsPage } from "../../templates/pages/decisions.11ty.ts";
import { storyPage } from "../../templates/pages/story.11ty.ts";
import { archiveOf, fixtures, pageOf } from "../support/archive.ts";

export const { archive } = await archiveOf(join(fixtures, "sample/projects"));
export const records = storyRecords(archive);

export function documentOf(record: StoryRecord, from: LogArchive = archive): StoryDocument {
  const chain = from.chain(record.chain);
  const story = chain === undefined ? undefined : storyOf(chain, from);
  if (story === undefined) throw new Error(`No story ${record.key}`);
  return story;
}

/** The longest. */
export const longest = records.reduce((best, each) => (each.sessions.length > best.sessions.length ? each : best));

export const storyHtml = (story: StoryDocument, from: LogArchive = archive): string => {
  const [next, before] = records;
  const beside = { ...(before === undefined ? {} : { before }), ...(next === undefined ? {} : { next }) };
  return String(storyPage(story, { archive: from, version: "t" }, beside, { markdown: 100, json: 200 }));
};

export const storyHtmls = (): string => records.map((record) => storyHtml(documentOf(record))).join("\n");

export function decisionsHtml(): string {
  const { decisions } = collections(archive);
  return decisionPages(decisions, archive)
    .map((about) => String(decisionsPage(about, { archive, version: "t" }, decisions)))
    .join("\n");
}

/** A session that made commits. */
export const committingHtml = (): string => {
  const found = archive.sessions.find(({ git }) => git !== undefined);
  return found === undefined ? "" : pageOf(archive, found.id);
};
