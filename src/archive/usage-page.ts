/** The figures of the usage page: weeks, models, projects and tools, from the same sums that `annals stats` prints. */
import { addUsage } from "../conversation/usage.ts";
import type { Archive, FileRecord, SessionRecord } from "../model/archive.ts";
import { type CodingAgent, codingAgents } from "../model/coding-agent.ts";
import type { ModelUsage, Project } from "../model/session.ts";
import { totals } from "../text/format.ts";
import { dateOf, dayNumber, weekOf } from "./by-day.ts";
import { cost } from "./cost.ts";
import { mondayOf } from "./weeks.ts";

export interface PeriodUsage {
  /** Of a week its Monday, as "2026-02-16"; of a month "2026-02". */
  readonly date: string;
  readonly usage: readonly ModelUsage[];
}

export interface ModelWeeks {
  readonly model: string;
  readonly usage: ModelUsage;
  /** Tokens in each week. */
  readonly weeks: readonly number[];
}

export interface ProjectUsage {
  readonly project: Project;
  readonly sessions: number;
  readonly usage: readonly ModelUsage[];
}

export interface AgentUsage {
  readonly agent: CodingAgent;
  readonly sessions: number;
  readonly usage: readonly ModelUsage[];
}

export interface UsageFigures {
  /** All weeks from the first to the last, at most two years of them. */
  readonly weeks: readonly PeriodUsage[];
  readonly months: readonly PeriodUsage[];
  readonly models: readonly ModelWeeks[];
  /** Most expensive first. */
  readonly projects: readonly ProjectUsage[];
  /** In the order in which agents are listed. */
  readonly agents: readonly AgentUsage[];
  readonly longest: readonly SessionRecord[];
  /** Edited most. */
  readonly files: readonly FileRecord[];
  /** What messages without a time spent: in no week or month. */
  readonly undated: number;
}

const mostWeeks = 105;
const mostListed = 20;

export function usageFigures(archive: Archive): UsageFigures {
  const byWeek = new Map<number, (readonly ModelUsage[])[]>();
  const byMonth = new Map<string, (readonly ModelUsage[])[]>();
  const add = <Key>(map: Map<Key, (readonly ModelUsage[])[]>, key: Key, models: readonly ModelUsage[]): void => {
    map.set(key, [...(map.get(key) ?? []), models]);
  };
  for (const { date, models } of archive.days) {
    add(byWeek, weekOf(dayNumber(date)), models);
    add(byMonth, date.slice(0, 7), models);
  }
  const last = Math.max(...byWeek.keys());
  const first = Math.max(Math.min(...byWeek.keys()), last - mostWeeks + 1);
  const weeks =
    byWeek.size === 0
      ? []
      : Array.from({ length: last - first + 1 }, (_, at) => ({
          date: dateOf(mondayOf(first + at)),
          usage: addUsage(byWeek.get(first + at) ?? []),
        }));
  const dated = archive.days.reduce((sum, { models }) => sum + totals(models).all, 0);
  return {
    weeks,
    months: [...byMonth].map(([date, list]) => ({ date, usage: addUsage(list) })),
    models: modelsByWeek(archive.usage, weeks),
    projects: projectsByCost(archive),
    agents: usageByAgent(archive.sessions),
    longest: archive.sessions
      .filter(({ activeMs }) => activeMs > 0)
      .toSorted((a, b) => b.activeMs - a.activeMs)
      .slice(0, 10),
    files: archive.files
      .filter(({ edits }) => edits > 1)
      .toSorted((a, b) => b.edits - a.edits || b.added + b.removed - a.added - a.removed)
      .slice(0, 10),
    undated: totals(archive.usage).all - dated,
  };
}

/** Of each coding agent that there is a session of. */
export function usageByAgent(sessions: readonly Pick<SessionRecord, "agent" | "usage">[]): readonly AgentUsage[] {
  return codingAgents.flatMap((agent) => {
    const own = sessions.filter((session) => session.agent === agent);
    return own.length === 0 ? [] : [{ agent, sessions: own.length, usage: addUsage(own.map(({ usage }) => usage)) }];
  });
}

/** The one that was used last comes first. */
function modelsByWeek(all: readonly ModelUsage[], weeks: readonly PeriodUsage[]): readonly ModelWeeks[] {
  const tokensIn = (usage: readonly ModelUsage[], of: ModelUsage): number =>
    totals(usage.filter((one) => one.model === of.model && one.provider === of.provider && one.known === of.known)).all;
  return all
    .map((usage) => ({ model: usage.model, usage, weeks: weeks.map((week) => tokensIn(week.usage, usage)) }))
    .filter(({ usage }) => totals([usage]).all > 0)
    .sort((a, b) => lastUse(b.weeks) - lastUse(a.weeks) || totals([b.usage]).all - totals([a.usage]).all);
}

const lastUse = (weeks: readonly number[]): number => weeks.findLastIndex((tokens) => tokens > 0);

function projectsByCost(archive: Archive): readonly ProjectUsage[] {
  const byProject = new Map<string, (readonly ModelUsage[])[]>();
  for (const { project, usage } of archive.sessions) {
    const list = byProject.get(project);
    if (list === undefined) byProject.set(project, [usage]);
    else list.push(usage);
  }
  return archive.projects
    .map((project) => ({
      project,
      sessions: project.sessions.length,
      usage: addUsage(byProject.get(project.id) ?? []),
    }))
    .sort((a, b) => (cost(b.usage).usd ?? 0) - (cost(a.usage).usd ?? 0) || totals(b.usage).all - totals(a.usage).all)
    .slice(0, mostListed);
}
