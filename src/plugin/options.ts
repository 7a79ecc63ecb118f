/** Options of the plugin: what each means, what it is without a word, and what is said of a wrong value. */
import { homedir } from "node:os";
import { resolve } from "node:path";
import type { LeaveOutOptions } from "../archive/leave-out.ts";
import { everyProject, type ProjectChoice } from "../archive/project-choice.ts";
import type { Components } from "../build/theme-files.ts";
import { publicUrl } from "../export/public-url.ts";
import { sourcePaths } from "../log/source-path.ts";
import { type CodingAgent, codingAgentOf, codingAgents } from "../model/coding-agent.ts";
import { checkOptions, type RedactOptions } from "../redact/index.ts";
import type { SearchOptions } from "../search/index.ts";
import type { StoreView } from "../store/discover.ts";
import { UsageError } from "../system/usage-error.ts";

/** What people give. */
export interface PluginOptions {
  /** Logs: files, or folders that hold some. `~` is your home. */
  readonly sources: readonly string[];
  /** Where the archive begins below the site's root, such as `"log/"`; `""` is the root itself. */
  readonly base?: string;
  /** `false` gives templates the data, and writes no page, no asset and no search index. */
  readonly pages?: boolean;
  /** `false` leaves the search out; otherwise what of tool output is found, and which files are written. */
  readonly search?: boolean | Partial<Pick<SearchOptions, "toolOutput" | "pagefind" | "offline">>;
  /** `false` for an archive that stays with you; otherwise rules, patterns of your own and what may stay. */
  readonly redact?: boolean | Omit<RedactOptions, "scanner">;
  /** What is not shown by choice. */
  readonly leaveOut?: Partial<LeaveOutOptions> & { readonly projects?: Partial<ProjectChoice> };
  /** What the archive is called. */
  readonly title?: string;
  /** Times are shown and days counted in this zone; the machine's own unless told. */
  readonly timeZone?: string;
  /** A folder that keeps what was read of the logs for the next run. It holds what they hold, secrets too. */
  readonly cache?: string | false;
  /** Coding agents whose sessions are in the archive, such as "codex"; all of them where absent. */
  readonly agents?: readonly string[];
  /** A store that `annals keep` fills: sessions of these sources that it holds are in the archive, too. */
  readonly store?: string | false;
  /** `false` leaves out the files for programs: Markdown, JSON, tables, feeds. */
  readonly twins?: boolean;
  /** Where the archive is published, such as `"https://example.org/log/"`: for addresses in feeds, a sitemap and link previews. */
  readonly url?: string;
  /** A file of notes, as `annals note` writes it: stars, titles, what is hidden and what is withdrawn. */
  readonly notes?: string;
  /** Parts of pages that you draw yourself: by name, each a function or the path of a module; or a folder of such modules. */
  readonly components?: Components;
  /** Stylesheets of your own, by path: they are copied into the archive and linked after ours. */
  readonly styles?: readonly string[];
}

/** What they come to. */
export interface ResolvedOptions {
  readonly sources: readonly string[];
  readonly base: string;
  readonly pages: boolean;
  /** Absent without search. */
  readonly search?: Partial<SearchOptions>;
  readonly redact: RedactOptions;
  readonly leaveOut: LeaveOutOptions & { readonly projects: ProjectChoice };
  readonly title: string;
  readonly timeZone: string;
  readonly cache?: string;
  readonly store?: StoreView;
  readonly agents?: readonly CodingAgent[];
  readonly twins: boolean;
  /** It ends with a slash. */
  readonly url?: string;
  readonly notes?: string;
  readonly components: Components;
  readonly styles: readonly string[];
}

export function resolveOptions(given: PluginOptions): ResolvedOptions {
  const options = isObject(given) ? given : wrong("options", "an object", given);
  for (const name of Object.keys(options)) if (!isOption(name)) unknown(name);
  const { base = "", pages = true, title = "Session archive", cache = false, components = {}, styles = [] } = options;
  if (typeof pages !== "boolean") wrong("pages", "true or false", pages);
  if (typeof title !== "string") wrong("title", "a text", title);
  if (cache !== false && typeof cache !== "string") wrong("cache", "the path of a folder, or false", cache);
  const { store = false } = options;
  if (store !== false && typeof store !== "string") wrong("store", "the path of a folder, or false", store);
  const { twins = true, url, notes } = options;
  if (notes !== undefined && typeof notes !== "string") wrong("notes", "the path of a file", notes);
  if (typeof twins !== "boolean") wrong("twins", "true or false", twins);
  const address =
    url === undefined
      ? undefined
      : (publicUrl(url) ?? wrong("url", 'an address such as "https://example.org/log/"', url));
  if (typeof components !== "string" && !isObject(components))
    wrong("components", "an object of parts by name, or the path of a folder", components);
  if (!isTexts(styles)) wrong("styles", "a list of paths of stylesheets", styles);
  const search = searchOf(options.search);
  return {
    sources: sourcesOf(options.sources),
    base: baseOf(base),
    pages,
    ...(search === undefined || !pages ? {} : { search }),
    redact: redactOf(options.redact),
    leaveOut: leaveOutOf(options.leaveOut),
    title,
    timeZone: timeZoneOf(options.timeZone),
    ...(cache === false ? {} : { cache }),
    ...(options.agents === undefined ? {} : { agents: agentsOf(options.agents) }),
    ...(store === false ? {} : { store: { folder: fromHome(store), isOwn: false } }),
    twins,
    ...(address === undefined ? {} : { url: address }),
    ...(notes === undefined ? {} : { notes: fromHome(notes) }),
    components,
    styles,
  };
}

const fromHome = (path: string): string => resolve(path.replace(/^~(?=[/\\]|$)/, homedir()));

const names: Readonly<Record<keyof PluginOptions, true>> = {
  ...{ sources: true, base: true, pages: true, search: true, redact: true, leaveOut: true, title: true },
  ...{
    timeZone: true,
    cache: true,
    store: true,
    agents: true,
    twins: true,
    url: true,
    notes: true,
    components: true,
    styles: true,
  },
};
const isOption = (name: string): name is keyof PluginOptions => Object.hasOwn(names, name);

function sourcesOf(sources: unknown): readonly string[] {
  if (!isTexts(sources) || sources.length === 0) return wrong("sources", "a list of folders or files", sources);
  return sources.flatMap((source) => {
    try {
      return sourcePaths(source);
    } catch (error) {
      throw error instanceof UsageError ? new UsageError(`annals: option "sources": ${error.message}`) : error;
    }
  });
}

function agentsOf(agents: unknown): readonly CodingAgent[] {
  const known = isTexts(agents) ? agents.flatMap((name) => codingAgentOf(name) ?? []) : [];
  if (!isTexts(agents) || known.length === 0 || known.length < agents.length)
    return wrong("agents", `a list of ${codingAgents.map((agent) => `"${agent}"`).join(", ")}`, agents);
  return known;
}

/** Folders below the site's root, whatever slashes stand around them. */
function baseOf(base: unknown): string {
  const isPath = typeof base === "string" && !/[\\?#]|(?:^|\/)\.{1,2}(?:\/|$)|^[a-z]+:/i.test(base);
  if (!isPath) return wrong("base", 'a path below the site\'s root, such as "log/"', base);
  const path = base.replace(/^\/+|\/+$/g, "");
  return path === "" ? "" : `${path}/`;
}

function searchOf(search: unknown): Partial<SearchOptions> | undefined {
  if (search === false) return undefined;
  if (search === undefined || search === true) return {};
  if (!isObject(search)) return wrong("search", "true, false or an object", search);
  refuseOthers("search", search, ["toolOutput", "pagefind", "offline"]);
  const { toolOutput, pagefind, offline } = search;
  if (toolOutput !== undefined && !["head", "all", "none"].includes(toolOutput as string))
    wrong("search.toolOutput", '"head", "all" or "none"', toolOutput);
  refuseUnlessFlag("search.pagefind", pagefind);
  refuseUnlessFlag("search.offline", offline);
  if (pagefind === false && offline === false)
    throw new UsageError(
      'annals: without "search.pagefind" and "search.offline" there is no search; say search: false.',
    );
  return search as Partial<SearchOptions>;
}

function redactOf(redact: unknown): RedactOptions {
  if (redact === false) return { redact: false };
  if (redact === undefined || redact === true) return {};
  if (!isObject(redact)) return wrong("redact", "true, false or an object", redact);
  refuseOthers("redact", redact, ["redact", "rules", "patterns", "allow", "homes", "users"]);
  try {
    checkOptions(redact);
  } catch (error) {
    throw new UsageError(`annals: ${error instanceof Error ? error.message : error}`);
  }
  return redact;
}

function leaveOutOf(leaveOut: unknown = {}): ResolvedOptions["leaveOut"] {
  if (!isObject(leaveOut)) return wrong("leaveOut", "an object", leaveOut);
  refuseOthers("leaveOut", leaveOut, ["thinking", "toolOutput", "projects"]);
  const { thinking = false, toolOutput = false, projects = everyProject } = leaveOut;
  refuseUnlessFlag("leaveOut.thinking", thinking);
  refuseUnlessFlag("leaveOut.toolOutput", toolOutput);
  if (!isObject(projects)) return wrong("leaveOut.projects", "an object with `leaveOut` or `only`", projects);
  refuseOthers("leaveOut.projects", projects, ["leaveOut", "only"]);
  const listed = (name: string): readonly string[] => {
    const list = projects[name] ?? [];
    return isTexts(list) ? list : wrong(`leaveOut.projects.${name}`, "a list of names of projects", list);
  };
  return {
    thinking: thinking === true,
    toolOutput: toolOutput === true,
    projects: { leaveOut: listed("leaveOut"), only: listed("only") },
  };
}

function timeZoneOf(zone: unknown): string {
  try {
    if (zone === undefined || typeof zone === "string")
      return new Intl.DateTimeFormat("en", zone === undefined ? {} : { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    // Said below.
  }
  return wrong("timeZone", 'the name of a time zone, such as "Europe/Berlin"', zone);
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((each) => typeof each === "string");

function refuseUnlessFlag(name: string, value: unknown): void {
  if (value !== undefined && typeof value !== "boolean") wrong(name, "true or false", value);
}

function refuseOthers(name: string, value: Readonly<Record<string, unknown>>, known: readonly string[]): void {
  for (const key of Object.keys(value)) if (!known.includes(key)) unknown(`${name}.${key}`, known);
}

function wrong(name: string, wanted: string, value: unknown): never {
  const got = typeof value === "function" ? "a function" : JSON.stringify(value);
  throw new UsageError(
    name === "options"
      ? `annals: the options must be ${wanted}, got ${got}.`
      : `annals: option "${name}" must be ${wanted}, got ${got}.`,
  );
}

function unknown(name: string, known: readonly string[] = Object.keys(names)): never {
  throw new UsageError(`annals: there is no option "${name}"; there are ${known.join(", ")}.`);
}
