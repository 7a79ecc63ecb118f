/** What part a session plays in its chain, and the prompt that began it all. */
import type { Chain, Role, Session, SessionId } from "../../model/session.ts";
import type { Evidence } from "./evidence.ts";
import type { PlanLinks } from "./plans.ts";
import { predecessorsOf } from "./predecessors.ts";

export function role(
  evidence: Evidence,
  plans: PlanLinks,
  chain: Chain | undefined,
  byId: ReadonlyMap<SessionId, Evidence>,
): Role {
  if (evidence.isImplementation) return "implementation";
  const isImplemented = [...(plans.get(evidence.session)?.values() ?? [])].some(
    (plan) => plan.implementedIn !== undefined,
  );
  // A plan that is accepted elsewhere was made in the session that it follows, even where the words are not the same.
  const isFollowed = chain?.links.some(
    ({ session, after }) => after === evidence.session && byId.get(session)?.isImplementation,
  );
  if (isImplemented || isFollowed || evidence.planMode !== undefined) return "planning";
  return chain === undefined || chain.links[0].session === evidence.session ? "single" : "follow-up";
}

/** For what follows another session: the first prompt of the session at the beginning. */
export function origin(
  evidence: Evidence,
  chain: Chain | undefined,
  byId: ReadonlyMap<SessionId, Evidence>,
): Session["origin"] {
  if (chain === undefined || chain.links[0].session === evidence.session) {
    // The plan came from a session that is not in the archive.
    return evidence.isImplementation ? {} : undefined;
  }
  const after = new Map(chain.links.map((link) => [link.session, link.after]));
  let found: SessionId | undefined;
  for (const id of predecessorsOf(evidence.session, (each) => after.get(each)))
    if (byId.get(id)?.firstPrompt !== undefined) found = id;
  if (found === undefined) return evidence.isImplementation ? {} : undefined;
  const prompt = byId.get(found)?.firstPrompt;
  return { session: found, ...(prompt === undefined ? {} : { prompt }) };
}
