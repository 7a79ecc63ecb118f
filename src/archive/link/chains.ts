/** Sessions that follow one another, linked by the strongest evidence there is; each link says by which. */
import type { Chain, ChainLink, JoinedBy, SessionId } from "../../model/session.ts";
import { append } from "../../system/append.ts";
import type { Evidence } from "./evidence.ts";
import type { Ownership } from "./ownership.ts";
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
): readonly Chain[] {
  const before = predecessors(sessions, continues, projectOf);
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
): ReadonlyMap<SessionId, Link> {
  const known = new Map(sessions.map((evidence) => [evidence.session.toLowerCase(), evidence.session]));
  const sentFrom = new Map<string, SessionId>();
  for (const { session, continuedIn } of sessions) {
    const to = continuedIn?.toLowerCase();
    // A copy of the session repeats the line.
    if (to !== undefined && !sentFrom.has(to)) sentFrom.set(to, session);
  }
  const lastOfSlug = new Map<string, SessionId>();
  const before = new Map<SessionId, Link>();
  for (const evidence of sessions) {
    const { session, slug } = evidence;
    const slugKey = slug === undefined ? undefined : `${projectOf(session)}\n${slug}`;
    const link =
      linkTo(known, transcriptSession(evidence.transcript), session, "transcript-path") ??
      linkTo(known, continues.get(session)?.session, session, "shared-entries") ??
      linkTo(known, sentFrom.get(session.toLowerCase()), session, "continued-in") ??
      linkTo(known, evidence.fork, session, "fork-reference") ??
      linkTo(known, slugKey === undefined ? undefined : lastOfSlug.get(slugKey), session, "slug");
    if (link !== undefined && !leadsTo(before, link.to, session)) before.set(session, link);
    if (slugKey !== undefined) lastOfSlug.set(slugKey, session);
  }
  return before;
}

function linkTo(
  known: ReadonlyMap<string, SessionId>,
  to: string | undefined,
  from: SessionId,
  by: Link["by"],
): Link | undefined {
  const target = to === undefined ? undefined : known.get(to.toLowerCase());
  return target === undefined || target === from ? undefined : { to: target, by };
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
