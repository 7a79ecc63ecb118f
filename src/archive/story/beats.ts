/** The beats of a session: left what was asked, right what came of it. */
import type { DigestText, SessionDigest, TurnDigest } from "../../model/digest.ts";
import type { Beat, ChangedFile, Happening, PlanVersion } from "../../model/story.ts";
import { happenings } from "./happenings.ts";
import { repeatedBy } from "./plans.ts";

interface Drafted {
  kind: Beat["kind"];
  turns: TurnDigest[];
  same?: Exclude<Beat["same"], undefined>;
  to?: PlanVersion;
  answer?: DigestText;
  seam?: Exclude<Beat["seam"], undefined>;
  came: Happening[];
}

export interface BeatContext {
  readonly versions: readonly PlanVersion[];
  /** The folder of the project. */
  readonly project: string;
  /** The prompt that is printed at the top of the story. */
  readonly origin?: { readonly session: string; readonly turn: number };
}

export function beatsOf(digest: SessionDigest, { versions, project, origin }: BeatContext): readonly Beat[] {
  const came = happenings(digest, versions, project);
  const seams = digest.events.filter(({ event }) => event === "compaction");
  const beats: Drafted[] = [];
  const push = (beat: Drafted): Drafted => {
    beats.push(beat);
    return beat;
  };
  /** What came of a turn stands in a beat of its own or in the one before; its last beat, where it has any. */
  const take = (turn: TurnDigest, index: number): Drafted | undefined => {
    const own = came.get(index) ?? [];
    const last = beats.findLast(({ kind }) => kind !== "seam");
    const isQuiet = own.length === 0 && turn.first === undefined;
    if (turn.isLocal && own.length === 0) {
      if (beats.at(-1)?.kind === "local") beats.at(-1)?.turns.push(turn);
      else push({ kind: "local", turns: [turn], came: [] });
      return undefined;
    }
    // What a machine said belongs to the prompt before; where nothing came of it, it is no beat either.
    if (turn.number === undefined && (isQuiet || last?.kind === "prompt" || last?.kind === "feedback")) {
      return last === undefined ? undefined : addTo(beats, last, own);
    }
    if (turn.queued === "steering" && last?.kind === "prompt") {
      last.turns.push(turn);
      return addTo(beats, last, own);
    }
    const plan = turn.kind === "plan" ? digest.plans.find((each) => each.isPrompt && each.turn === index) : undefined;
    const repeated = plan === undefined ? undefined : repeatedBy(plan, versions);
    const isOrigin = origin?.session === digest.session && origin.turn === index;
    // A plan that came from outside of the story is printed where it is the prompt.
    const isPrinted =
      repeated !== undefined && repeated.plan.entry === plan?.entry && repeated.session === digest.session;
    const beat = push({
      kind: "prompt",
      turns: [turn],
      ...(isOrigin ? { same: "origin" as const } : repeated === undefined ? {} : { same: { plan: repeated } }),
      came: [],
    });
    return addTo(
      beats,
      beat,
      isPrinted ? own : own.filter((each) => each.kind !== "plan" || each.plan.plan.entry !== plan?.entry),
    );
  };
  digest.turns.forEach((turn, index) => {
    const end = take(turn, index);
    const isPlan = end?.came.some((each) => each.kind === "plan" && each.plan.plan.isPrompt);
    const answer = turn.isSaidAfterPlan || isPlan ? (turn.last ?? turn.first) : undefined;
    if (end !== undefined && answer !== undefined) end.answer = answer;
    for (const seam of seams.filter((each) => each.turn === index)) push({ kind: "seam", turns: [], seam, came: [] });
  });
  const lost = came.get(-1) ?? [];
  const end = beats.findLast(({ kind }) => kind === "prompt" || kind === "feedback");
  if (lost.length > 0) {
    if (end !== undefined) end.came.push(...lost);
    else push({ kind: "prompt", turns: [], came: [...lost] });
  }
  return beats;
}

/** Words to a plan begin a beat of their own: what came of them is the next version. Gives the last beat. */
function addTo(beats: Drafted[], beat: Drafted, own: readonly Happening[]): Drafted {
  let current = beat;
  for (const happening of own) {
    if (!isMerged(current, happening)) current.came.push(happening);
    if (happening.kind !== "plan" || happening.plan.plan.feedback === undefined) continue;
    const next: Drafted = { kind: "feedback", turns: [], to: happening.plan, came: [] };
    beats.splice(beats.indexOf(current) + 1, 0, next);
    current = next;
  }
  return current;
}

/** Changes of a beat are one row up to a commit, which has them, and so are errors of the API in a row. */
function isMerged({ came }: Drafted, happening: Happening): boolean {
  const at = came.findLastIndex(
    (each) => each.kind === "changes" || (each.kind === "git" && each.event.kind === "commit"),
  );
  const before = came[at];
  if (happening.kind === "changes" && before?.kind === "changes") {
    came[at] = { ...before, files: joinedFiles(before.files, happening.files) };
    return true;
  }
  const last = came.at(-1);
  if (happening.kind !== "event" || happening.event.event !== "api-error") return false;
  if (last?.kind !== "event" || last.event.event !== "api-error") return false;
  came[came.length - 1] = { ...last, times: (last.times ?? 1) + 1 };
  return true;
}

function joinedFiles(one: readonly ChangedFile[], two: readonly ChangedFile[]): readonly ChangedFile[] {
  const found = new Map(one.map((file) => [file.path, file]));
  for (const file of two) {
    const before = found.get(file.path);
    found.set(
      file.path,
      before === undefined
        ? file
        : {
            ...before,
            edits: before.edits + file.edits,
            added: before.added + file.added,
            removed: before.removed + file.removed,
          },
    );
  }
  return [...found.values()];
}

/**
 * The words of the agent that answer a beat: the last of its last turn, and where the prompt asks, the first before them.
 * A plan takes their place, but for what was said after it.
 */
export function answerOf({ turns, came, answer }: Beat): { readonly first?: DigestText; readonly last?: DigestText } {
  if (answer !== undefined) return { last: answer };
  const answered = turns.findLast(({ first }) => first !== undefined);
  if (answered?.first === undefined || came.some(({ kind }) => kind === "plan")) return {};
  const last = answered.last ?? answered.first;
  const isAsked = turns.some(({ words }) => words.text.includes("?"));
  return isAsked && answered.last !== undefined ? { first: answered.first, last } : { last };
}
