/** "Accept and clear context" since 2026-01: the plan is rejected in one file and implemented in another. */

import { isSamePlan, type PlanLink } from "../../conversation/plans.ts";
import type { EntryId, Plan, SessionId } from "../../model/session.ts";
import { sessionsByName, transcriptSession } from "./chains.ts";
import type { Evidence } from "./evidence.ts";

export type PlanLinks = ReadonlyMap<SessionId, ReadonlyMap<EntryId, PlanLink>>;

export function planLinks(sessions: readonly Evidence[], projectOf: (session: SessionId) => string): PlanLinks {
  const links = new Map<SessionId, Map<EntryId, PlanLink>>();
  const note = (session: SessionId, entry: EntryId, found: PlanLink): void => {
    const plans = links.get(session) ?? new Map<EntryId, PlanLink>();
    plans.set(entry, { ...plans.get(entry), ...found });
    links.set(session, plans);
  };
  const byId = new Map(sessions.map((evidence) => [evidence.session, evidence]));
  const idOf = sessionsByName(sessions);
  for (const implementation of sessions) {
    for (const accepted of implementation.plans) {
      if (accepted.origin !== "plan-content") continue;
      // Its own file says it all.
      if (accepted.status === "approved" && accepted.proposedAs !== undefined) continue;
      const transcript = transcriptSession(implementation.transcript) ?? "";
      const named = byId.get(idOf(implementation, transcript) ?? ("" as SessionId));
      const candidates = named === undefined ? sameWork(sessions, implementation, projectOf) : [named];
      const before = named ?? candidates.find(({ slug }) => slug !== undefined && slug === implementation.slug);
      const { source, proposed } = origin(candidates, accepted, before, named !== undefined);
      if (source === undefined || proposed === undefined) continue;
      if (source === implementation) {
        note(source.session, accepted.entry, { proposedAs: proposed.entry });
        continue;
      }
      note(source.session, proposed.entry, { implementedIn: implementation.session });
      note(implementation.session, accepted.entry, { plannedIn: source.session });
    }
  }
  return links;
}

/**
 * The session that proposed the same words; else the one it follows, if that proposed a plan without words: some versions
 * keep them in a file only. A person may change the words of that file, so a named transcript needs none.
 */
function origin(
  candidates: readonly Evidence[],
  accepted: Plan,
  before: Evidence | undefined,
  isNamed: boolean,
): { source?: Evidence; proposed?: Plan } {
  for (const source of candidates) {
    const proposed = source.plans.findLast((plan) => isOpen(plan) && isSamePlan(plan.markdown, accepted.markdown));
    if (proposed !== undefined) return { source, proposed };
  }
  const proposed = before?.plans.findLast(
    (plan) => isOpen(plan) && (isNamed || plan.markdown.trim() === "") && plan.status !== "approved",
  );
  return before === undefined || proposed === undefined ? {} : { source: before, proposed };
}

function isOpen(plan: Plan): boolean {
  return plan.origin === "exit-plan-mode";
}

/** No transcript is named, or it is not here: earlier sessions of the project, those of the same slug first. */
function sameWork(
  sessions: readonly Evidence[],
  { session, slug, from }: Evidence,
  projectOf: (session: SessionId) => string,
): readonly Evidence[] {
  const earlier = sessions.filter(
    (other) =>
      other.session !== session &&
      projectOf(other.session) === projectOf(session) &&
      (other.from ?? "") <= (from ?? "~"),
  );
  const isSameSlug = (other: Evidence): boolean => slug !== undefined && other.slug === slug;
  return [...earlier.filter(isSameSlug), ...earlier.filter((other) => !isSameSlug(other)).reverse()];
}
