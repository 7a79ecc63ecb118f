/** Arguments to options: what a person may type, checked, with messages that name option and value. */
import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { type CodingAgent, codingAgentOf, codingAgents } from "../model/coding-agent.ts";
import { UsageError } from "../system/usage-error.ts";
import { since, until } from "./dates.ts";
import { type NoteArguments, noteArguments } from "./note-arguments.ts";
import { accepted, type Command, commands, options } from "./options.ts";
import { type SiteArguments, siteArguments } from "./site-arguments.ts";
import { isZone, namedSource, whole } from "./values.ts";

export interface Arguments extends SiteArguments, NoteArguments {
  readonly command: Command;
  readonly sources: readonly string[];
  readonly output?: string;
  readonly title?: string;
  readonly projects: readonly string[];
  /** Whose sessions; all where none is named. */
  readonly agents: readonly CodingAgent[];
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
  /** Commits, as git takes them: "main..HEAD". */
  readonly range?: string;
  /** Where the archive is published. */
  readonly url?: string;
  /** Files for programs lie beside pages. */
  readonly twins: boolean;
  /** Leave out what the configuration says. */
  readonly isPublic: boolean;
  /** Where sessions are kept that outlive their logs. */
  readonly store?: string;
  /** Logs are kept before they are read. */
  readonly isKept: boolean;
  /** Sources with a name of their own, as the machine that they come from. */
  readonly namedSources: readonly { readonly name: string; readonly path: string }[];
  /** Other stores, folders of logs and archives of them, that `keep` takes in. */
  readonly from: readonly string[];
  /** As they were typed. */
  readonly typed: readonly string[];
  /** Of the hook that keeps each session when it ends. */
  readonly hook?: "install" | "uninstall";
  /** Copies of logs without what should not be published, instead of the logs themselves. */
  readonly isRedacted: boolean;
  /** Such copies have images and documents, which nobody can look into. */
  readonly isWithMedia: boolean;
  /** Nothing is asked. */
  readonly isYes: boolean;
  /** Where `publish` puts the site: a remote and a branch of it, or a folder. */
  readonly remote?: string;
  readonly branch?: string;
  readonly to?: string;
}

/** What they print is for its owner. */
const printing: ReadonlySet<Command> = new Set<Command>(["blame", "inspect", "stats"]);

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
  if (values.install && values.uninstall) throw new UsageError("--install and --uninstall exclude each other.");
  return {
    command,
    sources,
    ...(values.store === undefined ? {} : { store: values.store }),
    isKept: !(values["no-keep"] ?? false),
    namedSources: (values.source ?? []).map(namedSource),
    from: values.from ?? [],
    typed: argv,
    ...siteArguments(values),
    ...(values.install ? { hook: "install" as const } : values.uninstall ? { hook: "uninstall" as const } : {}),
    isPublic: values.for === "public" || command === "publish",
    isRedacted: values.redacted ?? false,
    isWithMedia: values["with-images"] ?? false,
    isYes: values.yes ?? false,
    ...defined({ remote: values.remote, branch: values.branch?.at(-1), to: values.to, format: values.format }),
    ...(values.cache === undefined ? {} : { cache: values.cache }),
    isCached: !(values["no-cache"] ?? false),
    ...whole("threads", values.threads, 0, 64),
    ...whole("port", values.port, 0, 65535),
    ...(values.range === undefined ? {} : { range: values.range }),
    ...(values.url === undefined ? {} : { url: values.url }),
    ...(values.config === undefined ? {} : { config: values.config }),
    projects: values.project ?? [],
    agents: (values.agent ?? []).map(agentNamed),
    ...(values.output === undefined ? {} : { output: values.output }),
    ...(values.title === undefined ? {} : { title: values.title }),
    ...(from === undefined ? {} : { since: from }),
    ...(to === undefined ? {} : { until: to }),
    timeZone,
    isQuiet: values.quiet ?? false,
    isJson: values.json ?? false,
    isStrict: values.strict ?? false,
    search: !(values["no-search"] ?? false),
    twins: !(values["no-twins"] ?? false),
    ...noteArguments(values),
    // What is published is redacted unless told; what is printed for its owner only when told.
    redact: printing.has(command) ? (values.redact ?? false) : !(values["no-redact"] ?? false),
    ...(values["redact-output"] === undefined ? {} : { redactReport: values["redact-output"] }),
  };
}

function agentNamed(name: string): CodingAgent {
  const found = codingAgentOf(name);
  if (found !== undefined) return found;
  throw new UsageError(`--agent: "${name}" is none of ${codingAgents.join(", ")}.`);
}

type Defined<Values> = { readonly [Name in keyof Values]?: Exclude<Values[Name], undefined> };

const defined = <Values extends object>(values: Values): Defined<Values> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Defined<Values>;

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
