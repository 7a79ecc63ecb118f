/** Every chain of two or more sessions as a story: what lists say of it. */
import type { Archive, ChainRecord, SessionRecord } from "../../model/archive.ts";
import type { IsoTime } from "../../model/session.ts";
import type { StoryRecord } from "../../model/story.ts";
import { sumsOf } from "../sums.ts";

type Known = Pick<Archive, "session" | "chains">;

/** Newest first. */
export function storyRecords(archive: Known): readonly StoryRecord[] {
  return archive.chains
    .flatMap((chain) => storyRecord(chain, archive) ?? [])
    .sort((a, b) => (a.last === b.last ? (a.key < b.key ? -1 : 1) : (a.last ?? "") < (b.last ?? "") ? 1 : -1));
}

export const sessionsIn = (chain: ChainRecord, { session }: Pick<Archive, "session">): readonly SessionRecord[] =>
  chain.links.flatMap((link) => session(link.session) ?? []);

export function storyRecord(chain: ChainRecord, archive: Pick<Archive, "session">): StoryRecord | undefined {
  const sessions = sessionsIn(chain, archive);
  return sessions.length < 2 ? undefined : recordOf(sessions, { key: chain.key, chain: chain.id, title: chain.title });
}

export type StoryName = Pick<StoryRecord, "key" | "chain" | "title">;

export function recordOf(sessions: readonly SessionRecord[], name: StoryName): StoryRecord | undefined {
  const [begins] = sessions;
  if (begins === undefined) return undefined;
  const { first, activeMs, usage, added, removed } = sumsOf(sessions);
  const last = sessions.reduce(
    (end: IsoTime | undefined, { span }) => (end === undefined || (span?.to ?? "") > end ? span?.to : end),
    undefined,
  );
  const sum = (of: (session: SessionRecord) => number): number => sessions.reduce((all, each) => all + of(each), 0);
  return Object.freeze({
    ...name,
    project: (sessions.find(({ role }) => role === "implementation") ?? begins).project,
    sessions: sessions.map(({ id }) => id),
    ...(first === undefined ? {} : { first }),
    ...(last === undefined ? {} : { last }),
    activeMs,
    prompts: sum(({ prompts }) => prompts),
    failures: sum(({ failures }) => failures),
    files: { changed: sum(({ files }) => files.changed), added, removed },
    usage,
  });
}

/** What the story is called that a session is part of. */
export const storyTitle = ({ chain }: SessionRecord, archive: Pick<Archive, "chain">): string | undefined =>
  chain === undefined ? undefined : archive.chain(chain)?.title;
