/** All sessions seen together: who continues whom, what became of plans, which chain and project each belongs to. */

import { codingAgents } from "../model/coding-agent.ts";
import type { Chain, EntryId, Project, Session, SessionId } from "../model/session.ts";
import { append } from "../system/append.ts";
import type { Given } from "./link/addresses.ts";
import { chains } from "./link/chains.ts";
import type { Evidence, LinkContext, UsageEvidence } from "./link/evidence.ts";
import { type Late, type LogOf, lateResults } from "./link/late-results.ts";
import { type Ownership, ownership, withoutCopies } from "./link/ownership.ts";
import { namesIn } from "./link/packed.ts";
import { planLinks } from "./link/plans.ts";
import { mainFolder, projectPaths, projects, sameRepository } from "./link/projects.ts";
import { origin, role } from "./link/roles.ts";

export interface Links {
  readonly projects: readonly Project[];
  readonly chains: readonly Chain[];
  readonly context: (session: SessionId) => LinkContext | undefined;
  readonly place: (session: SessionId) => Pick<Session, "project" | "role" | "origin">;
  readonly projectOf: (session: SessionId) => Project | undefined;
  readonly chainOf: (session: SessionId) => Chain | undefined;
}

/** What counting takes: whose each line and each message is, which project and which titles a session has. */
export interface UsageLinks {
  readonly owned: Ownership;
  readonly projects: readonly Project[];
  readonly pathOf: (session: SessionId) => string;
  readonly projectOf: (session: SessionId) => Project | undefined;
  readonly titles: ReadonlyMap<SessionId, readonly string[]>;
}

/** `summaries`: titles from files that hold nothing else. */
export function usageLinks(
  found: readonly UsageEvidence[],
  summaries: UsageEvidence["summaries"],
  show: (text: string) => string = (text) => text,
  given: readonly Given[] = [],
): UsageLinks {
  const all = [...found].sort(earlierFirst);
  const owned = ownership(all);
  const paths = projectPaths(all);
  const pathOf = (session: SessionId): string => paths.get(session) ?? "";
  const repository = sameRepository(all, paths);
  const allProjects = projects(paths, show, given, repository);
  const byPath = new Map(allProjects.map((project) => [project.path, project]));
  return {
    owned,
    projects: allProjects,
    pathOf,
    projectOf: (session) => byPath.get(repository(mainFolder(pathOf(session)))),
    titles: titlesByLeaf(all, summaries, owned),
  };
}

export function links(
  found: readonly Evidence[],
  summaries: Evidence["summaries"] = [],
  show: (text: string) => string = (text) => text,
  logOf: LogOf = () => undefined,
  given: readonly Given[] = [],
): Links {
  const { owned, titles, pathOf, projectOf, projects: allProjects } = usageLinks(found, summaries, show, given);
  const sessions = [...found]
    .sort(earlierFirst)
    .map((evidence) => withoutCopies(evidence, owned.foreign.get(evidence.session)));
  const byId = new Map(sessions.map((evidence) => [evidence.session, evidence]));
  const plans = planLinks(sessions, pathOf);
  const late = lateResults(sessions, owned.continues, logOf);
  const allChains = chains(sessions, owned.continues, pathOf, plans);
  const chainOf = new Map(allChains.flatMap((chain) => chain.links.map((link) => [link.session, chain] as const)));
  return {
    projects: allProjects,
    projectOf,
    chains: allChains,
    chainOf: (session) => chainOf.get(session),
    context: (session) => withLate(context(session, owned, plans, titles), late.get(session)),
    place: (session) => {
      const evidence = byId.get(session);
      const chain = chainOf.get(session);
      const began = evidence === undefined ? undefined : origin(evidence, chain, byId);
      return {
        project: pathOf(session),
        role: evidence === undefined ? "single" : role(evidence, plans, chain, byId),
        ...(began === undefined ? {} : { origin: began }),
      };
    },
  };
}

/** Of a log and its copy the one that stopped first is the older: the copy went on. */
function earlierFirst(a: UsageEvidence, b: UsageEvidence): number {
  return compare(a.from, b.from) || compare(a.to, b.to) || (a.session < b.session ? -1 : 1);
}

function compare(a: string | undefined, b: string | undefined): number {
  return (
    (a === undefined ? Number.POSITIVE_INFINITY : Date.parse(a)) -
      (b === undefined ? Number.POSITIVE_INFINITY : Date.parse(b)) || 0
  );
}

function context(
  session: SessionId,
  owned: Ownership,
  plans: ReturnType<typeof planLinks>,
  titles: ReadonlyMap<SessionId, readonly string[]>,
): LinkContext | undefined {
  const foreign = owned.foreign.get(session);
  const continues = owned.continues.get(session);
  const ownPlans = plans.get(session);
  const ownTitles = titles.get(session);
  const elsewhere = owned.countedElsewhere.get(session);
  if (!foreign && !continues && !ownPlans && !ownTitles && !elsewhere) return undefined;
  return {
    ...(foreign === undefined ? {} : { foreign }),
    ...(continues === undefined ? {} : { continues }),
    ...(ownPlans === undefined ? {} : { plans: ownPlans }),
    ...(ownTitles === undefined ? {} : { titles: ownTitles }),
    ...(elsewhere === undefined ? {} : { countedElsewhere: elsewhere }),
  };
}

function withLate(known: LinkContext | undefined, late: Late | undefined): LinkContext | undefined {
  return late === undefined ? known : { ...known, ...late };
}

/** `summary` lines mostly stand in another file than the session that they name. */
function titlesByLeaf(
  sessions: readonly UsageEvidence[],
  others: UsageEvidence["summaries"],
  { foreign }: Ownership,
): ReadonlyMap<SessionId, readonly string[]> {
  const byLeaf = new Map<string, string[]>();
  for (const { leaf, title } of [...others, ...sessions.flatMap(({ summaries }) => summaries)]) {
    append(byLeaf, leaf, title);
  }
  const titles = new Map<SessionId, string[]>();
  if (byLeaf.size === 0) return titles;
  for (const { session, agent, entries } of sessions) {
    // Only Claude Code's logs hold titles of other sessions.
    if (agent !== codingAgents[0]) continue;
    for (const id of namesIn(entries.ids)) {
      const found = foreign.get(session)?.has(id as EntryId) ? undefined : byLeaf.get(id);
      if (found !== undefined) titles.set(session, [...(titles.get(session) ?? []), ...found]);
    }
  }
  return titles;
}
