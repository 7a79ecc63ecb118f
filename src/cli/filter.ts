/** `--project`, `--since`, `--until` and what the configuration says of projects: which sessions are kept. */
import type { LogArchiveOptions } from "../archive/index.ts";
import { everyProject, isChosen, isOneOf, namesOf, refuseUnknown } from "../archive/project-choice.ts";
import type { Selection } from "../archive/selection.ts";
import { type CodingAgent, codingAgentNames } from "../model/coding-agent.ts";
import { sha256 } from "../system/sha256.ts";
import { UsageError } from "../system/usage-error.ts";
import { clock } from "../text/clock.ts";
import { count } from "../text/format.ts";
import type { Arguments } from "./arguments.ts";
import type { ProjectsOfConfig } from "./config.ts";

type Wanted = Pick<Arguments, "projects" | "agents" | "since" | "until" | "timeZone" | "shard">;

/** `paths` is where it was looked: told where nothing was found. */
export function selectionOf(
  wanted: Wanted,
  paths: readonly string[],
  chosen: ProjectsOfConfig = { ...everyProject, from: "" },
): Required<Pick<LogArchiveOptions, "keep" | "onSelected">> & Pick<LogArchiveOptions, "agents"> {
  const { projects, since = Number.NEGATIVE_INFINITY, until = Number.POSITIVE_INFINITY } = wanted;
  return {
    ...(wanted.agents.length === 0 ? {} : { agents: wanted.agents }),
    keep: ({ project, span, chain = "" }) => {
      if (wanted.shard !== undefined && !isInShard(chain, wanted.shard)) return false;
      if (!isChosen(chosen, project)) return false;
      if (projects.length > 0 && !isOneOf(projects, project)) return false;
      if (wanted.since === undefined && wanted.until === undefined) return true;
      return span !== undefined && Date.parse(span.to) >= since && Date.parse(span.from) < until;
    },
    onSelected: (selection) => {
      refuseNothing(selection, paths, wanted.agents);
      refuseUnknown(projects, selection.projects, "There is no project");
      for (const key of ["leaveOut", "only"] as const)
        refuseUnknown(
          chosen[key],
          selection.projects,
          `${chosen.from}: "public.projects.${key}" names no project with`,
        );
      if (selection.kept.length === 0) throw new UsageError(noneKept(wanted, selection, chosen));
    },
  };
}

/** Whoever builds a part of the same logs comes to the same parts; the sessions of a chain are in one. */
function isInShard(chain: string, { number, of }: NonNullable<Wanted["shard"]>): boolean {
  return Number.parseInt(sha256(chain).slice(0, 12), 16) % of === number - 1;
}

function refuseNothing({ logs, found }: Selection, paths: readonly string[], agents: readonly CodingAgent[]): void {
  if (found > 0) return;
  const where = paths.map((path) => `"${path}"`).join(", ");
  throw new UsageError(
    logs === 0
      ? `No session log${agents.length === 0 ? " (.jsonl)" : ` of ${agents.map((agent) => codingAgentNames[agent]).join(" or ")}`} was found in ${where}.`
      : `There is no conversation in ${count(logs, "log")} of ${where}.`,
  );
}

function noneKept(
  { since, until, projects, timeZone, shard }: Wanted,
  selection: Selection,
  chosen: ProjectsOfConfig,
): string {
  const { keyOf } = clock(timeZone);
  const times = [
    ...(since === undefined ? [] : [`since ${keyOf(since)}`]),
    ...(until === undefined ? [] : [`until ${keyOf(until - 1)}`]),
  ];
  const of = projects.length === 0 ? "" : ` of ${projects.join(", ")}`;
  const isAllLeftOut = times.length === 0 && (chosen.leaveOut.length > 0 || chosen.only.length > 0);
  if (isAllLeftOut) return `${chosen.from}: "public.projects" leaves out every session${of}.`;
  if (shard !== undefined && times.length + projects.length === 0)
    return `None of the ${count(selection.found, "session")} is in shard ${shard.number}/${shard.of}; fewer shards have more each.`;
  const { span } = selection;
  const ran =
    span === undefined
      ? "none of them tells when it ran"
      : `they ran from ${keyOf(Date.parse(span.from))} to ${keyOf(Date.parse(span.to))}`;
  return `No session${of} ran ${times.join(" ")}; there are ${count(selection.found, "session")} of ${namesOf(selection.projects)}, and ${ran}.`;
}
