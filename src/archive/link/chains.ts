/** Sessions that follow one another, linked by the strongest evidence there is; each link says by which. */
import { codingAgents } from "../../model/coding-agent.ts";
import type { Chain, ChainLink, JoinedBy, SessionId } from "../../model/session.ts";
import { append } from "../../system/append.ts";
import { AcrossAgents } from "./across-agents.ts";
import type { Evidence } from "./evidence.ts";
import type { Ownership } from "./ownership.ts";
import type { PlanLinks } from "./plans.ts";
import { predecessorsOf } from "./predecessors.ts";

interface Link {
  readonly to: SessionId;
  readonly by: Exclude<JoinedBy, "start">;
}

/** `sessions` come earliest first; `projectOf` keeps equal slugs of different projects apart. */
export function chains(
  sessions: readonly Evidence[],
  continues: Ownership["continues"],
  projectOf: (session: SessionId) => string,
  plans: PlanLinks = new Map(),
): readonly Chain[] {
  const before = predecessors(sessions, continues, projectOf, plans);
  const rootOf = (session: SessionId): SessionId =>
    [...predecessorsOf(session, (id) => before.get(id)?.to)].at(-1) ?? session;
  const groups = new Map<SessionId, Evidence[]>();
  for (const evidence of sessions) {
    const root = rootOf(evidence.session);
    append(groups, root, evidence);
  }
  return [...groups.values()].flatMap((members) => (members.length < 2 ? [] : [chain(members, before)]));
}

function chain(members: readonly Evidence[], before: ReadonlyMap<SessionId, Link>): Chain {
  const links = inOrder(members, before).map(({ session }): ChainLink => {
    const link = before.get(session);
    return link === undefined ? { session, joinedBy: "start" } : { session, joinedBy: link.by, after: link.to };
  });
  const slug = members.find((member) => member.slug !== undefined)?.slug;
  const [first, ...rest] = links as [ChainLink, ...ChainLink[]];
  return { id: first.session, ...(slug === undefined ? {} : { slug }), links: [first, ...rest] };
}

/** A session never stands before the one it follows; else the earlier one comes first. */
function inOrder(members: readonly Evidence[], before: ReadonlyMap<SessionId, Link>): readonly Evidence[] {
  const waiting = new Map(members.map((member) => [member.session, member]));
  const ordered: Evidence[] = [];
  while (waiting.size > 0) {
    const next =
      [...waiting.values()].find(({ session }) => {
        const link = before.get(session);
        return link === undefined || !waiting.has(link.to);
      }) ?? [...waiting.values()][0];
    if (next === undefined) break;
    ordered.push(next);
    waiting.delete(next.session);
  }
  return ordered;
}

function predecessors(
  sessions: readonly Evidence[],
  continues: Ownership["continues"],
  projectOf: (session: SessionId) => string,
  plans: PlanLinks,
): ReadonlyMap<SessionId, Link> {
  const known = sessionsByName(sessions);
  const sentFrom = new Map<SessionId, SessionId>();
  for (const evidence of sessions) {
    const { session, continuedIn } = evidence;
    // A copy of the session repeats the line.
    const to = continuedIn === undefined ? undefined : known(evidence, continuedIn);
    if (to !== undefined && !sentFrom.has(to)) sentFrom.set(to, session);
  }
  const lastOfSlug = new Map<string, SessionId>();
  const before = new Map<SessionId, Link>();
  const across = new AcrossAgents(projectOf);
  for (const evidence of sessions) {
    const { session, slug } = evidence;
    const slugKey = slug === undefined ? undefined : `${projectOf(session)}\n${slug}`;
    const named = (id: string | undefined): SessionId | undefined =>
      id === undefined ? undefined : known(evidence, id);
    const { fork } = evidence;
    const forkedFrom = named(fork?.session);
    const link =
      linkTo(named(transcriptSession(evidence.transcript)), session, "transcript-path") ??
      (fork?.by === undefined ? undefined : linkTo(forkedFrom, session, fork.by as Link["by"])) ??
      linkTo(continues.get(session)?.session, session, copiedBy(evidence)) ??
      linkTo(sentFrom.get(session), session, "continued-in") ??
      linkTo(forkedFrom, session, "fork-reference") ??
      across.followedBy(evidence) ??
      linkTo(slugKey === undefined ? undefined : lastOfSlug.get(slugKey), session, "slug") ??
      linkTo(planSource(evidence, plans), session, "same-plan");
    if (link !== undefined && !leadsTo(before, link.to, session)) before.set(session, link);
    if (slugKey !== undefined) lastOfSlug.set(slugKey, session);
    across.add(evidence);
  }
  return before;
}

/** The session that proposed the plan which this one begins with. */
function planSource({ session, isImplementation, plans: own }: Evidence, plans: PlanLinks): SessionId | undefined {
  const first = own.find(({ origin }) => origin === "plan-content");
  return isImplementation && first !== undefined ? plans.get(session)?.get(first.entry)?.plannedIn : undefined;
}

/** Logs name sessions of their own agent, by the ids that these have there. */
export function sessionsByName(
  sessions: readonly Pick<Evidence, "session" | "agent" | "loggedId">[],
): (from: Pick<Evidence, "agent">, id: string) => SessionId | undefined {
  const key = (agent: string, id: string): string => `${agent} ${id.toLowerCase()}`;
  const found = new Map<string, SessionId>();
  for (const { agent, session } of sessions) found.set(key(agent, session), session);
  // Of two that have one id the one is meant that has it in the archive too.
  for (const { agent, session, loggedId } of sessions)
    if (loggedId !== undefined && !found.has(key(agent, loggedId))) found.set(key(agent, loggedId), session);
  return ({ agent }, id) => found.get(key(agent, id));
}

/** Claude Code copies lines; the others, turn by turn, what the model is to see. */
const copiedBy = ({ agent }: Evidence): Link["by"] => (agent === codingAgents[0] ? "shared-entries" : "copied-turns");

function linkTo(to: SessionId | undefined, from: SessionId, by: Link["by"]): Link | undefined {
  return to === undefined || to === from ? undefined : { to, by };
}

function leadsTo(before: ReadonlyMap<SessionId, Link>, start: SessionId, target: SessionId): boolean {
  if (start === target) return true;
  for (const id of predecessorsOf(start, (each) => before.get(each)?.to)) if (id === target) return true;
  return false;
}

/** `/home/x/.claude/projects/-p/<id>.jsonl` names the session. */
export function transcriptSession(path: string | undefined): string | undefined {
  return path
    ?.split(/[\\/]/)
    .pop()
    ?.replace(/\.jsonl$/, "");
}
