/** Sessions of which nothing is left but what was typed: as logs that hold only prompts. */
import { createHash } from "node:crypto";
import { closeSync, readSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { LogFile } from "../log/discover.ts";
import { openRegular, readRegular } from "../log/regular-file.ts";
import { append } from "../system/append.ts";
import { isPackedName } from "../system/packed-file.ts";
import { Times } from "./describe.ts";
import { type HistoryPrompt, promptsIn } from "./history.ts";
import { inTime, isSessionId, sessionIn, versionPath } from "./manifest.ts";
import { isHistory } from "./source-files.ts";
import type { Store } from "./store.ts";

export interface PromptsOptions {
  /** All logs that there are, those of the store too. */
  readonly files: readonly LogFile[];
  /** The sources that are read. */
  readonly roots: readonly string[];
  readonly forgotten: ReadonlySet<string>;
  readonly store?: Store;
  /** Folders in the store. */
  readonly included?: readonly string[];
}

const mostBytes = 1 << 28;
/** Older prompts do not say of which session they are: after so long a pause another one began. */
const pauseMs = 2 * 60 * 60_000;

export function promptsOnly(options: PromptsOptions): readonly LogFile[] {
  const found: LogFile[] = [];
  for (const { home, prompts } of histories(options)) {
    const known = new Set(
      options.files.flatMap(({ path }) => sessionIn(path.replaceAll("\\", "/"))?.toLowerCase() ?? []),
    );
    const named = new Map<string, HistoryPrompt[]>();
    const nameless: HistoryPrompt[] = [];
    for (const prompt of prompts) {
      const id = prompt.session?.toLowerCase();
      if (id === undefined) nameless.push(prompt);
      else if (!known.has(id) && !options.forgotten.has(id)) append(named, prompt.session ?? id, prompt);
    }
    for (const [id, own] of named) found.push(logOf(home, id, own));
    for (const own of sessionsIn(withoutLogs(nameless, options.files)))
      found.push(logOf(home, `history-${print(JSON.stringify([own[0]?.project, own[0]?.time]))}`, own));
  }
  return found;
}

/** What each of Claude Code's folders, and what the store has of it, says was typed. */
function histories({ roots, store, included = [] }: PromptsOptions): readonly {
  readonly home: string;
  readonly prompts: readonly HistoryPrompt[];
}[] {
  const byHome = new Map<string, Map<string, HistoryPrompt>>();
  const read = (home: string, path: string): void => {
    const bytes = readRegular(path, mostBytes);
    if (bytes === undefined) return;
    const prompts = byHome.get(home) ?? new Map<string, HistoryPrompt>();
    byHome.set(home, prompts);
    for (const prompt of promptsIn(bytes)) prompts.set(`${prompt.time} ${prompt.session ?? ""} ${prompt.text}`, prompt);
  };
  for (const [key, { versions }] of Object.entries(store?.manifest.files ?? {})) {
    const source = included.find((id) => key === `${id}/history.jsonl`);
    if (store === undefined || source === undefined || !isHistory(key)) continue;
    const home = dirname(store.manifest.sources[source]?.path || join(store.folder, source, "projects"));
    for (const { number } of inTime(versions)) read(home, join(store.folder, versionPath(key, number)));
  }
  for (const root of roots)
    if (basename(root) === "projects") read(dirname(root), join(dirname(root), "history.jsonl"));
  return [...byHome].map(([home, prompts]) => ({
    home,
    prompts: [...prompts.values()].sort((a, b) => a.time - b.time),
  }));
}

/** A prompt that was typed in a folder while a session of that folder ran is in its log. */
function withoutLogs(prompts: readonly HistoryPrompt[], files: readonly LogFile[]): readonly HistoryPrompt[] {
  if (prompts.length === 0) return [];
  const wanted = new Set(prompts.map(({ project }) => folderName(project ?? "")));
  const spans = new Map<string, (readonly [from: number, to: number])[]>();
  for (const file of files) {
    const name = basename(file.folder);
    const span = file.role.kind === "session" && wanted.has(name) ? spanOf(file) : undefined;
    if (span !== undefined) append(spans, name, span);
  }
  return prompts.filter(
    ({ project, time }) => !spans.get(folderName(project ?? ""))?.some(([from, to]) => time >= from && time <= to),
  );
}

/** As Claude Code names the folder of a project. */
const folderName = (project: string): string => project.replace(/[^a-zA-Z0-9]/g, "-");

const endBytes = 1 << 16;
/** A prompt is noted a little before its line is written. */
const slackMs = 60_000;

/** By the first and last lines: enough to know when it ran. */
function spanOf({ path, modified }: LogFile): readonly [from: number, to: number] | undefined {
  const times = new Times();
  try {
    if (isPackedName(path)) times.see(readRegular(path, mostBytes) ?? Buffer.alloc(0));
    else {
      const { file, size } = openRegular(path);
      try {
        const ends = Buffer.alloc(Math.min(size, 2 * endBytes));
        const got = readSync(file, ends, 0, Math.min(size, endBytes), 0);
        readSync(file, ends, got, ends.length - got, Math.max(got, size - endBytes));
        times.see(ends);
      } finally {
        closeSync(file);
      }
    }
  } catch {
    return undefined;
  }
  const { from, to } = times.span;
  return from === undefined
    ? undefined
    : [Date.parse(from) - slackMs, to === undefined ? modified : Date.parse(to) + slackMs];
}

function sessionsIn(prompts: readonly HistoryPrompt[]): readonly (readonly HistoryPrompt[])[] {
  const byProject = new Map<string, HistoryPrompt[][]>();
  for (const prompt of prompts) {
    const sessions = byProject.get(prompt.project ?? "") ?? [];
    const last = sessions.at(-1);
    if (last !== undefined && prompt.time - (last.at(-1)?.time ?? 0) < pauseMs) last.push(prompt);
    else sessions.push([prompt]);
    byProject.set(prompt.project ?? "", sessions);
  }
  return [...byProject.values()].flat();
}

function logOf(home: string, id: string, prompts: readonly HistoryPrompt[]): LogFile {
  const safe = isSessionId(id) || /^history-/.test(id) ? id : `history-${print(id)}`;
  const lines = prompts.map((prompt, at) => lineOf(safe, prompt, at));
  return {
    path: join(home, "history.jsonl", `${safe}.jsonl`),
    name: "history.jsonl",
    folder: join(home, "projects", folderName(prompts[0]?.project ?? "")),
    size: lines.reduce((sum, line) => sum + line.length, 0),
    modified: prompts.at(-1)?.time ?? 0,
    role: { kind: "session" },
    prompts: lines,
    kept: { isPromptsOnly: true },
  };
}

function lineOf(session: string, { text, time, project }: HistoryPrompt, at: number): string {
  return JSON.stringify({
    type: "user",
    uuid: print(`${session} ${time} ${at}`),
    timestamp: new Date(time).toISOString(),
    ...(project === undefined ? {} : { cwd: project }),
    sessionId: session,
    message: { role: "user", content: asTyped(text) },
  });
}

/** Commands as a log has them. */
function asTyped(text: string): string {
  const [, command, args = ""] = /^(\/[\w:-]+)(?:\s+([\s\S]*))?$/.exec(text.trim()) ?? [];
  if (command !== undefined)
    return `<command-name>${command}</command-name>\n<command-message>${command.slice(1)}</command-message>\n<command-args>${args}</command-args>`;
  return text;
}

const print = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 24);
