/** The one list of commands and options: arguments are read by it, and shells complete by it. */

import { accepted as acceptedByNote, noteOptions } from "./note-arguments.ts";
import { siteAccepted, siteCommands, siteOptions } from "./site-arguments.ts";

export type Command =
  | "blame"
  | "build"
  | "cache"
  | "check"
  | "completion"
  | "doctor"
  | "export"
  | "forget"
  | "init"
  | "inspect"
  | "join"
  | "keep"
  | "mcp"
  | "note"
  | "publish"
  | "search"
  | "serve"
  | "show"
  | "stats"
  | "story"
  | "verify";

export const commands: readonly Command[] = [
  ...(["build", "serve", "check", "inspect", "stats", "story", "blame", "cache"] as const),
  ...(["keep", "verify", "forget", "doctor", "init", "publish", "export", "note", "completion"] as const),
  ...siteCommands,
];

export const accepted: Readonly<Record<Command, readonly string[]>> = {
  blame: ["project", "agent", "since", "until", "time-zone", "redact", "config", "store", "source"],
  build: [
    "output",
    "title",
    "project",
    "agent",
    "since",
    "until",
    "time-zone",
    "quiet",
    "json",
    "strict",
    "no-search",
    ...["no-twins", "url", "notes"],
    "no-redact",
    "redact-output",
    "config",
    "for",
    "cache",
    "no-cache",
    "threads",
    "store",
    "no-keep",
    "source",
    "shard",
  ],
  serve: [
    "output",
    "title",
    "project",
    "agent",
    "since",
    "until",
    "time-zone",
    "quiet",
    "no-search",
    ...["no-twins", "url", "notes"],
    "no-redact",
    "config",
    "threads",
    "port",
    "store",
    "no-keep",
    "source",
  ],
  check: ["project", "agent", "since", "until", "time-zone", "json", "config", "redacted"],
  inspect: [
    "project",
    "agent",
    "since",
    "until",
    "time-zone",
    "json",
    "redact",
    "config",
    "for",
    "notes",
    "store",
    "source",
  ],
  stats: ["project", "agent", "since", "until", "time-zone", "json", "redact", "config", "store", "source"],
  story: [
    "range",
    "url",
    "notes",
    "project",
    "agent",
    "since",
    "until",
    "time-zone",
    "no-redact",
    "config",
    "store",
    "source",
  ],
  cache: ["json"],
  keep: [
    ...["agent", "store", "source", "from", "install", "uninstall", "quiet", "json"],
    ...["redacted", "with-images", "project", "since", "until", "time-zone", "config"],
  ],
  verify: ["store", "quiet", "json"],
  forget: ["store", "quiet", "json"],
  doctor: ["store", "json"],
  init: ["format", "skill", "quiet"],
  publish: [
    ...["to", "remote", "branch", "yes", "title", "project", "agent", "since", "until", "time-zone", "quiet", "json"],
    ...["no-search", "no-twins", "url", "notes", "redact-output", "config", "threads", "store", "no-keep", "source"],
  ],
  completion: [],
  ...acceptedByNote,
  ...siteAccepted,
};

export const options = {
  output: { type: "string", short: "o" },
  title: { type: "string" },
  project: { type: "string", multiple: true },
  agent: { type: "string", multiple: true },
  since: { type: "string" },
  until: { type: "string" },
  "time-zone": { type: "string" },
  quiet: { type: "boolean", short: "q" },
  json: { type: "boolean" },
  strict: { type: "boolean" },
  "no-search": { type: "boolean" },
  "no-twins": { type: "boolean" },
  ...noteOptions,
  "no-redact": { type: "boolean" },
  redact: { type: "boolean" },
  "redact-output": { type: "string" },
  config: { type: "string" },
  for: { type: "string" },
  cache: { type: "string" },
  "no-cache": { type: "boolean" },
  threads: { type: "string" },
  port: { type: "string" },
  range: { type: "string" },
  url: { type: "string" },
  store: { type: "string" },
  "no-keep": { type: "boolean" },
  source: { type: "string", multiple: true },
  from: { type: "string", multiple: true },
  install: { type: "boolean" },
  uninstall: { type: "boolean" },
  redacted: { type: "boolean" },
  "with-images": { type: "boolean" },
  yes: { type: "boolean", short: "y" },
  to: { type: "string" },
  remote: { type: "string" },
  format: { type: "string" },
  ...siteOptions,
  help: { type: "boolean", short: "h" },
  version: { type: "boolean", short: "v" },
} as const;
