/** `annals doctor`: what is there, what will be lost when, and what to do about it. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { release } from "node:os";
import { dirname, join } from "node:path";
import { number, record } from "../log/fields.ts";
import { findLogs } from "../log/find-logs.ts";
import { groupSessions } from "../log/session-files.ts";
import { version } from "../package.ts";
import { identityOf, sourceOf } from "../store/manifest.ts";
import { readStore, StoreError } from "../store/store.ts";
import { count, roughBytes } from "../text/format.ts";
import type { Arguments } from "./arguments.ts";
import { settingsFile } from "./hook.ts";
import { hookIn } from "./hook-text.ts";
import { usualFolders } from "./sources.ts";
import { storePath } from "./store.ts";
import { print, write } from "./terminal.ts";

interface Problem {
  readonly what: string;
  readonly remedy: string;
}

const dayMs = 24 * 60 * 60_000;
const usualDays = 30;

export async function doctor(options: Arguments): Promise<number> {
  const problems: Problem[] = [];
  const sources = usualFolders().map((path) => sourceAt(path, problems));
  const cleanup = cleanupOf(sources, problems);
  const told = {
    annals: version,
    node: process.versions.node,
    system: `${process.platform} ${release()}`,
    sources,
    store: storeAt(options, problems),
    cleanup,
    hook: hookState(problems),
    problems,
  };
  if (sources.every(({ sessions }) => sessions === 0))
    problems.push({ what: "No log of Claude Code was found.", remedy: "Name a folder: annals build FOLDER." });
  if (options.isJson) await write(`${JSON.stringify(told, null, 2)}\n`);
  else await print(words(told));
  return 0;
}

function sourceAt(path: string, problems: Problem[]) {
  const isThere = existsSync(path);
  const { files, diagnostics } = isThere ? findLogs([path]) : { files: [], diagnostics: [] };
  for (const { at, message } of diagnostics.filter(({ level }) => level === "error"))
    problems.push({ what: `${at.file}: ${message}`, remedy: "Make it readable for you: chmod -R u+rX." });
  const groups = groupSessions(files);
  const oldest = Math.min(...files.map(({ modified }) => modified));
  return {
    path,
    isThere,
    sessions: groups.length,
    bytes: files.reduce((sum, { size }) => sum + size, 0),
    hasHistory: existsSync(join(dirname(path), "history.jsonl")),
    ...(Number.isFinite(oldest) ? { oldest: new Date(oldest).toISOString() } : {}),
  };
}

type Source = ReturnType<typeof sourceAt>;

/** Claude Code deletes a log so many days after it was last written. */
function cleanupOf(sources: readonly Source[], problems: Problem[]) {
  const file = settingsFile();
  const set = number(settings(file), "cleanupPeriodDays");
  const days = set ?? usualDays;
  const oldest = sources.flatMap(({ oldest: time }) => time ?? []).sort()[0];
  const left = oldest === undefined ? undefined : Math.floor((Date.parse(oldest) + days * dayMs - Date.now()) / dayMs);
  const change = `Put "cleanupPeriodDays": 99999 into "${file}"; 0 would switch logs off.`;
  if (set === 0) problems.push({ what: "cleanupPeriodDays is 0: Claude Code writes no logs.", remedy: change });
  else if (set === undefined || set < 365)
    problems.push({
      what: `Claude Code deletes logs ${count(days, "day")} after they were last written${set === undefined ? ", since nothing else is set" : ""}.`,
      remedy: change,
    });
  return {
    file,
    days,
    isSet: set !== undefined,
    ...(oldest === undefined ? {} : { oldest }),
    ...(left === undefined ? {} : { daysLeft: left }),
  };
}

function settings(file: string): unknown {
  try {
    return record(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return undefined;
  }
}

function storeAt(options: Arguments, problems: Problem[]) {
  const folder = storePath(options);
  try {
    const store = readStore(folder);
    if (store === undefined) {
      problems.push({ what: "Nothing is kept yet.", remedy: "annals keep, or any annals build." });
      return { folder, isThere: false };
    }
    const { sources, files } = store.manifest;
    const entries = Object.entries(files);
    const sessions = entries.filter(
      ([key]) => /\/projects\/.*\.jsonl$/.test(key) && !key.includes("/subagents/") && !/\/agent-[^/]+$/.test(key),
    );
    const gone = sessions.filter(([key, { gone: since }]) => since !== undefined && !sources[sourceOf(key)]?.isMerged);
    const versions = entries.flatMap(([, file]) => file.versions);
    const damaged = versions.filter(({ isDamaged }) => isDamaged).length;
    if (damaged > 0)
      problems.push({
        what: `${count(damaged, "file")} of the store ${damaged === 1 ? "is" : "are"} damaged.`,
        remedy: "annals verify names them, annals keep copies again what the logs still have.",
      });
    if (process.platform !== "win32" && (statSync(folder).mode & 0o077) !== 0)
      problems.push({ what: "The store can be read by other users of this machine.", remedy: `chmod 700 "${folder}"` });
    return {
      folder,
      isThere: true,
      sessions: new Set(sessions.map(([key]) => identityOf(key))).size,
      goneFromLogs: new Set(gone.map(([key]) => identityOf(key))).size,
      machines: [...new Set(Object.values(sources).map(({ machine }) => machine))],
      bytes: versions.reduce((sum, { size }) => sum + size, 0),
      packed: versions.reduce((sum, { packed }) => sum + packed, 0),
      forgotten: store.forgotten.size,
      lastKept: Object.values(sources)
        .map(({ seen }) => seen)
        .sort()
        .at(-1),
    };
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    problems.push({ what: error.message, remedy: "Update annals, or name another store with --store." });
    return { folder, isThere: true };
  }
}

function hookState(problems: Problem[]): { readonly file: string; readonly isInstalled: boolean } {
  const file = settingsFile();
  try {
    const command = existsSync(file) ? hookIn(readFileSync(file, "utf8")) : undefined;
    if (command === undefined)
      problems.push({
        what: "Sessions are kept only when annals runs.",
        remedy: "annals keep --install keeps each when it ends.",
      });
    const program = command === undefined ? undefined : /\S*bin\/annals\.js/.exec(command)?.[0]?.replace(/^'/, "");
    if (program !== undefined && !existsSync(program))
      problems.push({
        what: `The hook starts "${program}", which is not there any more.`,
        remedy: "annals keep --install",
      });
    return { file, isInstalled: command !== undefined };
  } catch {
    problems.push({ what: `"${file}" is not valid JSON.`, remedy: "Mend it: Claude Code does not read it either." });
    return { file, isInstalled: false };
  }
}

function words(told: {
  readonly annals: string;
  readonly node: string;
  readonly system: string;
  readonly sources: readonly Source[];
  readonly store: ReturnType<typeof storeAt>;
  readonly cleanup: ReturnType<typeof cleanupOf>;
  readonly hook: { readonly file: string; readonly isInstalled: boolean };
  readonly problems: readonly Problem[];
}): string {
  const { store, cleanup, hook } = told;
  const kept =
    store.sessions === undefined
      ? "nothing yet"
      : `${count(store.sessions, "session")}, ${roughBytes(store.packed ?? 0)} for ${roughBytes(store.bytes ?? 0)} of logs, ${store.goneFromLogs} of them gone from the logs`;
  const left =
    cleanup.daysLeft === undefined
      ? `after ${count(cleanup.days, "day")}`
      : cleanup.daysLeft <= 0
        ? "any time now"
        : `in ${count(cleanup.daysLeft, "day")}`;
  return [
    `annals ${told.annals}, Node ${told.node}, ${told.system}`,
    "",
    ...told.sources.map(({ path, isThere, sessions, bytes, hasHistory }) =>
      isThere
        ? `Logs     ${path}: ${count(sessions, "session")}, ${roughBytes(bytes)}${hasHistory ? ", and history.jsonl" : ""}`
        : `Logs     ${path}: not there`,
    ),
    `Store    ${store.folder}: ${kept}`,
    ...(store.machines === undefined || store.machines.length < 2 ? [] : [`         of ${store.machines.join(", ")}`]),
    `Cleanup  Claude Code deletes the oldest session ${left} (cleanupPeriodDays ${cleanup.isSet ? cleanup.days : `not set: ${usualDays}`})`,
    `Hook     ${hook.isInstalled ? "keeps each session when it ends" : "not installed"}`,
    "",
    ...(told.problems.length === 0
      ? ["Nothing to do."]
      : told.problems.flatMap(({ what, remedy }) => [`- ${what}`, `  ${remedy}`])),
    "",
  ].join("\n");
}
