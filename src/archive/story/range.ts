/** Which sessions made the commits of a range, and how they came about, as Markdown. */
import type { Archive, SessionRecord } from "../../model/archive.ts";
import type { CommitRecord } from "../../model/decisions.ts";
import type { CommitMade } from "../../model/git.ts";
import type { SessionId } from "../../model/session.ts";
import type { Beat, StoryDocument } from "../../model/story.ts";
import { count } from "../../text/format.ts";
import { documentOf } from "./index.ts";
import { MarkdownWriter } from "./markdown.ts";
import { line } from "./markdown-words.ts";
import { sessionsIn } from "./records.ts";

/** A commit as git has it. */
export interface RepositoryCommit {
  readonly sha: string;
  /** When it was written, in milliseconds since 1970: an amended or rebased commit keeps it. */
  readonly time: number;
  readonly subject: string;
}

export interface FoundCommit {
  readonly commit: RepositoryCommit;
  readonly made?: CommitRecord & { readonly event: CommitMade };
  /** By its message and time only: its number in the log is another one. */
  readonly isUncertain?: true;
}

/** A commit that was amended or rebased since is looked for within this time. */
const nearMs = 2 * 3_600_000;
/** As many as git prints at least. Fewer are met by chance: by one of 65,536 commits where they are four. */
const surely = 7;

/**
 * `isOwn` tells what was made in the project of this repository. Elsewhere a message and a time are the same by accident,
 * and what was said there is nobody's business here.
 */
export function findCommits(
  commits: readonly RepositoryCommit[],
  records: readonly CommitRecord[],
  isOwn: (record: CommitRecord) => boolean,
): readonly FoundCommit[] {
  const all = records.filter(isCommit);
  const own = new Set(all.filter(isOwn));
  return commits.map((commit) => {
    const [made] = all
      .filter((record) => isNamed(commit, record.event.sha, own.has(record)))
      .sort((a, b) => Number(own.has(b)) - Number(own.has(a)) || shaLength(b) - shaLength(a));
    if (made !== undefined) return { commit, made };
    const [near] = [...own]
      .filter(({ event }) => event.subject.trim() === commit.subject.trim())
      .map((record) => ({ record, ms: Math.abs(Date.parse(record.time ?? "") - commit.time) }))
      .filter(({ ms }) => ms <= nearMs)
      // One that was amended later is in no repository any more.
      .sort((a, b) => Number(isReplaced(a.record)) - Number(isReplaced(b.record)) || a.ms - b.ms);
    return near === undefined ? { commit } : { commit, made: near.record, isUncertain: true };
  });
}

const shaLength = ({ event }: { readonly event: CommitMade }): number => event.sha?.length ?? 0;

const isNamed = ({ sha }: RepositoryCommit, printed: string | undefined, isOwn: boolean): boolean =>
  printed !== undefined && (isOwn || printed.length >= surely) && sha.startsWith(printed);

const isCommit = (record: CommitRecord): record is CommitRecord & { readonly event: CommitMade } =>
  record.event.kind === "commit";

const isReplaced = ({ event }: { readonly event: CommitMade }): boolean => event.replaced !== undefined;

type Known = Pick<Archive, "session" | "chain" | "digest" | "projectOf" | "timeZone">;

export function rangeMarkdown(
  range: string,
  found: readonly FoundCommit[],
  archive: Known,
  url: string | undefined,
): string {
  const sessions = sessionsOf(found, archive);
  const writer = new MarkdownWriter(archive, url === undefined ? {} : { url });
  const story = documentOf(sessions, { key: "", chain: "", title: range }, archive, {
    mayBegin: new Set(
      sessionsOf(
        found.filter(({ isUncertain }) => !isUncertain),
        archive,
      ).map(({ id }) => id),
    ),
  });
  const uncertain = found.filter(({ isUncertain }) => isUncertain);
  const head = [
    `# How ${line(range)} came about`,
    "",
    `${count(found.length, "commit")}, ${madeWords(found)}.${uncertain.length === 0 ? "" : ` ${uncertain.length === 1 ? "One is" : `${uncertain.length} are`} known by message and time only, which is uncertain.`}`,
    "",
  ];
  if (story === undefined) return finished([...head, ...commitLines(found, writer)]);
  const wanted = wantedBeats(story, found);
  const beats = story.parts.map(({ session, beats: all }) => ({
    session,
    beats: all.filter((beat) => wanted(session.id, beat)),
  }));
  const changed = new Set(
    beats.flatMap((part) =>
      part.beats.flatMap(({ came }) =>
        came.flatMap((each) =>
          each.kind === "changes" ? each.files.map(({ path }) => `${part.session.project}\n${path}`) : [],
        ),
      ),
    ),
  );
  return finished([
    ...head,
    ...writer.origin(story),
    ...writer.plans(story),
    ...beats.flatMap((part) => writer.part(part)),
    ...writer.files({
      filesChanged: story.filesChanged.filter(({ project, path }) => changed.has(`${project}\n${path}`)),
    }),
    ...commitLines(found, writer),
  ]);
}

/** "2 of them made in 1 session". */
function madeWords(found: readonly FoundCommit[]): string {
  const made = found.flatMap((each) => each.made ?? []);
  if (made.length === 0) return found.length === 1 ? "not in these logs" : "none of them in these logs";
  const which = made.length < found.length ? `${made.length} of them ` : made.length > 1 ? "all " : "";
  return `${which}made in ${count(new Set(made.map(({ session }) => session)).size, "session")}`;
}

const finished = (lines: readonly string[]): string =>
  `${lines
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim()}\n`;

function commitLines(found: readonly FoundCommit[], writer: MarkdownWriter): readonly string[] {
  const known = found.flatMap(({ made, commit, isUncertain }) =>
    made === undefined
      ? []
      : [
          {
            event: { ...made.event, sha: commit.sha.slice(0, 10) },
            session: made.session,
            at: { turn: -1, order: 0, anchor: made.anchor, ...(made.agent === undefined ? {} : { agent: made.agent }) },
            ...(isUncertain ? { note: "uncertain: found by message and time" } : {}),
          },
        ],
  );
  const missing = found.filter(({ made }) => made === undefined);
  return [
    ...writer.commits(known),
    ...(missing.length === 0
      ? []
      : [
          "## Not in these logs",
          "",
          ...missing.map(({ commit }) => `- \`${commit.sha.slice(0, 10)}\` ${line(commit.subject)}`),
          "",
        ]),
  ];
}

/** Those that made the commits, with the ones before them in their chains; earliest first. */
function sessionsOf(found: readonly FoundCommit[], archive: Known): readonly SessionRecord[] {
  const wanted = new Map<SessionId, SessionRecord>();
  for (const { made } of found) {
    const record = made === undefined ? undefined : archive.session(made.session);
    if (record === undefined) continue;
    const chain = record.chain === undefined ? undefined : archive.chain(record.chain);
    const members = chain === undefined ? [record] : sessionsIn(chain, archive);
    for (const member of members.slice(0, members.indexOf(record) + 1)) wanted.set(member.id, member);
  }
  return [...wanted.values()].sort((a, b) => ((a.span?.from ?? "") < (b.span?.from ?? "") ? -1 : 1));
}

/** From the last other commit before them up to the last of the range: what came before belongs to that other one. */
function wantedBeats(story: StoryDocument, found: readonly FoundCommit[]): (session: SessionId, beat: Beat) => boolean {
  const anchors = new Set(found.flatMap(({ made }) => (made === undefined ? [] : [`${made.session} ${made.anchor}`])));
  const spans = new Map<SessionId, { readonly from: number; readonly to: number }>();
  for (const { session } of story.parts) {
    const own = story.git.filter(
      (each) => each.session === session.id && each.event.kind === "commit" && each.event.replaced === undefined,
    );
    const inRange = own.filter(({ anchor }) => anchors.has(`${session.id} ${anchor}`));
    const [first, last] = [inRange[0], inRange.at(-1)];
    if (first === undefined || last === undefined) continue;
    const before = own
      .filter((each) => each.order < first.order && !anchors.has(`${session.id} ${each.anchor}`))
      .at(-1);
    spans.set(session.id, { from: before === undefined ? 0 : before.turn + 1, to: last.turn });
  }
  return (session, beat) => {
    const span = spans.get(session);
    if (span === undefined) return true;
    const at = [...beat.turns.map(({ turn }) => turn), ...beat.came.map((each) => each.at.turn)];
    return at.some((turn) => turn >= Math.min(span.from, span.to) && turn <= span.to);
  };
}
