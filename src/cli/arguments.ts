/** Arguments to options: what a person may type, checked, with messages that name option and value. */
import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { UsageError } from "../system/usage-error.ts";
import { since, until } from "./dates.ts";

export type Command = "build" | "cache" | "check" | "inspect" | "serve" | "stats";

export interface Arguments {
  readonly command: Command;
  readonly sources: readonly string[];
  readonly output?: string;
  readonly title?: string;
  readonly projects: readonly string[];
  readonly since?: number;
  readonly until?: number;
  /** The zone that times are shown in and days are counted in: the machine's own, unless told. */
  readonly timeZone: string;
  readonly isQuiet: boolean;
  readonly isJson: boolean;
  readonly isStrict: boolean;
  readonly search: boolean;
  readonly redact: boolean;
  /** Where to write what was taken out, without the secrets. */
  readonly redactReport?: string;
  readonly config?: string;
  /** Where to keep what the next build can use again. */
  readonly cache?: string;
  readonly isCached: boolean;
  /** How many threads read and draw. */
  readonly threads?: number;
  readonly port?: number;
  /** Leave out what the configuration says. */
  readonly isPublic: boolean;
}

const commands: readonly Command[] = ["build", "serve", "check", "inspect", "stats", "cache"];

const accepted: Readonly<Record<Command, readonly string[]>> = {
  build: [
    "output",
    "title",
    "project",
    "since",
    "until",
    "time-zone",
    "quiet",
    "json",
    "strict",
    "no-search",
    "no-redact",
    "redact-output",
    "config",
    "for",
    "cache",
    "no-cache",
    "threads",
  ],
  serve: [
    "output",
    "title",
    "project",
    "since",
    "until",
    "time-zone",
    "quiet",
    "no-search",
    "no-redact",
    "config",
    "threads",
    "port",
  ],
  check: ["project", "since", "until", "time-zone", "json", "config"],
  inspect: ["project", "since", "until", "time-zone", "json", "redact", "config", "for"],
  stats: ["project", "since", "until", "time-zone", "json", "redact", "config"],
  cache: ["json"],
};

const options = {
  output: { type: "string", short: "o" },
  title: { type: "string" },
  project: { type: "string", multiple: true },
  since: { type: "string" },
  until: { type: "string" },
  "time-zone": { type: "string" },
  quiet: { type: "boolean", short: "q" },
  json: { type: "boolean" },
  strict: { type: "boolean" },
  "no-search": { type: "boolean" },
  "no-redact": { type: "boolean" },
  redact: { type: "boolean" },
  "redact-output": { type: "string" },
  config: { type: "string" },
  for: { type: "string" },
  cache: { type: "string" },
  "no-cache": { type: "boolean" },
  threads: { type: "string" },
  port: { type: "string" },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean", short: "v" },
} as const;

export function readArguments(argv: readonly string[]): Arguments | "help" | "version" {
  const { values, positionals } = parsed(argv);
  if (values.help) return "help";
  if (values.version) return "version";
  const [name = "build", ...sources] = positionals;
  if (name === "help") return "help";
  const command = commands.find((candidate) => candidate === name);
  if (command === undefined) throw new UsageError(noCommand(name));
  for (const option of Object.keys(values)) {
    if (!accepted[command].includes(option))
      throw new UsageError(`annals ${command} has no option --${option}. See annals --help.`);
  }
  const zone = values["time-zone"];
  if (zone !== undefined && !isZone(zone))
    throw new UsageError(`--time-zone: "${zone}" is not a time zone such as Europe/Lisbon or UTC.`);
  const timeZone = zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const from = values.since === undefined ? undefined : since("since", values.since, timeZone);
  const to = values.until === undefined ? undefined : until("until", values.until, timeZone);
  if (from !== undefined && to !== undefined && from >= to) {
    throw new UsageError(`--since ${values.since} lies after --until ${values.until}.`);
  }
  if (values.for !== undefined && values.for !== "public" && values.for !== "me") {
    throw new UsageError(`--for: "${values.for}" is neither "public" nor "me".`);
  }
  if (values.for === "public" && values["no-redact"])
    throw new UsageError("--for public and --no-redact exclude each other.");
  return {
    command,
    sources,
    isPublic: values.for === "public",
    ...(values.cache === undefined ? {} : { cache: values.cache }),
    isCached: !(values["no-cache"] ?? false),
    ...whole("threads", values.threads, 0, 64),
    ...whole("port", values.port, 0, 65535),
    ...(values.config === undefined ? {} : { config: values.config }),
    projects: values.project ?? [],
    ...(values.output === undefined ? {} : { output: values.output }),
    ...(values.title === undefined ? {} : { title: values.title }),
    ...(from === undefined ? {} : { since: from }),
    ...(to === undefined ? {} : { until: to }),
    timeZone,
    isQuiet: values.quiet ?? false,
    isJson: values.json ?? false,
    isStrict: values.strict ?? false,
    search: !(values["no-search"] ?? false),
    // What is published is redacted unless told; what is printed for its owner only when told.
    redact: command === "inspect" || command === "stats" ? (values.redact ?? false) : !(values["no-redact"] ?? false),
    ...(values["redact-output"] === undefined ? {} : { redactReport: values["redact-output"] }),
  };
}

function noCommand(name: string): string {
  const hint = existsSync(name) ? ` To make a site of it: annals build ${name}.` : "";
  return `There is no command "${name}"; the commands are ${commands.join(", ")}.${hint} See annals --help.`;
}

function parsed(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true, strict: true });
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split(/\. |\n/)[0] ?? "") : String(error);
    throw new UsageError(`${reason.replace(/\.$/, "")}. See annals --help.`);
  }
}

function whole<Name extends string>(
  name: Name,
  value: string | undefined,
  least: number,
  most: number,
): { readonly [Key in Name]?: number } {
  if (value === undefined) return {};
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < least || number > most)
    throw new UsageError(`--${name}: "${value}" is not a number from ${least} to ${most}.`);
  return { [name]: number } as { readonly [Key in Name]?: number };
}

function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
