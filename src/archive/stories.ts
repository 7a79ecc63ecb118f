/** Stories of a project: a chain is one, a session without a chain is one. */

import { projectPath } from "../address/paths.ts";
import type { Archive, ChainRecord, SessionRecord } from "../model/archive.ts";
import type { Project } from "../model/session.ts";
import { append } from "../system/append.ts";
import { dayOf } from "./by-day.ts";
import { chunksOf, mostSessions, sessionRow, sessionRows } from "./page-chunks.ts";

export interface Story {
  readonly chain?: ChainRecord;
  /** In the order of the chain. */
  readonly sessions: readonly SessionRecord[];
  /** Of a chain that is too long for one page: how many of its sessions come before these, and how many there are. */
  readonly piece?: { readonly before: number; readonly all: number };
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
    for (const piece of piecesOf(sorted)) {
      const date =
        piece.sessions
          .map((session) => dayOf(session, archive))
          .sort()
          .at(-1) ?? "";
      stories.push({ chain, ...piece, date });
    }
  }
  const latest = (story: Story) =>
    story.sessions.reduce((last, { span }) => (span !== undefined && span.from > last ? span.from : last), "");
  return stories
    .map((story) => ({ story, at: latest(story) }))
    .sort((a, b) => (a.at === b.at ? 0 : a.at < b.at ? 1 : -1))
    .map(({ story }) => story);
}

/** A chain in as many pieces as it has pages. */
function piecesOf(sessions: readonly SessionRecord[]): readonly Pick<Story, "sessions" | "piece">[] {
  const chunks = chunksOf(sessions, sessionRow, mostSessions);
  if (chunks.length === 1) return [{ sessions }];
  let before = 0;
  return chunks.map((chunk) => {
    const piece = { before, all: sessions.length };
    before += chunk.length;
    return { sessions: chunk, piece };
  });
}

export interface StoryPage {
  /** Undefined for the newest ones, which are the project's front page. */
  readonly month?: string;
  readonly part: number;
  readonly parts: number;
  readonly stories: readonly Story[];
}

const pagesOf = (stories: readonly Story[]): readonly (readonly Story[])[] =>
  chunksOf(stories, ({ sessions }) => sessionRows(sessions), mostSessions);

function storyPages(stories: readonly Story[]): StoryPage[] {
  const [newest = []] = pagesOf(stories);
  if (newest.length === stories.length) return [{ part: 1, parts: 1, stories }];
  const months = new Map<string, Story[]>();
  for (const story of stories) {
    const month = story.date === "" ? "undated" : story.date.slice(0, 7);
    append(months, month, story);
  }
  const pages = [...months].flatMap(([month, list]) => {
    const chunks = pagesOf(list);
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
