/** `thread_rolled_back` takes back the last turns: they become another version of the prompt that follows. */
import type { EntryId } from "../../model/session.ts";
import type { Entry } from "../entries/entry.ts";

/** Gives each entry its parent, where the log ever went back; all others follow one another anyway. */
export function withVersions(entries: Entry[]): Entry[] {
  if (!entries.some((entry) => rewindOf(entry) > 0)) return entries;
  const first = entries[0] as Entry;
  const root: Entry = {
    ...baseOf(first),
    id: `before-${first.id ?? "all"}` as EntryId,
    kind: "folded",
    reason: "Stands before the first prompt, so that there may be two versions of it.",
  };
  let path: Entry[] = [root];
  const linked = entries.map((entry) => {
    const turns = rewindOf(entry);
    if (turns > 0) path = path.slice(0, startOf(path, turns));
    const parentId = path.at(-1)?.id;
    const made = { ...entry, parentId };
    // What says so stands beside the way: the two versions have one parent.
    if (made.id !== undefined && turns === 0) path.push(made);
    return made;
  });
  return [root, ...linked];
}

const rewindOf = (entry: Entry): number => (entry.kind === "event" ? (entry.rewinds ?? 0) : 0);

/** Where the last so many prompts begin; the first line stays. */
function startOf(path: readonly Entry[], turns: number): number {
  let left = turns;
  for (let at = path.length - 1; at > 0; at--) {
    if (isPrompt(path[at] as Entry)) left--;
    if (left === 0) return at;
  }
  return 1;
}

const isPrompt = (entry: Entry): boolean =>
  entry.kind === "user" && (entry.isVerbatim === true || entry.ran !== undefined);

function baseOf(entry: Entry) {
  const { at, time, copyKey, sessionId, cwd } = entry;
  return { at, time, copyKey, sessionId, cwd, isSidechain: false, isMeta: false };
}
