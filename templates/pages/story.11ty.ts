/** A story: a chain of sessions read as one document. */
import { storyPath } from "../../src/address/paths.ts";
import { settingsOf } from "../../src/archive/lookup.ts";
import { storyOf, storyRecords } from "../../src/archive/story/index.ts";
import { storyTwins } from "../../src/export/story-twins.ts";
import type { TwinSizes } from "../../src/export/twins.ts";
import type { Archive, ArchiveLookup, ChainRecord } from "../../src/model/archive.ts";
import type { StoryDocument, StoryRecord } from "../../src/model/story.ts";
import { dayRange } from "../../src/text/clock.ts";
import { count } from "../../src/text/format.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import { pageFrame, type Site, twinAlternates } from "../layouts/page.ts";
import { storyPart, storyPartRows } from "../parts/tale/beats.ts";
import { storyEnds } from "../parts/tale/ends.ts";
import { storyFileTable } from "../parts/tale/files.ts";
import { type StoryNeighbours, storyFoot } from "../parts/tale/foot.ts";
import { storyChain, storyLead, taleHead } from "../parts/tale/head.ts";
import { storyTasks } from "../parts/tale/tasks.ts";
import { bothEnds, type Room, rooms, StoryView } from "../parts/tale/view.ts";
import { part } from "../theme.ts";
import { isWithin, withinPage } from "../within-page.ts";
import { drawn, type TemplateData } from "./template-data.ts";

/** A story that gets a page, with those of the same project before and after it. */
export interface StoryPageData extends StoryNeighbours {
  readonly record: StoryRecord;
}

interface Data extends TemplateData {
  readonly about: StoryPageData;
}

export const data = {
  pagination: {
    data: "annals.chains",
    size: 1,
    alias: "about",
    before: (_: readonly ChainRecord[], { annals }: TemplateData): StoryPageData[] =>
      withNeighbours(storyRecords(annals)),
  },
  permalink: ({ about }: Data): string => storyPath(about.record),
  eleventyExcludeFromCollections: true,
};

/** `records` come newest first. */
export function withNeighbours(records: readonly StoryRecord[]): StoryPageData[] {
  return records.map((record) => {
    const own = records.filter(({ project }) => project === record.project);
    const at = own.indexOf(record);
    const [next, before] = [own[at - 1], own[at + 1]];
    return { record, ...(before === undefined ? {} : { before }), ...(next === undefined ? {} : { next }) };
  });
}

export function render({ annals, about }: Data): string {
  const chain = annals.chain(about.record.chain);
  const story = chain === undefined ? undefined : storyOf(chain, annals);
  const [first] = story?.parts ?? [];
  if (story === undefined || first === undefined) return "";
  const twins = annals.isWithoutTwins ? undefined : storyTwins(story, annals, `Annals ${annals.version}`);
  if (twins !== undefined) annals.emit(twins.files, first.session);
  return drawn(annals, (site) => storyPage(story, site, about, twins?.sizes));
}

/** No page is over 300 kB: of a long story less is shown of each prompt, then of each session. */
const budget = 290_000;

export function storyPage(
  story: StoryDocument,
  site: Site<Archive>,
  beside: StoryNeighbours,
  sizes?: TwinSizes,
): SafeHtml {
  const { archive } = site;
  const path = storyPath(story);
  const draw = (body: SafeHtml): SafeHtml =>
    pageFrame({
      ...site,
      // It does not count the sessions of the archive: it stays as it is when another one is added.
      archive: lookupOf(archive),
      path,
      title: story.title,
      description: `Story in ${count(story.sessions.length, "session")}${story.first === undefined ? "" : `, ${dayRange(story.first, story.last, new StoryView(story, archive, path, rooms[0] as never).clock)}`}, ${count(story.prompts, "prompt")}, ${count(story.filesChanged.length, "file")} changed.`,
      body,
      current: "sessions",
      alternates: twinAlternates,
    });
  const drawnWith = (room: Room): SafeHtml => draw(storyBody(new StoryView(story, archive, path, room), beside, sizes));
  for (const room of rooms.slice(0, -1)) {
    const page = drawnWith(room);
    if (isWithin(page, budget)) return page;
  }
  return withinPage(() => drawnWith(rooms.at(-1) as Room), budget);
}

const lookupOf = (archive: Archive): ArchiveLookup => {
  const { session, chain, projectOf, neighbours } = archive;
  return { ...settingsOf(archive), session, chain, projectOf, neighbours };
};

function storyParts(view: StoryView): SafeHtml {
  const { parts } = view.story;
  const { first, between, last } = bothEnds(parts, view.room.parts);
  const ended = parts.length - last.length;
  return html`${first.map((each, index) => storyPart(each, index, view))}${storyPartRows(between, first.length, view)}${last.map((each, index) => storyPart(each, ended + index, view))}`;
}

/** A story; it gets the page with the story, the stories beside it, and the sizes of its exports. */
export const storyBody = part(
  "storyBody",
  (view: StoryView, beside: StoryNeighbours, sizes?: TwinSizes): SafeHtml => html`<div class="page tale">
${taleHead(view, sizes)}
${storyChain(view)}${storyLead(view)}${storyParts(view)}${storyTasks(view)}${storyFileTable(view)}${storyEnds(view)}${storyFoot(view, beside, sizes)}</div>`,
);
