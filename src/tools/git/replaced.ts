/** Which commits `git commit --amend` and `git reset` took away: each stays where it was made, but counts no more. */
import type { CommitMade } from "../../model/git.ts";
import type { IsoTime } from "../../model/session.ts";
import type { GitStep } from "./place.ts";
import type { Reset } from "./reset.ts";

export interface Dated {
  readonly event: GitStep;
  readonly time?: IsoTime | undefined;
}

/** Git prints when the commit that it amends was made. The call that made it had to run its hooks first. */
const nearMs = 10 * 60_000;

/** The same events, in the same order. */
export function withReplaced(all: readonly Dated[]): readonly GitStep[] {
  const events = all.map(({ event }) => event);
  // Calls of agents stand after all those of their session.
  const inTime = [...all.keys()].sort((a, b) => compare(all[a]?.time, all[b]?.time) || a - b);
  inTime.forEach((index, place) => {
    const event = events[index];
    if (event?.kind === "reset") takeBack(event, inTime.slice(0, place), events);
    if (event?.kind !== "commit" || !event.isAmended) return;
    const before = inTime.slice(0, place).filter((each) => isOpen(events[each], event));
    const at =
      event.authored === undefined ? before.at(-1) : before.findLast((each) => isNear(all[each]?.time, event.authored));
    const replaced = at === undefined ? undefined : events[at];
    if (at !== undefined && replaced?.kind === "commit")
      events[at] = { ...replaced, replaced: event.sha === undefined ? {} : { by: event.sha } };
  });
  return events;
}

/** From the last one on, as far as they were neither pushed nor made in another branch or repository. */
function takeBack({ back, folder }: Reset, before: readonly number[], events: GitStep[]): void {
  let left = back;
  let last: CommitMade | undefined;
  for (const at of [...before].reverse()) {
    const event = events[at];
    if (left === 0 || event === undefined || event.folder !== folder) continue;
    // A pull request is opened from what was pushed.
    if (event.kind === "push" || event.kind === "pull-request") return;
    if (event.kind !== "commit" || !isOpen(event, last ?? event)) continue;
    events[at] = { ...event, replaced: { isTakenBack: true } };
    last ??= event;
    left--;
  }
}

/** Where the log does not tell a time, its order counts. */
const compare = (a: string | undefined, b: string | undefined): number =>
  a === undefined || b === undefined ? 0 : a < b ? -1 : a > b ? 1 : 0;

function isOpen(event: GitStep | undefined, later: CommitMade): event is CommitMade {
  if (event?.kind !== "commit" || event.replaced !== undefined || event.folder !== later.folder) return false;
  return event.branch === undefined || later.branch === undefined || event.branch === later.branch;
}

function isNear(time: string | undefined, authored: string | undefined): boolean {
  if (time === undefined || authored === undefined) return true;
  return Math.abs(Date.parse(time) - Date.parse(authored)) <= nearMs;
}
