/** Copies: a resumed or forked log repeats entries of an earlier one. Each entry and each API message counts once. */
import type { EntryId, SessionId } from "../../model/session.ts";
import type { Continues, Evidence, UsageEvidence } from "./evidence.ts";
import { namesIn } from "./packed.ts";
import { Repeated } from "./repeated.ts";

export interface Ownership {
  readonly foreign: ReadonlyMap<SessionId, ReadonlySet<EntryId>>;
  readonly continues: ReadonlyMap<SessionId, Continues>;
  readonly countedElsewhere: ReadonlyMap<SessionId, ReadonlySet<string>>;
}

/** `sessions` come earliest first: of two that hold an entry the earlier one owns it, unless a copy says otherwise. */
export function ownership(sessions: readonly UsageEvidence[]): Ownership {
  const copied = repeatedIn(sessions, ({ entries }) => entries.prints);
  const suspects = sessions.map((evidence) => ({ evidence, prints: suspected(evidence.entries.prints, copied) }));
  const holders = new Map<string, SessionId | SessionId[]>();
  for (const { evidence, prints } of suspects) {
    const { session } = evidence;
    for (const [, print] of prints) {
      const before = holders.get(print);
      if (before === undefined) holders.set(print, session);
      else if (Array.isArray(before)) before.push(session);
      else if (before !== session) holders.set(print, [before, session]);
    }
  }
  const ownerOf = owners(sessions, holders);
  const foreign = new Map<SessionId, Set<EntryId>>();
  const continues = new Map<SessionId, Continues>();
  for (const { evidence, prints } of suspects) {
    const { session, entries } = evidence;
    let ids: readonly string[] | undefined;
    for (const [number, print] of prints) {
      const owner = ownerOf(print);
      if (owner === undefined || owner === session) continue;
      ids ??= namesIn(entries.ids);
      const id = ids[number] as EntryId;
      const isShown = entries.shown?.[number] === "1";
      const set = foreign.get(session) ?? new Set<EntryId>();
      set.add(id);
      foreign.set(session, set);
      if (isShown) continues.set(session, { session: owner, entry: id });
      else if (continues.get(session)?.session !== owner) continues.set(session, { session: owner });
    }
  }
  return { foreign, continues, countedElsewhere: countedElsewhere(sessions, continues) };
}

/** The few that may stand elsewhere too, each with its number. */
function suspected(prints: string, copied: Repeated): readonly (readonly [number, string])[] {
  const found: [number, string][] = [];
  for (const [number, print] of namesIn(prints).entries()) if (copied.mayHave(print)) found.push([number, print]);
  return found;
}

/** What a session says in lines of its own: a copied plan is not its plan, a copied first message not its first. */
export function withoutCopies(evidence: Evidence, foreign: ReadonlySet<EntryId> | undefined): Evidence {
  if (foreign === undefined) return evidence;
  const { transcript, planMode, names, ...rest } = evidence;
  const isOwn = (id: EntryId | undefined): boolean => id === undefined || !foreign.has(id);
  return {
    ...rest,
    plans: rest.plans.filter(({ entry }) => isOwn(entry)),
    isImplementation: rest.isImplementation && isOwn(rest.first),
    ...(transcript !== undefined && isOwn(rest.first) ? { transcript } : {}),
    ...(names !== undefined && isOwn(rest.first) ? { names } : {}),
    ...(planMode !== undefined && isOwn(planMode) ? { planMode } : {}),
  };
}

/** A copied line may keep the id of the session it came from; newer clients write their own over it. */
function owners(
  sessions: readonly UsageEvidence[],
  holders: ReadonlyMap<string, SessionId | SessionId[]>,
): (print: string) => SessionId | undefined {
  const named = new Map<string, SessionId>();
  for (const { session, entries } of sessions) {
    if (entries.named.length === 0) continue;
    const prints = namesIn(entries.prints);
    for (const [number, name] of entries.named) {
      const print = prints[number] ?? "";
      const shared = holders.get(print);
      if (name === session || !Array.isArray(shared)) continue;
      const owner = shared.find((holder) => holder === name);
      if (owner !== undefined) named.set(print, owner);
    }
  }
  return (print) => {
    const shared = holders.get(print);
    return Array.isArray(shared) ? (named.get(print) ?? shared[0]) : undefined;
  };
}

/** Almost all stand in one session only. */
function repeatedIn(sessions: readonly UsageEvidence[], packed: (evidence: UsageEvidence) => string): Repeated {
  const repeated = new Repeated(sessions.reduce((sum, evidence) => sum + packed(evidence).length, 0));
  for (const evidence of sessions) for (const name of namesIn(packed(evidence))) repeated.note(name);
  return repeated;
}

function countedElsewhere(
  sessions: readonly UsageEvidence[],
  continues: ReadonlyMap<SessionId, Continues>,
): ReadonlyMap<SessionId, ReadonlySet<string>> {
  const copied = repeatedIn(sessions, ({ messages }) => messages);
  const holders = new Map<string, SessionId[]>();
  for (const { session, messages } of sessions) {
    for (const key of namesIn(messages)) {
      if (!copied.mayHave(key)) continue;
      const known = holders.get(key);
      if (known === undefined) holders.set(key, [session]);
      else if (!known.includes(session)) known.push(session);
    }
  }
  const elsewhere = new Map<SessionId, Set<string>>();
  for (const [key, held] of holders) {
    // The lines of one that continues another belong to that other, and count there, whichever of the two is earlier.
    const isCopy = (session: SessionId): boolean => {
      const source = continues.get(session)?.session;
      return source !== undefined && held.includes(source);
    };
    const counting = held.find((session) => !isCopy(session)) ?? held[0];
    for (const session of held) {
      if (session === counting) continue;
      const set = elsewhere.get(session) ?? new Set<string>();
      set.add(key);
      elsewhere.set(session, set);
    }
  }
  return elsewhere;
}
