/**
 * Each line of a file with the prompt that wrote it, over all sessions. Within a session the text was replayed
 * (session-texts.ts); here one session's end is matched with the next one's start, by their hashes. Where they differ,
 * the lines that do are nobody's.
 */
import type { Blame, BlameGap, BlameLine, BlamePrompt, FileEdit } from "../../model/file-history.ts";
import type { SessionId, ToolUseId } from "../../model/ids.ts";
import type { TextBreak, TextRun } from "../../model/replay.ts";
import { carried, linesOf, unpackedOrigins } from "./lines.ts";

/** Each with the session that it is of. */
export interface FileRuns {
  readonly runs: readonly (readonly [SessionId, TextRun])[];
  readonly breaks: readonly (readonly [SessionId, TextBreak])[];
}

/** Who wrote a line: an edit by its number in `edits`, or a gap. */
type Author = FileEdit | Gap;

class Gap {
  readonly after: FileEdit | undefined;
  readonly before: FileEdit;
  constructor(after: FileEdit | undefined, before: FileEdit) {
    this.after = after;
    this.before = before;
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

type Happened = { readonly at: number } & (
  | { readonly run: TextRun; readonly own: readonly Placed[] }
  | { readonly broken: TextBreak }
);

interface Placed {
  readonly edit: FileEdit;
  readonly at: number;
}

/** `edits` are those that went well, oldest first. */
export function blameOf(edits: readonly FileEdit[], { runs, breaks }: FileRuns): Blame | undefined {
  // Some clients count their calls from 0 in each session.
  const byCall = new Map(edits.map((edit, at) => [callKey(edit.session.id, edit.edit.call), { edit, at }]));
  const happened: Happened[] = [
    ...runs.flatMap(([session, run]) => {
      const own = run.edits.flatMap((call) => byCall.get(callKey(session, call)) ?? []);
      // Of two that were written into at the same time the one counts that was written into last.
      return own.length === run.edits.length ? [{ at: own.at(-1)?.at ?? -1, run, own }] : [];
    }),
    ...breaks.map(([session, broken]) => ({ at: byCall.get(callKey(session, broken.edit))?.at ?? -1, broken })),
  ];
  const known = new Map<string, State>();
  let state: State | undefined;
  let stop: { at: FileEdit; broken: TextBreak } | undefined;
  let replayed = 0;
  for (const each of happened.filter(({ at }) => at >= 0).sort((a, b) => a.at - b.at)) {
    if ("broken" in each) {
      const at = edits[each.at];
      if (at !== undefined) stop ??= { at, broken: each.broken };
      continue;
    }
    const own = each.own.map(({ edit }) => edit);
    replayed += own.length;
    state = stateAfter(each.run, own, { before: state, isBroken: stop !== undefined }, known);
    known.set(each.run.hashes.at(-1) ?? "", state);
    stop = undefined;
  }
  return state === undefined ? undefined : finished(state, edits, replayed, stop);
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
  if (start === undefined && before !== undefined && first.edit.created === undefined)
    return { lines, authors: overwritten(lines(), authors, first, before, isBroken), last: own.at(-1) ?? first };
  return { lines, authors, last: own.at(-1) ?? first };
}

/** Lines of the first edit that the text before has too keep who wrote them; others may be of an edit that is not known. */
function overwritten(
  lines: readonly string[],
  authors: readonly Author[],
  first: FileEdit,
  before: State,
  isBroken: boolean,
): readonly Author[] {
  const others = isBroken ? new Gap(before.last, first) : first;
  const places = [...authors.keys()].filter((at) => authors[at] === first);
  const kept = carried<Author>(
    before.lines(),
    before.authors,
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
  stop: { readonly at: FileEdit; readonly broken: TextBreak } | undefined,
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
      gaps.set(gap, { before: gap.before, lines: count, ...(gap.after === undefined ? {} : { after: gap.after }) });
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
    ...(stop === undefined
      ? {}
      : { stop: { at: stop.at, reason: stop.broken.reason, later: edits.slice(edits.indexOf(stop.at)) } }),
  });
}
