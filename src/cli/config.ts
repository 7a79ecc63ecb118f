/** `annals.config.json`, or the file of `--config`: what does not fit on a command line. */
import { dirname, resolve } from "node:path";
import type { LeaveOutOptions } from "../archive/leave-out.ts";
import type { ProjectChoice } from "../archive/project-choice.ts";
import type { Components, ThemeOptions } from "../build/theme-files.ts";
import { publicUrl } from "../export/public-url.ts";
import { flag, type Json, record, text } from "../log/fields.ts";
import type { OwnPattern, RedactOptions } from "../redact/index.ts";
import type { SearchOptions } from "../search/index.ts";
import { UsageError } from "../system/usage-error.ts";
import { configFile, rawConfig } from "./config-file.ts";

export interface Config {
  readonly redact: Pick<RedactOptions, "patterns" | "allow" | "rules">;
  /** What `--for public` leaves out. */
  readonly leaveOut: LeaveOutOptions & { readonly projects: ProjectsOfConfig };
  readonly search: Partial<Pick<SearchOptions, "toolOutput" | "pagefind" | "offline">>;
  /** Whether `annals build` keeps what it reads, and where. */
  readonly keep: boolean;
  readonly store?: string;
  /** Whether files for programs lie beside pages, and where the archive is published. */
  readonly twins: boolean;
  readonly url?: string;
  /** The file of notes, and whether `--for public` shows them. */
  readonly notes?: string;
  readonly hasPublicNotes: boolean;
  /** Parts of pages and stylesheets of one's own, by path; relative ones from the folder of the configuration. */
  readonly theme: ThemeOptions;
}

export interface ProjectsOfConfig extends ProjectChoice {
  /** The file that says so. */
  readonly from: string;
}

const usual = "annals.config.json";
export const known: Readonly<Record<string, readonly string[]>> = {
  "": ["$schema", "redact", "public", "search", "components", "styles", "keep", "store", "twins", "url", "notes"],
  redact: ["patterns", "allow", "rules"],
  public: ["thinking", "toolOutput", "projects", "notes"],
  "public.projects": ["leaveOut", "only"],
  search: ["toolOutput", "pagefind", "offline"],
};

export function readConfig(path: string | undefined): Config {
  const found = configFile(path);
  const raw = found === undefined ? {} : rawConfig(found);
  const name = found ?? usual;
  refuseUnknown(raw, "", name);
  const redact = part(raw, "redact", name);
  const shown = part(raw, "public", name);
  const search = part(raw, "search", name);
  const projects = part(shown, "public.projects", name);
  for (const [place, value] of [
    ["public.thinking", shown.thinking],
    ["public.toolOutput", shown.toolOutput],
    ["public.notes", shown.notes],
    ["search.pagefind", search.pagefind],
    ["search.offline", search.offline],
    ["keep", raw.keep],
    ["twins", raw.twins],
    ...Object.entries(record(redact.rules) ?? {}).map(([rule, value]) => [`redact.rules.${rule}`, value] as const),
  ] as const)
    refuseUnlessFlag(value, place, name);
  return {
    redact: {
      patterns: listed(redact, "redact.patterns", name).map((entry, index) => ownPattern(entry, index, name)),
      allow: strings(redact, "redact.allow", name).map((entry) => expressionOrText(entry, name)),
      rules: part(redact, "redact.rules", name) as Readonly<Record<string, boolean>>,
    },
    keep: raw.keep !== false,
    twins: raw.twins !== false,
    ...urlConfig(raw, name),
    ...pathConfig(raw, "notes", "a file", name),
    hasPublicNotes: shown.notes === true,
    ...pathConfig(raw, "store", "a folder", name),
    search: searchConfig(search, name),
    theme: { components: components(raw, name), styles: strings(raw, "styles", name).map(from(name)) },
    leaveOut: {
      thinking: shown.thinking === false,
      toolOutput: shown.toolOutput === false,
      projects: {
        leaveOut: strings(projects, "public.projects.leaveOut", name),
        only: strings(projects, "public.projects.only", name),
        from: name,
      },
    },
  };
}

/** Whether `--for public` makes a difference. */
export function leavesOutAnything({ thinking, toolOutput, projects }: Config["leaveOut"]): boolean {
  return thinking || toolOutput || projects.leaveOut.length > 0 || projects.only.length > 0;
}

export const changesNothing = ({ config }: { readonly config?: string }): string =>
  `--for public changes nothing: ${configFile(config) ?? usual} does not say what to leave out ("public").`;

/** An object at this place; a value of another kind would be taken for nothing, and show what should be left out. */
function part(value: Json, place: string, file: string): Json {
  const found = value[lastOf(place)];
  if (found === undefined) return {};
  const inner = record(found);
  if (inner === undefined) throw new UsageError(`${file}: "${place}" must be an object.`);
  if (known[place] !== undefined) refuseUnknown(inner, place, file);
  return inner;
}

const lastOf = (place: string): string => place.slice(place.lastIndexOf(".") + 1);

function refuseUnlessFlag(value: unknown, place: string, file: string): void {
  if (value !== undefined && typeof value !== "boolean")
    throw new UsageError(`${file}: "${place}" must be true or false, got ${JSON.stringify(value)}.`);
}

function searchConfig(search: Json, file: string): Config["search"] {
  const { toolOutput, pagefind, offline } = search;
  const isKnown = toolOutput === "head" || toolOutput === "all" || toolOutput === "none";
  if (toolOutput !== undefined && !isKnown) {
    throw new UsageError(
      `${file}: "search.toolOutput" must be "head", "all" or "none", got ${JSON.stringify(toolOutput)}.`,
    );
  }
  if (pagefind === false && offline === false) {
    throw new UsageError(
      `${file}: without "search.pagefind" and "search.offline" there is no search; use --no-search.`,
    );
  }
  return {
    ...(isKnown ? { toolOutput } : {}),
    ...(typeof pagefind === "boolean" ? { pagefind } : {}),
    ...(typeof offline === "boolean" ? { offline } : {}),
  };
}

function urlConfig({ url }: Json, file: string): Pick<Config, "url"> {
  if (url === undefined) return {};
  const address = publicUrl(url);
  if (address !== undefined) return { url: address };
  throw new UsageError(
    `${file}: "url" must be an address such as "https://example.org/log/", got ${JSON.stringify(url)}.`,
  );
}

function pathConfig<Name extends "notes" | "store">(
  raw: Json,
  name: Name,
  what: string,
  file: string,
): { readonly [Key in Name]?: string } {
  const path = raw[name];
  if (path === undefined) return {};
  if (typeof path !== "string") throw new UsageError(`${file}: "${name}" must be the path of ${what}.`);
  return { [name]: from(file)(path) } as { readonly [Key in Name]?: string };
}

function refuseUnknown(value: Json, place: string, file: string): void {
  for (const key of Object.keys(value)) {
    if (!known[place]?.includes(key))
      throw new UsageError(`${file}: "${place === "" ? "" : `${place}.`}${key}" is not an option.`);
  }
}

function listed(value: Json, place: string, file: string): readonly unknown[] {
  const found = value[lastOf(place)];
  if (found === undefined) return [];
  if (!Array.isArray(found)) throw new UsageError(`${file}: "${place}" must be a list.`);
  return found;
}

function strings(value: Json, place: string, file: string): readonly string[] {
  const found = listed(value, place, file);
  if (found.some((entry) => typeof entry !== "string"))
    throw new UsageError(`${file}: "${place}" must be a list of texts.`);
  return found as readonly string[];
}

const from =
  (file: string) =>
  (path: string): string =>
    resolve(dirname(file), path);

/** A folder, or paths by the names of parts. */
function components(raw: Json, file: string): Components {
  const { components: given = {} } = raw;
  if (typeof given === "string") return from(file)(given);
  const byName = record(given);
  if (byName === undefined)
    throw new UsageError(`${file}: "components" must be the path of a folder, or paths by the names of parts.`);
  return Object.fromEntries(
    Object.entries(byName).map(([name, path]) => {
      if (typeof path !== "string") throw new UsageError(`${file}: "components.${name}" must be the path of a module.`);
      return [name, from(file)(path)];
    }),
  );
}

function ownPattern(entry: unknown, index: number, file: string): OwnPattern {
  const id = text(entry, "id");
  const pattern = text(entry, "pattern");
  if (id === undefined || pattern === undefined) {
    throw new UsageError(`${file}: "redact.patterns[${index}]" needs an "id" and a "pattern".`);
  }
  const label = text(entry, "label");
  return {
    id,
    pattern: flag(entry, "ignoreCase") ? expression(pattern, "i", file) : pattern,
    ...(label === undefined ? {} : { label }),
  };
}

/** `/…/i` is an expression, anything else the value itself. */
function expressionOrText(entry: string, file: string): string | RegExp {
  const match = /^\/(.+)\/([a-z]*)$/.exec(entry);
  return match?.[1] === undefined ? entry : expression(match[1], match[2] ?? "", file);
}

function expression(source: string, flags: string, file: string): RegExp {
  try {
    return new RegExp(source, flags);
  } catch {
    throw new UsageError(`${file}: "/${source}/${flags}" is not a regular expression.`);
  }
}
