/**
 * Agents whose lines stand inside the session's own file: sidechain lines (1.0.x), and progress lines that repeat
 * a transcript which is kept nowhere else.
 */
import type { Entry } from "../log/entries/entry.ts";
import { entryOf } from "../log/entries/index.ts";
import type { AgentId, EntryId } from "../model/session.ts";
import { once } from "./once.ts";

/** Some lines name only the call. */
export function progressAgent({ agent, call }: Extract<Entry, { kind: "agent-progress" }>): AgentId | undefined {
  return agent ?? (call === undefined ? undefined : (`${unnamed}${call}` as AgentId));
}

/** An agent that has no id of its own in the log. */
export const unnamed = "of-";

export interface InlineAgent {
  readonly id: AgentId;
  readonly entries: readonly Entry[];
  /** Those of its entries that stand in a copied line. */
  readonly foreign: ReadonlySet<EntryId>;
  /** Only progress lines tell of it: some of its work, not when it began and ended. */
  readonly isFromProgress?: true;
}

export interface Split {
  readonly main: readonly Entry[];
  readonly agents: readonly InlineAgent[];
}

/** `foreign`: lines that an earlier session owns; an agent that has no others is an agent of that session. */
export function splitSidechains(
  entries: readonly Entry[],
  hasFile: (agent: AgentId) => boolean,
  foreign: ReadonlySet<EntryId> = new Set(),
): Split {
  const copied = new Set<Entry>();
  const fromProgress = new Set<Entry>();
  const main: Entry[] = [];
  const groups = new Map<AgentId, Entry[]>();
  const group = (id: AgentId): Entry[] => {
    let members = groups.get(id);
    if (members === undefined) {
      members = [];
      groups.set(id, members);
    }
    return members;
  };
  const rootOf = new Map<EntryId, AgentId>();
  const isMain = !entries.some((entry) => !entry.isSidechain && (entry.kind === "user" || entry.kind === "assistant"));
  const known = once(() => new Set(entries.map(({ id }) => id)));
  let last: AgentId | undefined;
  for (const entry of entries) {
    if (entry.isSidechain && !isMain) {
      // A line whose parent was lost most likely goes on where the sidechain stopped.
      const above =
        entry.parentId === undefined ? undefined : known().has(entry.parentId) ? rootOf.get(entry.parentId) : last;
      const id = entry.agentId ?? above ?? (`sidechain-${entry.id ?? entry.at.line}` as AgentId);
      if (entry.id !== undefined) rootOf.set(entry.id, id);
      last = id;
      group(id).push(entry);
      if (entry.id !== undefined && foreign.has(entry.id)) copied.add(entry);
      continue;
    }
    main.push(entry);
    if (entry.kind !== "agent-progress" || entry.message === undefined) continue;
    const agent = progressAgent(entry);
    if (agent === undefined || hasFile(agent)) continue;
    const line = { ...entryOf(entry.message, entry.at), isSidechain: true };
    group(agent).push(line);
    fromProgress.add(line);
    if (entry.id !== undefined && foreign.has(entry.id)) copied.add(line);
  }
  const agents = [...groups].flatMap(([id, members]): InlineAgent[] => {
    if (members.every((entry) => copied.has(entry))) return [];
    // Without an id of its own a copied line cannot be told from the agent's own.
    const kept = members.filter((entry) => entry.id !== undefined || !copied.has(entry));
    return [
      {
        id,
        entries: kept,
        foreign: new Set(kept.flatMap((entry) => (copied.has(entry) ? (entry.id ?? []) : []))),
        ...(kept.every((entry) => fromProgress.has(entry)) ? { isFromProgress: true as const } : {}),
      },
    ];
  });
  return { main, agents };
}
