/** `annals.config.json`, or the file of `--config`: what does not fit on a command line. */
import { existsSync, readFileSync } from "node:fs";
import { flag, type Json, list, object, record, text } from "../read/fields.ts";
import type { OwnPattern, RedactOptions } from "../redact/index.ts";
import type { SearchOptions } from "../search/index.ts";
import { UsageError } from "./usage-error.ts";

export interface Config {
  readonly redact: Pick<RedactOptions, "patterns" | "allow" | "rules">;
  /** What `--for public` leaves out. */
  readonly leaveOut: LeaveOut;
  readonly search: Partial<Pick<SearchOptions, "toolOutput" | "pagefind" | "offline">>;
}

export interface LeaveOut {
  readonly thinking: boolean;
  readonly toolOutput: boolean;
  readonly projects: readonly string[];
}

const usual = "annals.config.json";
const known: Readonly<Record<string, readonly string[]>> = {
  "": ["redact", "public", "search"],
  redact: ["patterns", "allow", "rules"],
  public: ["thinking", "toolOutput", "projects"],
  search: ["toolOutput", "pagefind", "offline"],
};

export function readConfig(path: string | undefined): Config {
  const raw = path === undefined && !existsSync(usual) ? {} : parsed(path ?? usual);
  const name = path ?? usual;
  refuseUnknown(raw, "", name);
  const redact = object(raw, "redact") ?? {};
  const shown = object(raw, "public") ?? {};
  refuseUnknown(redact, "redact", name);
  refuseUnknown(shown, "public", name);
  const search = object(raw, "search") ?? {};
  refuseUnknown(search, "search", name);
  return {
    redact: {
      patterns: (list(redact, "patterns") ?? []).map((entry, index) => ownPattern(entry, index, name)),
      allow: strings(redact, "redact.allow", "allow", name).map(expressionOrText),
      rules: (object(redact, "rules") ?? {}) as Readonly<Record<string, boolean>>,
    },
    search: searchConfig(search, name),
    leaveOut: {
      thinking: shown.thinking === false,
      toolOutput: shown.toolOutput === false,
      projects: strings(object(shown, "projects") ?? {}, "public.projects.leaveOut", "leaveOut", name),
    },
  };
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

function parsed(path: string): Json {
  let source: string;
  try {
    source = readFileSync(path, "utf8");
  } catch {
    throw new UsageError(`The configuration "${path}" cannot be read.`);
  }
  try {
    const raw = record(JSON.parse(source));
    if (raw !== undefined) return raw;
  } catch {
    // Said below.
  }
  throw new UsageError(`The configuration "${path}" is not a JSON object.`);
}

function refuseUnknown(value: Json, place: string, file: string): void {
  for (const key of Object.keys(value)) {
    if (!known[place]?.includes(key))
      throw new UsageError(`${file}: "${place === "" ? "" : `${place}.`}${key}" is not an option.`);
  }
}

function strings(value: Json, place: string, key: string, file: string): readonly string[] {
  const found = list(value, key);
  if (found === undefined) return [];
  if (found.some((entry) => typeof entry !== "string"))
    throw new UsageError(`${file}: "${place}" must be a list of texts.`);
  return found as readonly string[];
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
    pattern: flag(entry, "ignoreCase") ? new RegExp(pattern, "i") : pattern,
    ...(label === undefined ? {} : { label }),
  };
}

/** `/…/i` is an expression, anything else the value itself. */
function expressionOrText(entry: string): string | RegExp {
  const match = /^\/(.+)\/([a-z]*)$/.exec(entry);
  return match?.[1] === undefined ? entry : new RegExp(match[1], match[2]);
}
