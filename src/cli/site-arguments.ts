/** Arguments of the commands that read built sites: search, show, mcp, join; and of build, which makes one shard of many. */
import { UsageError } from "../system/usage-error.ts";

export interface SiteArguments {
  /** The site that is read. */
  readonly site?: string;
  /** What a search is narrowed by, as on the search page. */
  readonly facets: Readonly<Record<string, readonly string[]>>;
  readonly sort?: string;
  readonly limit?: number;
  /** For an agent: log text stands between marks. */
  readonly isQuoted: boolean;
  /** Archives are copied into the portal. */
  readonly isCopied: boolean;
  /** `init` writes the skill for Claude Code. */
  readonly isSkill: boolean;
  /** Only the sessions of one shard of several: "3/16". */
  readonly shard?: { readonly number: number; readonly of: number };
}

const facetNames = ["kind", "tool", "model", "branch", "story", "machine", "archive"] as const;
// The agent is an option of other commands, too: see src/cli/options.ts.

export const siteOptions = {
  in: { type: "string" },
  limit: { type: "string" },
  sort: { type: "string" },
  kind: { type: "string", multiple: true },
  tool: { type: "string", multiple: true },
  model: { type: "string", multiple: true },
  branch: { type: "string", multiple: true },
  story: { type: "string", multiple: true },
  machine: { type: "string", multiple: true },
  archive: { type: "string", multiple: true },
  failures: { type: "boolean" },
  quoted: { type: "boolean" },
  copy: { type: "boolean" },
  shard: { type: "string" },
  skill: { type: "boolean" },
} as const;

export const siteAccepted = {
  search: [
    ...["in", "project", "since", "until", "time-zone", "limit", "sort", "failures", "quoted", "json"],
    ...["agent", ...facetNames],
  ],
  show: ["in", "quoted", "json"],
  mcp: ["in"],
  join: ["output", "title", "time-zone", "copy", "quiet", "json"],
} as const;

export const siteCommands = ["search", "show", "mcp", "join"] as const;

type Values = {
  readonly [Name in keyof typeof siteOptions]?: (typeof siteOptions)[Name] extends { readonly multiple: true }
    ? string[] | undefined
    : (typeof siteOptions)[Name]["type"] extends "boolean"
      ? boolean | undefined
      : string | undefined;
};

export function siteArguments(values: Values): SiteArguments {
  const { limit, sort, shard } = values;
  if (sort !== undefined && !["best", "newest", "oldest"].includes(sort))
    throw new UsageError(`--sort: "${sort}" is not best, newest or oldest.`);
  if (limit !== undefined && !/^[1-9]\d{0,5}$/.test(limit))
    throw new UsageError(`--limit: "${limit}" is not a number of sessions.`);
  const named = facetNames.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]] as const]));
  return {
    facets: Object.fromEntries([...named, ...(values.failures ? [["failures", ["yes"]] as const] : [])]),
    isQuoted: values.quoted ?? false,
    isCopied: values.copy ?? false,
    isSkill: values.skill ?? false,
    ...(values.in === undefined ? {} : { site: values.in }),
    ...(sort === undefined ? {} : { sort }),
    ...(limit === undefined ? {} : { limit: Number(limit) }),
    ...(shard === undefined ? {} : { shard: shardOf(shard) }),
  };
}

const mostShards = 10_000;

function shardOf(text: string): NonNullable<SiteArguments["shard"]> {
  const [, number = 0, of = 0] = (/^(\d{1,5})\/(\d{1,5})$/.exec(text) ?? []).map(Number);
  if (number < 1 || number > of || of > mostShards)
    throw new UsageError(`--shard: "${text}" is not one of several, as 3/16.`);
  return { number, of };
}
