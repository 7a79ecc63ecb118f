/** `annals check`: what redaction finds in logs, or what a finished site still holds. Never prints a secret. */
import { existsSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { readArchive } from "../archive/index.ts";
import type { Selection } from "../archive/selection.ts";
import { filesIn } from "../build/output/files.ts";
import { marker } from "../build/output/own-files.ts";
import { isWithoutLogs } from "../build/output/without-logs.ts";
import { type Diagnostic, diagnosticLine, isUnread } from "../model/diagnostics.ts";
import {
  createRedactor,
  type Finding,
  findingCounts,
  findingLine,
  type Leak,
  leakLine,
  scanFolder,
} from "../redact/index.ts";
import { UsageError } from "../system/usage-error.ts";
import { count } from "../text/format.ts";
import type { Arguments } from "./arguments.ts";
import { readConfig } from "./config.ts";
import { selectionOf } from "./filter.ts";
import { quietProgress } from "./progress.ts";
import { findSources } from "./sources.ts";
import { print, write } from "./terminal.ts";

export async function check(options: Arguments): Promise<number> {
  if (options.isRedacted) return (await import("./check-redacted.ts")).checkRedacted(options);
  const { redact } = readConfig(options.config);
  const sites = options.sources.filter(isSite);
  const logs = options.sources.filter((source) => !isSite(source));
  if (sites.length > 0 && (options.projects.length > 0 || options.since !== undefined || options.until !== undefined))
    throw new UsageError(
      `"${sites[0]}" is a site, and all of it is looked at: --project, --since and --until are for logs.`,
    );
  const codes: number[] = [];
  for (const site of sites) codes.push(await checkSite(resolve(site), options, redact));
  if (logs.length > 0 || sites.length === 0) codes.push(await checkLogs(options, logs, redact));
  return Math.max(...codes);
}

type RedactConfig = ReturnType<typeof readConfig>["redact"];

/** One that was copied to a server may have lost its marker, since that is a hidden file. */
function isSite(path: string): boolean {
  const has = (name: string): boolean => existsSync(join(path, name));
  if (!existsSync(path) || !statSync(path).isDirectory()) return false;
  return has(marker) || has("assets/annals.css") || (has("index.html") && has("sessions"));
}

async function checkSite(folder: string, options: Arguments, redact: RedactConfig): Promise<number> {
  const files = filesIn(folder, "").map(([path]) => path);
  const pages = files.filter((path) => path.endsWith(".html")).length;
  if (pages === 0) throw new UsageError(`There is no page in "${folder}".`);
  const shown = quietProgress();
  shown.phase(`Looking at ${count(files.length, "file")}`, 0);
  let leaks: readonly Leak[];
  try {
    leaks = await scanFolder(folder, { ...redact, skip: isWithoutLogs });
  } finally {
    shown.end();
  }
  if (options.isJson) {
    await write(`${JSON.stringify({ site: folder, pages, files: files.length, leaks }, null, 2)}\n`);
    return leaks.length === 0 ? 0 : 1;
  }
  for (const leak of leaks) await print(`${leakLine(leak)}\n`);
  const looked = `${count(pages, "page")} and ${count(files.length - pages, "other file")} of "${folder}" were looked at`;
  await print(
    leaks.length === 0
      ? `Nothing was found: ${looked}.\n`
      : `${count(leaks.length, "place")} ${leaks.length === 1 ? "holds" : "hold"} what should not be published; ${looked}.\n`,
  );
  return leaks.length === 0 ? 0 : 1;
}

async function checkLogs(options: Arguments, named: readonly string[], redact: RedactConfig): Promise<number> {
  const redactor = await createRedactor(redact);
  const { paths, looked, isSample } = findSources(named, [], undefined, options.agents);
  if (isSample) throw new UsageError(`No log folder was found (looked for ${looked.join(", ")}); name one.`);
  const { keep, onSelected, ...narrowed } = selectionOf(options, paths);
  let selected: Selection | undefined;
  const shown = quietProgress();
  const { diagnostics } = await readArchive({
    sources: paths,
    title: "",
    timeZone: "UTC",
    ...narrowed,
    keep,
    onSelected: (selection) => {
      selected = selection;
      onSelected(selection);
    },
    redactor,
    onProgress: (done, all, bytes) => {
      if (done === 1) shown.phase("Reading sessions", all);
      shown.step(done, bytes);
    },
  }).finally(() => shown.end());
  const kept = new Set<string>(selected?.kept);
  const findings = redactor.findings.filter(({ place }) => place.session === undefined || kept.has(place.session));
  await tellLogs(
    options,
    findings,
    diagnostics.filter(({ code }) => isUnread(code)),
    kept.size,
    selected?.logs ?? 0,
  );
  const isPartUnread = diagnostics.some(({ code, level }) => isUnread(code) && level === "error");
  return findings.length === 0 && !isPartUnread ? 0 : 1;
}

async function tellLogs(
  { isJson }: Arguments,
  findings: readonly Finding[],
  unread: readonly Diagnostic[],
  sessions: number,
  logs: number,
): Promise<void> {
  if (isJson) {
    await write(`${JSON.stringify({ logs, sessions, unread, findings }, null, 2)}\n`);
    return;
  }
  for (const finding of findings) await print(`${findingLine(finding)}\n`);
  for (const diagnostic of unread) await print(`${diagnosticLine(diagnostic)}\n`);
  const counts = findingCounts(findings).map(([rule, amount]) => `${amount} × ${rule}`);
  const looked = `${count(sessions, "session")} ${sessions === 1 ? "was" : "were"} looked at, ${count(logs, "log")} read`;
  const parts = unread.length === 0 ? "" : `; ${count(unread.length, "part")} could not be read`;
  await print(
    counts.length === 0
      ? `Nothing was found: ${looked}${parts}.\n`
      : `${counts.join(", ")}. annals build takes them out. ${looked}${parts}.\n`,
  );
}
