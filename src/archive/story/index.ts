/** A chain of sessions as one document, from their digests. */
import type { Archive, ChainRecord, SessionRecord } from "../../model/archive.ts";
import type { SessionDigest, TurnDigest } from "../../model/digest.ts";
import type { SessionId } from "../../model/session.ts";
import type { StoryDocument } from "../../model/story.ts";
import { beatsOf } from "./beats.ts";
import { plannedFiles, storyFiles } from "./files.ts";
import { openEnds } from "./open-ends.ts";
import { planVersions } from "./plans.ts";
import { recordOf, type StoryName, sessionsIn } from "./records.ts";
import { taskTable } from "./tasks.ts";

export { storyRecords } from "./records.ts";

type Known = Pick<Archive, "session" | "digest" | "projectOf">;

/** Reads the digest of each of its sessions; undefined for a chain of which the archive has less than two. */
export function storyOf(chain: ChainRecord, archive: Known): StoryDocument | undefined {
  const sessions = sessionsIn(chain, archive);
  const name = { key: chain.key, chain: chain.id, title: chain.title };
  return sessions.length < 2 ? undefined : documentOf(sessions, name, archive);
}

interface DocumentOptions {
  /** Sessions whose first prompt may stand at the top; all of them where absent. */
  readonly mayBegin?: ReadonlySet<SessionId>;
}

/** Sessions that follow one another, whatever holds them together. */
export function documentOf(
  sessions: readonly SessionRecord[],
  name: StoryName,
  archive: Known,
  { mayBegin }: DocumentOptions = {},
): StoryDocument | undefined {
  const record = recordOf(sessions, name);
  const [first] = sessions;
  if (record === undefined || first === undefined) return undefined;
  const project = archive.projectOf(first).path;
  const digests = sessions.map(({ id }) => archive.digest(id));
  const plans = planVersions(digests.flatMap(({ session, plans }) => plans.map((plan) => ({ session, plan }))));
  const origin = originOf(digests.filter(({ session }) => mayBegin?.has(session) ?? true));
  const tasks = taskTable(digests);
  const projects = new Map(sessions.map((session) => [session.id, archive.projectOf(session)]));
  const filesChanged = storyFiles(digests, project, (id) => projects.get(id) ?? archive.projectOf(first));
  const web = digests.findLast((digest) => digest.web !== undefined)?.web;
  const spoken = digests.findLast(({ lastWords }) => lastWords !== undefined);
  const context = {
    versions: plans,
    project,
    ...(origin === undefined ? {} : { origin: { session: origin.session, turn: origin.turn } }),
  };
  return {
    ...record,
    // Sessions of one chain may change the same file.
    files: { ...record.files, changed: filesChanged.length },
    ...(origin === undefined ? {} : { origin }),
    parts: sessions.map((session, at) => ({ session, beats: beatsOf(digests[at] as SessionDigest, context) })),
    plans,
    tasks,
    filesChanged,
    planned: plannedFiles(plans, filesChanged, [digests[0]?.cwd, project]),
    git: digests.flatMap(({ git, session }) => git.map((each) => ({ ...each, session }))),
    ends: openEnds(digests, tasks, plans),
    ...(spoken?.lastWords === undefined ? {} : { lastWords: { ...spoken.lastWords, session: spoken.session } }),
    ...(web === undefined ? {} : { web }),
  };
}

/** The first prompt in words; commands to the client come before it now and then. */
function originOf(digests: readonly SessionDigest[]): StoryDocument["origin"] {
  for (const { session, turns } of digests) {
    const turn = turns.findIndex((each: TurnDigest) => each.kind === "said" && each.words.text.trim() !== "");
    const found = turns[turn];
    if (found === undefined) continue;
    const { order, anchor, time, words } = found;
    return { session, turn, order, anchor, ...(time === undefined ? {} : { time }), words };
  }
  return undefined;
}
