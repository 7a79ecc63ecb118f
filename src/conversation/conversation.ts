/** What was said and done, in turns: the costly part of a thread, made only as far as it is needed. */

import type { Entry } from "../log/entries/entry.ts";
import type { Diagnostic } from "../model/diagnostics.ts";
import type { EntryId, Plan, TaskSnapshot } from "../model/session.ts";
import { tools } from "../tools/index.ts";
import { type Branches, branches } from "./branches.ts";
import { carriedOver } from "./carried-over.ts";
import type { MediaStore } from "./media.ts";
import { once } from "./once.ts";
import { type PlanLink, PlanList } from "./plans.ts";
import { queue } from "./queue.ts";
import { type AcrossLogs, Results } from "./results.ts";
import { addTasks, finalLists, type Lists } from "./tasks.ts";
import type { TurnContext } from "./turn-context.ts";
import type { TurnDraft } from "./turn-draft.ts";
import { openings, turns } from "./turns.ts";
import { messageKey } from "./usage.ts";
import { isResult, isTyped, noParts, type UserParts, userParts } from "./user-parts.ts";
import { withdrawn } from "./withdrawn.ts";

export interface ConversationOptions {
  readonly isAgent: boolean;
  /** Diagnostics of lines that could not be read, in line order. */
  readonly gaps: readonly Diagnostic[];
  readonly store?: MediaStore;
  /** An output that was kept apart, by the name of its file. */
  readonly persisted?: (file: string) => string | undefined;
  readonly onOriginal?: TurnContext["onOriginal"];
  /** Entries that an earlier session owns. */
  readonly foreign?: ReadonlySet<EntryId>;
  readonly across?: AcrossLogs;
  /** What other files tell of this file's plans. */
  readonly plans?: ReadonlyMap<EntryId, PlanLink>;
}

export interface ConversationParts {
  readonly drafts: readonly TurnDraft[];
  readonly plans: readonly Plan[];
  readonly tasks: readonly TaskSnapshot[];
  /** The log that the first accepted plan says it came from. */
  readonly transcript: string | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

export interface Conversation {
  readonly whole: () => ConversationParts;
  /** The plans of the whole, without making the whole where nobody planned. */
  readonly plans: () => readonly Plan[];
  /** The turns of the whole, each as it opens. */
  readonly openings: () => Iterable<TurnDraft>;
  /** Whether the whole has any turn. */
  readonly isEmpty: () => boolean;
}

type Shared = Omit<TurnContext, "gaps" | "versions" | "plans" | "diagnostics" | "store">;

export function conversation(entries: readonly Entry[], options: ConversationOptions): Conversation {
  const { foreign, isAgent, gaps, persisted, onOriginal } = options;
  const parts = partsOf();
  const opensTurn = (entry: Entry): boolean => isTyped(entry) && !isResult(entry) && parts(entry).opensTurn;
  const isOwn = (entry: Entry): boolean => entry.id === undefined || foreign?.has(entry.id) !== true;
  const ownOf = (some: readonly Entry[]): readonly Entry[] => (foreign === undefined ? some : some.filter(isOwn));
  const split = once(() => branches(entries, opensTurn));
  const takenBack = once(() => withdrawn(entries));
  const live = once(() => ownOf(split().live));
  const shared: Shared = {
    parts,
    results: once(() => new Results(entries, parts, isOwn, options.across)),
    queue: once(() => queue(entries, parts)),
    carriedOver: once(() => carriedOver(live(), parts)),
    persisted,
    onOriginal,
    isAgent,
    isWithdrawn: (entry) => takenBack()(entry),
    messageKey,
  };
  const makeWhole = (): ConversationParts => {
    const plans = new PlanList();
    const diagnostics: Diagnostic[] = [...oddParents(split(), isAgent)];
    const context = { ...shared, plans, diagnostics, store: options.store };
    const turnsOf = (
      some: readonly Entry[],
      { versions }: Branches,
      lost: readonly Diagnostic[],
      end = true,
    ): TurnDraft[] =>
      turns(some, {
        ...context,
        gaps: lost,
        // What still waits when the log ends waits for its live branch.
        queue: end ? shared.queue : () => ({ ...shared.queue(), waiting: [] }),
        versions: (prompt) =>
          versions
            .get(prompt)
            ?.map((left) => {
              const within = branches(left, opensTurn);
              return turnsOf(ownOf(within.live), within, [], false);
            })
            .filter((left) => left.length > 0),
      });
    const drafts = turnsOf(live(), split(), gaps);
    for (const [entry, found] of options.plans ?? []) plans.resolve(entry, found);
    const copies = foreign === undefined ? [] : entries.filter((entry) => !isOwn(entry));
    const tasks = addTasks(drafts, tasksBefore(copies, shared));
    return { drafts, plans: plans.plans, tasks, transcript: plans.transcript, diagnostics };
  };
  let made: ConversationParts | undefined;
  const whole = (): ConversationParts => {
    made ??= makeWhole();
    return made;
  };
  return {
    whole,
    plans: () => (entries.some((entry) => mayPlan(entry, parts)) ? whole().plans : []),
    openings: () => made?.drafts ?? openings(live(), { ...scratch(shared), gaps }),
    isEmpty: () => !live().some(saysSomething) && whole().drafts.length === 0,
  };
}

function partsOf(): (entry: Entry) => UserParts {
  const known = new Map<Entry, UserParts>();
  return (entry) => {
    if (!isTyped(entry)) return noParts;
    let found = known.get(entry);
    if (found === undefined) {
      found = userParts(entry);
      known.set(entry, found);
    }
    return found;
  };
}

function mayPlan(entry: Entry, parts: (entry: Entry) => UserParts): boolean {
  if (entry.kind !== "assistant")
    return isTyped(entry) && !isResult(entry) && parts(entry).machine.some(({ kind }) => kind === "plan");
  for (const block of entry.blocks)
    if (block.kind === "use" && tools.exitPlanMode.names.includes(block.name)) return true;
  return false;
}

/** Prose and calls of the agent stand in a turn, whichever it is. */
function saysSomething(entry: Entry): boolean {
  return (
    entry.kind === "assistant" &&
    entry.blocks.some((block) => block.kind === "use" || (block.kind === "text" && block.text.trim() !== ""))
  );
}

/** Plans, media and diagnostics of such turns are not kept. */
function scratch(shared: Shared): TurnContext {
  return { ...shared, plans: new PlanList(), store: undefined, diagnostics: [], gaps: [], versions: () => undefined };
}

/** What copied lines left on the list: a resumed session goes on from there. */
function tasksBefore(copies: readonly Entry[], shared: Shared): Lists {
  return copies.length === 0 ? {} : finalLists(addTasks(turns(copies, scratch(shared))));
}

/** One diagnostic for all of them. An agent hangs under a line of its caller's log: that is no orphan. */
function oddParents({ circular, orphan }: Branches, isAgent: boolean): readonly Diagnostic[] {
  const lost = isAgent ? undefined : orphan;
  const isCircular = circular !== undefined && (lost === undefined || circular.at.line < lost.at.line);
  const entry = isCircular ? circular : lost;
  if (entry === undefined) return [];
  const message = isCircular
    ? "An entry names itself or a later one as its parent; shown in file order."
    : "An entry names a parent that is not in the file; shown in file order.";
  return [{ code: "odd-parents", level: "info", at: entry.at, message }];
}
