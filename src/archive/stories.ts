/** Stories of a project: a chain is one, a session without a chain is one. */

import { projectPath } from "../address/paths.ts";
import type { Archive, ChainRecord, SessionRecord } from "../model/archive.ts";
import type { Project } from "../model/session.ts";
import { append } from "../system/append.ts";
import { dayOf } from "./by-day.ts";

export interface Story {
  readonly chain?: ChainRecord;
  /** In the order of the chain. */
  readonly sessions: readonly SessionRecord[];
  /** "2026-02-17" of its newest session; "" where no time is known. */
  readonly date: string;
}

/** Newest first. A chain belongs to the project of each of its sessions; only those are in its story there. */
export function storiesOf(project: Project, archive: Archive): Story[] {
  const own = project.sessions.map((id) => archive.session(id)).filter((session) => session !== undefined);
  const chained = new Map<string, SessionRecord[]>();
  const stories: Story[] = [];
  for (const session of own) {
    const chain = session.chain === undefined ? undefined : archive.chain(session.chain);
    if (chain === undefined || chain.links.length < 2)
      stories.push({ sessions: [session], date: dayOf(session, archive) });
    else append(chained, chain.id, session);
  }
  for (const [id, sessions] of chained) {
    const chain = archive.chain(id);
    if (chain === undefined) continue;
    const order = new Map(chain.links.map((each, index) => [each.session, index]));
    const sorted = [...sessions].sort((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0));
    const date =
      sorted
        .map((session) => dayOf(session, archive))
        .sort()
        .at(-1) ?? "";
    stories.push({ chain, sessions: sorted, date });
  }
  const latest = (story: Story) =>
    story.sessions.reduce((last, { span }) => (span !== undefined && span.from > last ? span.from : last), "");
  return stories
    .map((story) => ({ story, at: latest(story) }))
    .sort((a, b) => (a.at === b.at ? 0 : a.at < b.at ? 1 : -1))
    .map(({ story }) => story);
}

export interface StoryPage {
  /** Undefined for the newest ones, which are the project's front page. */
  readonly month?: string;
  readonly part: number;
  readonly parts: number;
  readonly stories: readonly Story[];
}

/** No page over 300 kB: a row is at most some 3 kB. */
const mostRows = 80;

function storyPages(stories: readonly Story[]): StoryPage[] {
  const all = stories.reduce((sum, story) => sum + story.sessions.length, 0);
  if (all <= mostRows) return [{ part: 1, parts: 1, stories }];
  const months = new Map<string, Story[]>();
  for (const story of stories) {
    const month = story.date === "" ? "undated" : story.date.slice(0, 7);
    append(months, month, story);
  }
  const [newest = []] = chunksOf(stories);
  const pages = [...months].flatMap(([month, list]) => {
    const chunks = chunksOf(list);
    return chunks.map((chunk, index) => ({ month, part: index + 1, parts: chunks.length, stories: chunk }));
  });
  return [{ part: 1, parts: 1, stories: newest }, ...pages];
}

export interface ProjectPage extends StoryPage {
  readonly project: Project;
  readonly path: string;
}

/** Every page of a project. */
export function projectPages(project: Project, archive: Archive): ProjectPage[] {
  return storyPages(storiesOf(project, archive)).map((each) => ({
    ...each,
    project,
    path: projectPath(project, each.month, each.part),
  }));
}

function chunksOf(stories: readonly Story[]): Story[][] {
  const chunks: Story[][] = [];
  let held: Story[] = [];
  let rows = 0;
  for (const story of stories) {
    if (held.length > 0 && rows + story.sessions.length > mostRows) {
      chunks.push(held);
      held = [];
      rows = 0;
    }
    held.push(story);
    rows += story.sessions.length;
  }
  if (held.length > 0) chunks.push(held);
  return chunks;
}
