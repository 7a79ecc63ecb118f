/**
 * Each line of a file with the prompt that wrote it, over all sessions. Within a session the text was replayed
 * (session-texts.ts); here one session's end is matched with the next one's start, by their hashes. Where they differ,
 * the lines that do are nobody's.
 */
import type { Blame, BlameGap, BlameLine, BlamePrompt, FileEdit } from "../../model/file-history.ts";
import type { SessionId, ToolUseId } from "../../model/ids.ts";
import type { BreakReason, SessionTexts, TextBreak, TextRun } from "../../model/replay.ts";
import { carried, linesOf, unpackedOrigins } from "./lines.ts";
import { callInThread } from "./order.ts";

/** Those of the file in one session. */
export type SessionRuns = readonly [SessionId, SessionTexts];

/** Who wrote a line: an edit by its number in `edits`, or a gap. */
type Author = FileEdit | Gap;

class Gap {
  readonly after: FileEdit | undefined;
  readonly before: FileEdit;
  readonly isOverUnseen: boolean;
  constructor(after: FileEdit | undefined, before: FileEdit, isOverUnseen = false) {
    this.after = after;
    this.before = before;
    this.isOverUnseen = isOverUnseen;
  }
}

interface State {
  /** Most files were changed once, and nobody asks for their lines. */
  readonly lines: () => readonly string[];
  readonly authors: readonly Author[];
  readonly last: FileEdit;
}

/** Where more than this part of the lines of two texts changes, what they share is blank lines and brackets. */
const mostReplaced = 0.8;

type Happened = { readonly at: number; readonly place: number } & (
  | { readonly run: TextRun; readonly own: readonly Placed[] }
  | { readonly broken: TextBreak }
  | { readonly left: TextRun }
);

interface Placed {
  readonly edit: FileEdit;
  readonly at: number;
}

/** `edits` are those that went well, oldest first. */
export function blameOf(edits: readonly FileEdit[], texts: readonly SessionRuns[]): Blame | undefined {
  // Some clients count their calls from 0 in each session.
  const byCall = new Map(
    edits.map((edit, at) => [callKey(edit.session.id, callInThread(edit.edit.call, edit.edit.agent)), { edit, at }]),
  );
  const happened = texts.flatMap(([session, each]) => inSession(session, each, byCall, edits));
  const known = new Map<string, State>();
  /** What was known before edits that a rewind left. */
  const before = new Map<TextRun, { readonly state: State | undefined; readonly replayed: number }>();
  let state: State | undefined;
  let stop: { at: FileEdit; reason: BreakReason } | undefined;
  let replayed = 0;
  for (const each of happened.sort((a, b) => a.place - b.place)) {
    const at = edits[each.at] as FileEdit;
    if ("broken" in each) stop ??= { at, reason: each.broken.reason };
    else if ("left" in each) {
      // Whoever finds the file with these edits goes on from them. Else it is as it was before.
      ({ state, replayed } = before.get(each.left) ?? { state, replayed });
      stop ??= { at, reason: "left-behind" };
    } else {
      const own = each.own.map(({ edit }) => edit);
      if (each.run.left !== undefined) before.set(each.run, { state, replayed });
      replayed += own.length;
      state = stateAfter(each.run, own, { before: state, isBroken: stop !== undefined }, known);
      known.set(each.run.hashes.at(-1) ?? "", state);
      stop = undefined;
    }
  }
  return state === undefined ? undefined : finished(state, edits, replayed, stop);
}

/** In the order of the session's log: clocks are set back, and what a rewind left is listed apart. */
function inSession(
  session: SessionId,
  { runs, breaks }: SessionTexts,
  byCall: ReadonlyMap<string, Placed>,
  edits: readonly FileEdit[],
): Happened[] {
  const found: Happened[] = [];
  let place = -1;
  const addBreaks = (count: number): void => {
    for (const broken of breaks) {
      const at = broken.runs === count ? byCall.get(callKey(session, broken.edit))?.at : undefined;
      if (at === undefined) continue;
      place = Math.max(place, at);
      found.push({ at, place, broken });
    }
  };
  runs.forEach((run, count) => {
    addBreaks(count);
    const own = run.edits.flatMap((call) => byCall.get(callKey(session, call)) ?? []);
    // Of two that were written into at the same time the one counts that was written into last.
    const at = own.length === run.edits.length ? own.at(-1)?.at : undefined;
    if (at === undefined) return;
    place = Math.max(place, at);
    found.push({ at, place, run, own });
    if (run.left === undefined) return;
    // Others may have gone on meanwhile: it is behind theirs.
    const { leftAt } = run.left;
    const last = leftAt === undefined ? -1 : edits.findLastIndex(({ edit }) => (edit.time ?? "") < leftAt);
    place = Math.max(place, last + 0.5);
    found.push({ at: own[0]?.at ?? at, place, left: run });
  });
  addBreaks(runs.length);
  return found;
}

/** Who made the only edit that there is of a file: its diff says of each line what a blame would, that it wrote it or not. */
export function onlyAuthor({ edits, prompts, stop }: Blame): BlamePrompt | undefined {
  return edits === 1 && stop === undefined ? prompts[0] : undefined;
}

function stateAfter(
  run: TextRun,
  own: readonly FileEdit[],
  /** `isBroken`: edits came between that were not replayed. */
  { before, isBroken }: { readonly before: State | undefined; readonly isBroken: boolean },
  known: ReadonlyMap<string, State>,
): State {
  const [first] = own as [FileEdit];
  const { start } = run;
  const origins = unpackedOrigins(run.origins);
  let found: readonly string[] | undefined;
  const lines = (): readonly string[] => {
    found ??= linesOf(run.text());
    return found;
  };
  const begun = start === undefined ? [] : authorsAtStart(start, lines, origins, first, before, known);
  const authors = origins.map((origin) => (origin < 0 ? begun[-1 - origin] : own[origin]) ?? new Gap(undefined, first));
  // It wrote over a text that its log does not have: what was there before is not its own.
  if (run.isOverUnseen || (start === undefined && before !== undefined && first.edit.created === undefined)) {
    const others = run.isOverUnseen || isBroken ? new Gap(before?.last, first, run.isOverUnseen) : first;
    return { lines, authors: overwritten(lines(), authors, first, before, others), last: own.at(-1) ?? first };
  }
  return { lines, authors, last: own.at(-1) ?? first };
}

/** Lines of the first edit that the text before has too keep who wrote them; others may be of an edit that is not known. */
function overwritten(
  lines: readonly string[],
  authors: readonly Author[],
  first: FileEdit,
  before: State | undefined,
  others: Author,
): readonly Author[] {
  const places = [...authors.keys()].filter((at) => authors[at] === first);
  const kept = carried<Author>(
    before?.lines() ?? [],
    before?.authors ?? [],
    places.map((at) => lines[at] ?? ""),
    others,
  );
  const made = [...authors];
  places.forEach((at, index) => {
    made[at] = kept[index] as Author;
  });
  return made;
}

/** The same text as one that was known before, or that text with lines of nobody in it. */
function authorsAtStart(
  start: NonNullable<TextRun["start"]>,
  lines: State["lines"],
  origins: readonly number[],
  first: FileEdit,
  before: State | undefined,
  known: ReadonlyMap<string, State>,
): readonly Author[] {
  const same = known.get(start.hash);
  if (same !== undefined && same.authors.length === start.lines) return same.authors;
  const gap = new Gap(before?.last, first);
  if (before === undefined) return new Array<Author>(start.lines).fill(gap);
  const found = new Array<string>(start.lines).fill("");
  const now = lines();
  origins.forEach((origin, at) => {
    if (origin < 0) found[-1 - origin] = now[at] ?? "";
  });
  for (const [at, line] of start.gone) found[at] = line;
  const most = Math.floor(mostReplaced * (before.authors.length + found.length));
  return carried(before.lines(), before.authors, found, gap, most);
}

/** A getter of its own for each of thousands of files would be as many shapes of objects. */
class ReplayedBlame implements Blame {
  declare readonly lineCount: number;
  declare readonly prompts: readonly BlamePrompt[];
  declare readonly gaps: readonly BlameGap[];
  declare readonly last: FileEdit;
  declare readonly replayed: number;
  declare readonly edits: number;
  declare readonly stop?: NonNullable<Blame["stop"]>;
  readonly #make: () => readonly BlameLine[];
  #lines: readonly BlameLine[] | undefined;

  constructor(make: () => readonly BlameLine[], known: Omit<Blame, "lines">) {
    this.#make = make;
    Object.assign(this, known);
  }

  get lines(): readonly BlameLine[] {
    this.#lines ??= this.#make();
    return this.#lines;
  }
}

function linesBy(authors: readonly Author[]): ReadonlyMap<Author, number> {
  const counts = new Map<Author, number>();
  let from = 0;
  authors.forEach((author, at) => {
    if (author === authors[at + 1]) return;
    counts.set(author, (counts.get(author) ?? 0) + at + 1 - from);
    from = at + 1;
  });
  return counts;
}

const callKey = (session: SessionId, call: ToolUseId): string => `${session} ${call}`;

const promptKey = ({ session, edit }: FileEdit): string => `${session.id} ${edit.cause?.anchor ?? edit.turn}`;

function finished(
  { lines, authors, last }: State,
  edits: readonly FileEdit[],
  replayed: number,
  stop: { readonly at: FileEdit; readonly reason: BreakReason } | undefined,
): Blame {
  const written = linesBy(authors);
  const lineCounts = new Map<string, number>();
  for (const [author, count] of written)
    if (!(author instanceof Gap)) lineCounts.set(promptKey(author), (lineCounts.get(promptKey(author)) ?? 0) + count);
  const prompts = new Map<string, BlamePrompt>();
  const promptOf = new Map<Author, BlamePrompt>();
  for (const each of edits) {
    const key = promptKey(each);
    const lines = lineCounts.get(key);
    if (lines === undefined) continue;
    const { session, turn, edit } = each;
    const time = edit.time ?? turn?.time;
    const prompt = prompts.get(key) ?? {
      ...{ number: prompts.size + 1, session, lines, edit },
      ...(turn === undefined ? {} : { turn }),
      ...(time === undefined ? {} : { time }),
    };
    prompts.set(key, prompt);
    promptOf.set(each, prompt);
  }
  const gaps = new Map<Gap, BlameGap>();
  for (const [gap, count] of written)
    if (gap instanceof Gap)
      gaps.set(gap, {
        ...{ before: gap.before, lines: count },
        ...(gap.after === undefined ? {} : { after: gap.after }),
        ...(gap.isOverUnseen ? { isOverUnseen: true } : {}),
      });
  const lineBy = (text: string, author: Author | undefined): BlameLine => {
    const gap = author instanceof Gap ? gaps.get(author) : undefined;
    if (gap !== undefined) return { text, gap };
    const prompt = author === undefined ? undefined : promptOf.get(author);
    return prompt === undefined ? { text } : { text, prompt };
  };
  return new ReplayedBlame(() => lines().map((text, at) => lineBy(text, authors[at])), {
    lineCount: authors.length,
    prompts: [...prompts.values()],
    gaps: [...gaps.values()],
    last,
    replayed,
    edits: edits.length,
    ...(stop === undefined ? {} : { stop: { ...stop, later: edits.slice(edits.indexOf(stop.at)) } }),
  });
}
