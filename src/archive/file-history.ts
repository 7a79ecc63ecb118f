/** The history of a file, put together from the digests of the sessions that changed it. */
import type { Archive, FileRecord, SessionRecord } from "../model/archive.ts";
import type { EditDigest, SessionDigest, TurnDigest } from "../model/digest.ts";
import type { CausingTurn, FileEdit, FileHistory } from "../model/file-history.ts";
import type { TextBreak, TextRun } from "../model/replay.ts";
import type { IsoTime, SessionId } from "../model/session.ts";
import { perObject } from "../system/per-object.ts";
import { blameOf, type SessionRuns } from "./replay/blame.ts";

type Source = Pick<Archive, "session" | "files">;
type DigestOf = (id: SessionId) => SessionDigest;

export function fileHistory(file: FileRecord, archive: Source, digestOf: DigestOf): FileHistory {
  const found: Placed[] = [];
  const texts: SessionRuns[] = [];
  const together = new Map<string, number>();
  for (const id of file.sessions) {
    const session = archive.session(id);
    if (session === undefined) continue;
    const digest = digestOf(id);
    const { files, filesOf } = indexOf(digest);
    const own = files.get(file.path);
    if (own === undefined) continue;
    found.push(...placed(editsIn(own.edits, digest, session), session));
    texts.push([id, own]);
    // Once for each prompt that changed both.
    for (const turn of own.turns)
      for (const path of filesOf.get(turn) ?? [])
        if (path !== file.path) together.set(path, (together.get(path) ?? 0) + 1);
  }
  const ordered = numbered(found.sort((a, b) => compare(a.time, b.time)).map(({ edit }) => edit));
  const blame = blameOf(
    ordered.filter(({ edit: { outcome } }) => outcome === "ok" || outcome === "unknown" || outcome === "interrupted"),
    texts,
  );
  return {
    file,
    edits: ordered.toReversed(),
    together: mostTogether(together, file, archive),
    ...(blame === undefined ? {} : { blame }),
  };
}

/** Files whose histories take something else of a session than they took before. */
export function changedEvidence(before: SessionDigest, now: SessionDigest): ReadonlySet<string> {
  const paths = [...indexOf(before).files.keys(), ...indexOf(now).files.keys()];
  return new Set(paths.filter((path) => evidence(before, path) !== evidence(now, path)));
}

/** All that the history of a file takes of a session. */
function evidence(digest: SessionDigest, path: string): string {
  const { files, filesOf } = indexOf(digest);
  const own = files.get(path);
  if (own === undefined) return "";
  const { edits, runs, breaks } = own;
  const turns = edits.map(({ turn }) => [causingTurn(digest.turns[turn]), ...(filesOf.get(turn) ?? [])]);
  return JSON.stringify([digest.editing, edits, turns, runs, runs.map(({ text }) => text()), breaks]);
}

function causingTurn(turn: TurnDigest | undefined): CausingTurn | undefined {
  if (turn === undefined) return undefined;
  const { kind, number, title, anchor, time } = turn;
  return { kind, title, anchor, ...(number === undefined ? {} : { number }), ...(time === undefined ? {} : { time }) };
}

interface Placed {
  readonly edit: FileEdit;
  /** Never earlier than that of the edit before it: clocks are set back, and some logs have no times. */
  readonly time: string;
}

/** Agents come after the session's own edits, each with a clock of its own; what a rewind left comes before what was kept. */
function placed(edits: readonly FileEdit[], { span }: SessionRecord): readonly Placed[] {
  const times = new Map<string, string>();
  const made = edits.map((each): Placed => {
    const { agent, isLeftBehind, time, turn } = each.edit;
    const thread = `${agent ?? ""} ${isLeftBehind ? turn : ""}`;
    const before = times.get(thread) ?? "";
    const now = time !== undefined && time > before ? time : before;
    times.set(thread, now);
    return { edit: each, time: now === "" ? (span?.from ?? "") : now };
  });
  return made.sort((a, b) => compare(a.time, b.time));
}

const compare = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

function numbered(edits: readonly FileEdit[]): readonly FileEdit[] {
  let count = 0;
  return edits.map((each) => (each.edit.outcome === "ok" ? { ...each, number: ++count } : each));
}

interface OfFile {
  readonly edits: EditDigest[];
  readonly runs: TextRun[];
  readonly breaks: TextBreak[];
  /** Of the session, in which it was changed. */
  readonly turns: Set<number>;
}

interface DigestIndex {
  /** By path. */
  readonly files: ReadonlyMap<string, OfFile>;
  /** What was changed in each turn. */
  readonly filesOf: ReadonlyMap<number, ReadonlySet<string>>;
}

/** All files that the session changed ask for their own. */
const indexOf = perObject((digest: SessionDigest): DigestIndex => {
  const files = new Map<string, OfFile>();
  const filesOf = new Map<number, Set<string>>();
  const of = (path: string): OfFile => {
    const file = files.get(path) ?? { edits: [], runs: [], breaks: [], turns: new Set() };
    files.set(path, file);
    return file;
  };
  for (const edit of digest.edits) {
    if (edit.isPlanFile) continue;
    const own = of(edit.file);
    own.edits.push(edit);
    if (edit.outcome !== "ok") continue;
    own.turns.add(edit.turn);
    filesOf.set(edit.turn, (filesOf.get(edit.turn) ?? new Set()).add(edit.file));
  }
  for (const run of digest.texts?.runs ?? []) of(run.path).runs.push(run);
  for (const each of digest.texts?.breaks ?? []) of(each.path).breaks.push(each);
  return { files, filesOf };
});

function editsIn(own: readonly EditDigest[], digest: SessionDigest, session: SessionRecord): readonly FileEdit[] {
  /** Lines that the session wrote into the file so far, with the prompt and when. */
  const wrote = new Map<string, { readonly turn: number; readonly time: IsoTime | undefined }>();
  const kept = own.some(({ isLeftBehind }) => isLeftBehind)
    ? new Map(own.filter(({ isLeftBehind }) => !isLeftBehind).map((edit) => [changeOf(edit), edit]))
    : undefined;
  return own.map((edit, at) => {
    const turn = edit.cause ?? causingTurn(digest.turns[edit.turn]);
    const corrected =
      edit.outcome === "ok" && !edit.isLeftBehind && wrote.size > 0 ? correctedBy(edit, wrote) : undefined;
    if (edit.outcome === "ok" && !edit.isLeftBehind && at < own.length - 1)
      for (const line of changedLines(edit, "+")) wrote.set(line, { turn: edit.turn, time: edit.time });
    const again = edit.isLeftBehind ? kept?.get(changeOf(edit))?.time : undefined;
    return {
      ...{ edit, session },
      ...(turn === undefined ? {} : { turn }),
      ...(corrected === undefined ? {} : { corrects: corrected }),
      ...(again === undefined ? {} : { againAt: again }),
    };
  });
}

const changeOf = ({ hunks }: EditDigest): string => hunks.flatMap(({ lines }) => lines).join("\n");

/** A line that says nothing, such as a bracket, is not somebody's. */
function changedLines({ hunks }: EditDigest, sign: "+" | "-"): readonly string[] {
  return hunks.flatMap(({ lines }) =>
    lines.flatMap((line) => (line.startsWith(sign) && /\w{2}/.test(line) ? [line.slice(1).trim()] : [])),
  );
}

/** Another prompt of the person had it change what an earlier one had it write. */
function correctedBy(
  edit: EditDigest,
  wrote: ReadonlyMap<string, { readonly turn: number; readonly time: IsoTime | undefined }>,
): FileEdit["corrects"] {
  for (const line of changedLines(edit, "-")) {
    const before = wrote.get(line);
    if (before === undefined || before.turn < 0 || edit.turn <= before.turn) continue;
    const afterMs = Date.parse(edit.time ?? "") - Date.parse(before.time ?? "");
    return Number.isNaN(afterMs) ? {} : { afterMs };
  }
  return undefined;
}

const mostNamed = 5;

/** Every file asks for some others. */
const byPath = perObject(
  (files: readonly FileRecord[]): ReadonlyMap<string, FileRecord> =>
    new Map(files.map((file) => [`${file.project}\n${file.path}`, file])),
);

function mostTogether(times: ReadonlyMap<string, number>, file: FileRecord, archive: Source): FileHistory["together"] {
  const wanted = [...times]
    .filter(([, count]) => count > 1 || times.size <= mostNamed)
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .slice(0, mostNamed);
  return wanted.flatMap(([path, count]) => {
    const other = byPath(archive.files).get(`${file.project}\n${path}`);
    return other === undefined ? [] : [{ file: other, times: count }];
  });
}

/** Keeps digests that were read, up to so many characters of edits: neighbouring files are of the same sessions. */
export function keepingDigests(digestOf: DigestOf, most = 4_000_000): DigestOf {
  const known = new Map<SessionId, { readonly digest: SessionDigest; readonly size: number }>();
  let size = 0;
  return (id) => {
    const found = known.get(id);
    if (found !== undefined) {
      known.delete(id);
      known.set(id, found);
      return found.digest;
    }
    const digest = slimmed(digestOf(id));
    const own = sizeOf(digest);
    known.set(id, { digest, size: own });
    size += own;
    for (const [old, each] of known) {
      if (size <= most || old === id) break;
      known.delete(old);
      size -= each.size;
    }
    return digest;
  };
}

/** Without what pages of files do not show. */
const slimmed = (digest: SessionDigest): SessionDigest => ({
  ...digest,
  ...{
    plans: [],
    snapshots: [],
    git: [],
    questions: [],
    rejections: [],
    failures: [],
    tests: [],
    agents: [],
    events: [],
  },
  turns: digest.turns.map(({ first: _first, last: _last, ...turn }) => turn),
});

function sizeOf({ edits, texts, turns }: SessionDigest): number {
  let size = turns.length * 500;
  for (const { hunks, text } of edits) {
    size += text?.length ?? 0;
    for (const { lines } of hunks) for (const line of lines) size += line.length + 16;
  }
  for (const { length, origins } of texts?.runs ?? []) size += length + origins.length * 32;
  return size;
}
