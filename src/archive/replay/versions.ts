/** The versions of a conversation that rewinds left: what was done in one says nothing of another. */
import type { Agent, IsoTime, Turn } from "../../model/session.ts";

export interface Version {
  readonly from?: IsoTime;
  /** When the rewind was, as far as that is known. */
  readonly leftAt?: IsoTime;
}

type Versions = Map<Turn, Version>;

/** Of each turn its version, unless it is of the one that goes on. */
export function versionsIn({ turns, agents }: Pick<Agent, "turns" | "agents">): ReadonlyMap<Turn, Version> {
  const found: Versions = new Map();
  addVersions(turns, found);
  for (const agent of agents) for (const [turn, version] of versionsIn(agent)) found.set(turn, version);
  return found;
}

function addVersions(turns: readonly Turn[], found: Versions): void {
  turns.forEach((turn, at) => {
    for (const version of turn.otherVersions ?? []) {
      const [first] = version;
      const made = first === undefined || first.at.line > turn.at.line ? {} : between(first.time, turn.time);
      for (const left of version) found.set(left, made);
      addVersions(version, found);
      addLeftAndTakenUp(turns.slice(at), version, found);
    }
  });
}

/** Of two versions the later one was left for the earlier: what that had done may have been taken back meanwhile. */
function addLeftAndTakenUp(turns: readonly Turn[], [other]: readonly Turn[], found: Versions): void {
  if (other === undefined) return;
  const made = between(turns[0]?.time, other.time);
  for (const turn of turns) if (turn.at.line < other.at.line) found.set(turn, made);
}

const between = (from: IsoTime | undefined, leftAt: IsoTime | undefined): Version =>
  from === undefined || leftAt === undefined ? {} : { from, leftAt };

/** What an agent of an earlier turn did meanwhile may have been taken back, too. */
export function versionAt(time: IsoTime | undefined, versions: Iterable<Version>): Version | undefined {
  if (time !== undefined)
    for (const version of versions)
      if (version.from !== undefined && version.leftAt !== undefined && version.from <= time && time < version.leftAt)
        return version;
  return undefined;
}
