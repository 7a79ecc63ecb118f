/** Copies: a resumed or forked log repeats entries of an earlier one. Each entry and each API message counts once. */
import type { EntryId, SessionId } from "../model.ts";
import type { Evidence } from "./evidence.ts";

export interface Ownership {
  readonly foreign: ReadonlyMap<SessionId, ReadonlySet<EntryId>>;
  readonly continues: ReadonlyMap<SessionId, { readonly session: SessionId; readonly entry: EntryId }>;
  readonly countedElsewhere: ReadonlyMap<SessionId, ReadonlySet<string>>;
}

/** `sessions` come earliest first: of two that hold an entry the earlier one owns it, unless the line says otherwise. */
export function ownership(sessions: readonly Evidence[]): Ownership {
  const holders = new Map<string, SessionId | SessionId[]>();
  for (const { session, entries } of sessions) {
    for (const { print } of entries) {
      const before = holders.get(print);
      if (before === undefined) holders.set(print, session);
      else if (Array.isArray(before)) before.push(session);
      else if (before !== session) holders.set(print, [before, session]);
    }
  }
  const foreign = new Map<SessionId, Set<EntryId>>();
  const continues = new Map<SessionId, { session: SessionId; entry: EntryId }>();
  for (const { session, entries } of sessions) {
    for (const { id, print, named } of entries) {
      const shared = holders.get(print);
      if (!Array.isArray(shared)) continue;
      const owner = shared.find((holder) => holder === named) ?? shared[0];
      if (owner === undefined || owner === session) continue;
      const set = foreign.get(session) ?? new Set<EntryId>();
      set.add(id);
      foreign.set(session, set);
      continues.set(session, { session: owner, entry: id });
    }
  }
  return { foreign, continues, countedElsewhere: countedElsewhere(sessions) };
}

function countedElsewhere(sessions: readonly Evidence[]): ReadonlyMap<SessionId, ReadonlySet<string>> {
  const counted = new Map<string, SessionId>();
  const elsewhere = new Map<SessionId, Set<string>>();
  for (const { session, messages } of sessions) {
    for (const { key } of messages) {
      const by = counted.get(key);
      if (by === undefined) counted.set(key, session);
      else if (by !== session) {
        const set = elsewhere.get(session) ?? new Set<string>();
        set.add(key);
        elsewhere.set(session, set);
      }
    }
  }
  return elsewhere;
}
