/** `annals export ID|FILE`: one session or story as a file to send to somebody. */
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve, sep } from "node:path";
import { sessionFile, storyFile } from "../../templates/single-file.ts";
import { type LogArchive, readArchive } from "../archive/index.ts";
import { storyOf, storyRecords } from "../archive/story/index.ts";
import { storyMarkdown } from "../archive/story/markdown.ts";
import { sourceAmong } from "../build/clear-lists.ts";
import { atLevel, type Level, levels } from "../export/level.ts";
import { publicUrl } from "../export/public-url.ts";
import { sessionJson } from "../export/session-json.ts";
import { sessionMarkdown, sessionPlainText } from "../export/session-text.ts";
import { storyJson, storyText } from "../export/story-twins.ts";
import type { SessionRecord } from "../model/archive.ts";
import type { StoryRecord } from "../model/story.ts";
import { version } from "../package.ts";
import { createRedactor, leakLine, placeholderPattern, publishGate, type Redactor } from "../redact/index.ts";
import { asset } from "../system/asset.ts";
import { UsageError } from "../system/usage-error.ts";
import { bytes, count } from "../text/format.ts";
import type { Arguments } from "./arguments.ts";
import { readConfig } from "./config.ts";
import { selectionOf } from "./filter.ts";
import { findById, findSession } from "./find-session.ts";
import { notesFor } from "./notes.ts";
import { quietProgress } from "./progress.ts";
import { usualFolders } from "./sources.ts";
import { sourcesAndStore } from "./store.ts";
import { note, write } from "./terminal.ts";

const formats = ["html", "md", "json", "txt"] as const;
type Format = (typeof formats)[number];

interface Made {
  readonly text: string;
  readonly cut: readonly string[];
}

export async function exportCommand(options: Arguments): Promise<number> {
  const [target, ...named] = options.sources;
  if (target === undefined)
    throw new UsageError(
      "annals export needs the id of a session or a story, or a log: annals export 4f1c2d --format md.",
    );
  const format = oneOf("format", options.format ?? "html", formats);
  const level = oneOf("level", options.level ?? "everything", levels);
  const log = isLog(target) ? resolve(target) : undefined;
  const sources = log !== undefined && named.length === 0 ? archiveOf(log) : named;
  const { archive, redactor } = await read({ ...options, sources });
  const wanted = log === undefined ? found(target, archive) : sessionOf(log, archive);
  if ("key" in wanted && "sessions" in wanted && options.level !== undefined)
    throw new UsageError("--level is for sessions; a story is as it is.");
  const made =
    "sessions" in wanted ? await storyAs(format, wanted, archive) : await sessionAs(format, wanted, archive, level);
  const { text, taken } = cleared(made.text, format, archive, redactor, options);
  const file = await put(text, wanted.key, format, options);
  if (!options.isQuiet) tell(file, { ...made, text }, taken, archive, options);
  return 0;
}

function oneOf<Name extends string>(option: string, given: string, names: readonly Name[]): Name {
  const found = names.find((name) => name === given);
  if (found === undefined) throw new UsageError(`--${option}: "${given}" is none of ${names.join(", ")}.`);
  return found;
}

const isLog = (target: string): boolean =>
  /\.jsonl(?:\.gz)?$/.test(target) && existsSync(target) && statSync(target).isFile();

/** Secrets are learnt over the archive that a log belongs to: this person's own, else what lies beside it. */
function archiveOf(log: string): readonly string[] {
  const isBelow = usualFolders().some((folder) => log.startsWith(`${folder}${sep}`));
  return isBelow ? [] : [dirname(log)];
}

async function read(options: Arguments): Promise<{ readonly archive: LogArchive; readonly redactor: Redactor }> {
  const { sources, store } = sourcesAndStore(options);
  const config = readConfig(options.config);
  const url = options.url ?? config.url;
  const address = url === undefined ? undefined : publicUrl(url);
  if (url !== undefined && address === undefined)
    throw new UsageError(`--url: "${url}" is not an address such as https://example.org/log/.`);
  const redactor = await createRedactor({ ...config.redact, redact: options.redact });
  const shown = quietProgress();
  const archive = await readArchive({
    sources: sources.paths,
    ...(store === undefined ? {} : { store }),
    title: sources.isSample ? "Sample archive" : "Session archive",
    timeZone: options.timeZone,
    ...(address === undefined ? {} : { url: address }),
    ...selectionOf(options, sources.paths, options.isPublic ? config.leaveOut.projects : undefined),
    ...notesFor(options),
    ...(options.isPublic ? { leaveOut: config.leaveOut } : {}),
    redactor,
    onProgress: (done, all, size) => {
      if (done === 1) shown.phase("Reading sessions", all);
      shown.step(done, size);
    },
  }).finally(() => shown.end());
  return { archive, redactor };
}

/** `story:ID` is a story, any other id that of a session, and of a story where no session has it. */
function found(target: string, archive: LogArchive): SessionRecord | StoryRecord {
  const stories = storyRecords(archive);
  const id = /^story:(.*)$/s.exec(target)?.[1];
  if (id !== undefined) return findById(id, stories, ({ key }) => key, "story");
  const isSession = archive.sessions.some((session) => session.id.toLowerCase().startsWith(target.toLowerCase()));
  if (!isSession && stories.some(({ key }) => key.startsWith(target.toLowerCase())))
    return findById(target, stories, ({ key }) => key, "story");
  return findSession(target, archive.sessions);
}

function sessionOf(log: string, archive: LogArchive): SessionRecord {
  const record = archive.sessions.find(({ id }) => {
    const { file, agents } = archive.source(id).files;
    return [file, ...agents.map((agent) => agent.file)].some(
      (each) => each !== undefined && resolve(each.path) === log,
    );
  });
  if (record === undefined) throw new UsageError(`There is no session in "${log}" that is shown.`);
  return record;
}

const generator = `Annals ${version}`;

async function sessionAs(format: Format, record: SessionRecord, archive: LogArchive, level: Level): Promise<Made> {
  const open = await archive.open(record.id);
  const project = archive.projectOf(record).name;
  if (format === "html") {
    const made = sessionFile({ archive, record, open, version, level, assets: await assets() });
    return { text: made.html, cut: made.cut };
  }
  const { session, diagnostics } = open;
  if (format === "json") {
    return { text: sessionJson(atLevel(session, level), record, { project, generator, diagnostics }), cut: [] };
  }
  let lines = 0;
  const options = {
    ...{ project, timeZone: archive.timeZone, generator, level },
    most: { lines: 400, characters: 60_000 },
    onCut: (hidden: number) => {
      lines += hidden;
    },
  };
  const text = format === "md" ? sessionMarkdown(session, record, options) : sessionPlainText(session, record, options);
  return { text, cut: lines === 0 ? [] : [`${count(lines, "line")} of long outputs`] };
}

async function storyAs(format: Format, record: StoryRecord, archive: LogArchive): Promise<Made> {
  const chain = archive.chain(record.chain);
  const story = chain === undefined ? undefined : storyOf(chain, archive);
  if (story === undefined) throw new UsageError(`There is no story "${record.key}" in these logs.`);
  if (format === "html") {
    const made = storyFile({ archive, story, version, assets: await assets() });
    return { text: made.html, cut: made.cut };
  }
  const text =
    format === "json"
      ? storyJson(story, generator)
      : format === "md"
        ? storyText(story, archive, generator)
        : storyMarkdown(story, archive);
  return { text, cut: [] };
}

const assets = async () => ({ styles: await asset("annals.css"), script: await asset("single.js") });

/** The publish gate over the finished file. What nothing can be taken out of is not written. */
function cleared(
  text: string,
  format: Format,
  archive: LogArchive,
  redactor: Redactor,
  options: Arguments,
): { readonly text: string; readonly taken: readonly string[] } {
  if (!redactor.isOn) return { text, taken: [] };
  const folder = mkdtempSync(join(tmpdir(), "annals-"));
  try {
    const name = `export.${format}`;
    writeFileSync(join(folder, name), text, { mode: 0o600 });
    const gate = publishGate({ ...readConfig(options.config).redact, known: redactor.literals() });
    const { taken, left } = gate.clear(folder, [name], sourceAmong(archive));
    if (left.length > 0)
      throw new Error(
        `${count(left.length, "place")} of the file hold what must not be seen and cannot be taken out; nothing was written.\n${left.map(leakLine).join("\n")}`,
      );
    return { text: readFileSync(join(folder, name), "utf8"), taken: taken.map(({ label }) => label) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** `-o -` prints it. A file that nobody named is not written over. */
async function put(text: string, key: string, format: Format, { output }: Arguments): Promise<string> {
  if (output === "-") {
    await write(text);
    return output;
  }
  const file = output ?? `annals-${key.slice(0, 12)}.${format}`;
  if (output === undefined && existsSync(file))
    throw new UsageError(`"${file}" is there already; name a file with -o.`);
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw new UsageError(
      `"${file}" cannot be written (${error instanceof Error && "code" in error ? error.code : error}).`,
    );
  }
  return file;
}

function tell(
  file: string,
  { text, cut }: Made,
  taken: readonly string[],
  archive: LogArchive,
  options: Arguments,
): void {
  if (file !== "-") note(`${file}, ${bytes(Buffer.byteLength(text))}.`);
  const kinds = new Map<string, number>();
  const chips = [
    ...text.matchAll(/<span class="redact"[^>]*>([^<#]+?)(?: #\d+)?<\/span>/g),
    ...text.matchAll(placeholderPattern),
  ];
  for (const [, kind = ""] of chips) kinds.set(kind.trim(), (kinds.get(kind.trim()) ?? 0) + 1);
  const rows = [...kinds].sort((a, b) => b[1] - a[1]).map(([kind, times]) => `${times} × ${kind}`);
  note(
    !options.redact
      ? "Nothing was taken out (--no-redact)."
      : rows.length === 0
        ? "No secret was found; folders of users are shown as ~."
        : `Taken out: ${rows.join(", ")}.`,
  );
  if (taken.length > 0) note(`${count(taken.length, "place")} of it only by the last look at the finished file.`);
  if (cut.length > 0) note(`Left out for its size: ${cut.join(", ")}.`);
  const { thinking, toolOutput } = archive.leftOut;
  if (options.isPublic && thinking + toolOutput > 0)
    note(`Left out by the configuration: ${count(thinking, "thought")}, ${count(toolOutput, "output")}.`);
}
