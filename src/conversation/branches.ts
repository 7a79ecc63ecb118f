/**
 * Rewinds: two prompts of a person under one parent, of which one was left behind.
 * parentUuid serves for nothing else: parallel calls are a chain of lines, and of their results, each the child of its
 * own call, a walk up from the last leaf would meet only one.
 */
import type { Entry } from "../log/entries/entry.ts";
import type { EntryId } from "../model/session.ts";
import { append } from "../system/append.ts";

export interface Branches {
  readonly live: readonly Entry[];
  /** For the prompt that was kept: the entries of each version left behind. */
  readonly versions: ReadonlyMap<Entry, readonly (readonly Entry[])[]>;
  /** The first entry whose parent stands below it, or is itself. */
  readonly circular?: Entry;
  /** The first entry whose parent is not here. */
  readonly orphan?: Entry;
}

export function branches(entries: readonly Entry[], opensTurn: (entry: Entry) => boolean): Branches {
  const tree = parents(entries);
  const forks = new Map<number, number[]>();
  entries.forEach((entry, index) => {
    // A prompt that reaches the agent while it works goes back to nothing.
    if (!opensTurn(entry) || isAmidTurn(entry)) return;
    // Up to 2.0 all commands that ran between two prompts hang on one caveat, side by side.
    const above = entries[tree.parent[index] ?? -1];
    if (above?.kind === "user" && above.isMeta) return;
    const parent = conversationAbove(entries, tree.parent, index, opensTurn);
    if (parent < 0) return;
    append(forks, parent, index);
  });
  const groups = [...forks.values()].filter((siblings) => siblings.length > 1);
  const odd = {
    ...(tree.circular === undefined ? {} : { circular: tree.circular }),
    ...(tree.orphan === undefined ? {} : { orphan: tree.orphan }),
  };
  if (groups.length === 0) return { live: entries, versions: new Map(), ...odd };

  const ends = subtreeEnds(tree.parent);
  const alive = ancestors(tree.parent, leaf(entries, tree.byId));
  const children = childrenOf(tree.parent);
  const gone = new Set<number>();
  const versions = new Map<Entry, (readonly Entry[])[]>();
  for (const siblings of groups) {
    const kept =
      siblings.find((index) => alive.has(index)) ??
      siblings.reduce((best, index) => ((ends[index] ?? 0) > (ends[best] ?? 0) ? index : best));
    const keptEntry = entries[kept];
    if (keptEntry === undefined || gone.has(kept)) continue;
    for (const sibling of siblings) {
      if (sibling === kept || gone.has(sibling)) continue;
      const members = subtree(children, sibling).filter((index) => !gone.has(index));
      if (members.includes(kept)) continue;
      for (const index of members) gone.add(index);
      const list = versions.get(keptEntry) ?? [];
      list.push(members.sort((a, b) => a - b).flatMap((index) => entries[index] ?? []));
      versions.set(keptEntry, list);
    }
  }
  return { live: entries.filter((_, index) => !gone.has(index)), versions, ...odd };
}

export const isAmidTurn = (entry: Entry): boolean =>
  entry.kind === "delivered" || (entry.kind === "user" && entry.isSteering === true);

interface Tree {
  readonly parent: Int32Array;
  readonly byId: ReadonlyMap<EntryId, number>;
  readonly circular: Entry | undefined;
  readonly orphan: Entry | undefined;
}

function parents(entries: readonly Entry[]): Tree {
  const byId = new Map<EntryId, number>();
  entries.forEach((entry, index) => {
    if (entry.id !== undefined && !byId.has(entry.id)) byId.set(entry.id, index);
  });
  const parent = new Int32Array(entries.length).fill(-1);
  let circular: Entry | undefined;
  let orphan: Entry | undefined;
  entries.forEach((entry, index) => {
    const above = byId.get(entry.parentId ?? entry.logicalParentId ?? ("" as EntryId));
    if (above === undefined) {
      if (entry.parentId !== undefined) orphan ??= entry;
      return;
    }
    // A parent that stands below its child is a cycle or a broken log: the file's order wins.
    if (above >= index) circular ??= entry;
    else parent[index] = above;
  });
  return { parent, byId, circular, orphan };
}

/** Attachments, progress and system lines sit inside the chain: they count as way, not as parent, unless a person typed them. */
function conversationAbove(
  entries: readonly Entry[],
  parent: Int32Array,
  index: number,
  opensTurn: (entry: Entry) => boolean,
): number {
  const direct = parent[index] ?? -1;
  for (let at = direct; at >= 0; at = parent[at] ?? -1) {
    const above = entries[at];
    if (above?.kind === "assistant" || above?.kind === "user" || (above !== undefined && opensTurn(above))) return at;
  }
  return direct;
}

function leaf(entries: readonly Entry[], byId: ReadonlyMap<EntryId, number>): number {
  for (let index = entries.length - 1; index >= 0; index--) {
    const entry = entries[index];
    const named = entry?.kind === "leaf" ? byId.get(entry.leaf) : undefined;
    if (named !== undefined) return named;
  }
  for (let index = entries.length - 1; index >= 0; index--) {
    const entry = entries[index];
    if ((entry?.kind === "user" || entry?.kind === "assistant") && entry.id !== undefined) return index;
  }
  return -1;
}

function ancestors(parent: Int32Array, from: number): ReadonlySet<number> {
  const found = new Set<number>();
  for (let at = from; at >= 0; at = parent[at] ?? -1) found.add(at);
  return found;
}

function subtreeEnds(parent: Int32Array): Int32Array {
  const ends = new Int32Array(parent.length);
  for (let index = parent.length - 1; index >= 0; index--) {
    const end = Math.max(ends[index] ?? 0, index);
    ends[index] = end;
    const above = parent[index] ?? -1;
    if (above >= 0 && (ends[above] ?? 0) < end) ends[above] = end;
  }
  return ends;
}

function childrenOf(parent: Int32Array): ReadonlyMap<number, readonly number[]> {
  const children = new Map<number, number[]>();
  parent.forEach((above, index) => {
    if (above < 0) return;
    append(children, above, index);
  });
  return children;
}

function subtree(children: ReadonlyMap<number, readonly number[]>, root: number): number[] {
  const found = [root];
  for (let next = 0; next < found.length; next++)
    for (const child of children.get(found[next] ?? -1) ?? []) found.push(child);
  return found;
}
