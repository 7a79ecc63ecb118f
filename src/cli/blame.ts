/** `annals blame FILE [SOURCE…]`: each line of a file with the prompt that wrote it. */
import { posix, resolve } from "node:path";
import { fileHistory } from "../archive/file-history.ts";
import { type LogArchive, readArchive } from "../archive/index.ts";
import { breakWords } from "../archive/replay/words.ts";
import { sourcePath } from "../archive/source-path.ts";
import type { FileRecord } from "../model/archive.ts";
import type { Blame, BlameGap, FileHistory } from "../model/file-history.ts";
import { createRedactor } from "../redact/index.ts";
import { UsageError } from "../system/usage-error.ts";
import { clock } from "../text/clock.ts";
import { count, excerpt } from "../text/format.ts";
import { printable, visible } from "../text/printable.ts";
import type { Arguments } from "./arguments.ts";
import { readConfig } from "./config.ts";
import { selectionOf } from "./filter.ts";
import { quietProgress } from "./progress.ts";
import { sourcesAndStore } from "./store.ts";
import { note, print } from "./terminal.ts";

export async function blame(options: Arguments): Promise<number> {
  const [wanted, ...sources] = options.sources;
  if (wanted === undefined || wanted === "")
    throw new UsageError("annals blame needs a file: annals blame src/app.ts [SOURCE…].");
  const { sources: found, store } = sourcesAndStore({ ...options, sources });
  const { paths } = found;
  const shown = quietProgress();
  const archive = await readArchive({
    sources: paths,
    ...(store === undefined ? {} : { store }),
    title: "",
    timeZone: options.timeZone,
    ...selectionOf(options, paths),
    ...(options.redact ? { redactor: await createRedactor(readConfig(options.config).redact) } : {}),
    onProgress: (done, all, bytes) => {
      if (done === 1) shown.phase("Reading sessions", all);
      shown.step(done, bytes);
    },
  }).finally(() => shown.end());
  const file = fileNamed(wanted, archive);
  const history = fileHistory(file, archive, archive.digest);
  if (history.blame === undefined) {
    note(`The text of ${file.path} is not known: ${whyNot(history, archive)}`);
    return 1;
  }
  if (history.blame.stop !== undefined) note(stopWords(history.blame, options.timeZone));
  for (const gap of history.blame.gaps) note(`${count(gap.lines, "line")} by no prompt: ${gapWords(gap)}.`);
  if (history.blame.lineCount === 0) note(`${file.path} is empty.`);
  await print(lines(history.blame, options.timeZone));
  return 0;
}

/** By its whole path, by its path in the project, or the end of it. */
function fileNamed(wanted: string, archive: LogArchive): FileRecord {
  const plain = posix.normalize(wanted.replaceAll("\\", "/"));
  const whole = resolve(wanted);
  const projects = new Map(archive.projects.map((project) => [project.id, project.path]));
  const { files } = archive;
  const ways: readonly ((file: FileRecord) => boolean)[] = [
    // Two projects may have the same path: where one of them is here, its file is meant.
    ({ path, project }) => sourcePath(whole, projects.get(project) ?? "") === path,
    ({ path }) => path === plain,
    ({ path }) => path.endsWith(`/${plain}`),
  ];
  const found = ways.map((isNamed) => files.filter(isNamed)).find((each) => each.length > 0) ?? [];
  const [only, ...others] = found;
  if (only === undefined) throw new UsageError(notFound(wanted, plain, whole, archive));
  if (others.length > 0)
    throw new UsageError(
      `"${wanted}" is ${count(found.length, "file")}: ${named(found)}; name one with its folders or with --project.`,
    );
  return only;
}

const named = (files: readonly FileRecord[]): string => {
  const shown = files.slice(0, 5).map(({ project, path }) => `${excerpt(path, 120)} of ${project}`);
  return `${shown.join(", ")}${files.length > 5 ? ` and ${files.length - 5} more` : ""}`;
};

function notFound(wanted: string, plain: string, whole: string, { files, projects }: LogArchive): string {
  const folder = plain.replace(/\/$/, "");
  const folders = new Map(projects.map(({ id, path }) => [id, path]));
  const within = files.filter(({ path, project }) => {
    const own = path.startsWith("/") ? path : `${folders.get(project) ?? ""}/${path}`;
    return path.startsWith(`${folder}/`) || own.startsWith(whole === "/" ? whole : `${whole}/`);
  });
  const nothing = `No session of these logs changed a file "${wanted}"`;
  return within.length === 0 ? `${nothing}.` : `${nothing}; as a folder it holds ${named(within)}.`;
}

function gapWords({ after, before, isOverUnseen }: BlameGap): string {
  const edit = `edit ${before.number ?? "?"}`;
  if (isOverUnseen) return `${edit} wrote the file anew, and the log holds no copy of what was there`;
  return after === undefined ? `there before ${edit}` : `changed between edit ${after.number ?? "?"} and ${edit}`;
}

function whyNot({ file }: FileHistory, archive: LogArchive): string {
  for (const id of file.sessions) {
    const { breaks = [], runs = [] } = archive.digest(id).texts ?? {};
    const found = breaks.find(({ path }) => path === file.path);
    if (found !== undefined) return breakWords[found.reason];
    if (runs.some(({ path, left }) => path === file.path && left !== undefined)) return breakWords["left-behind"];
  }
  return breakWords["no-start"];
}

function stopWords({ stop, edits }: Blame, timeZone: string): string {
  if (stop === undefined) return "";
  const { day } = clock(timeZone);
  const at = edits - stop.later.length + 1;
  const when = stop.at.edit.time === undefined ? "" : `, on ${day(stop.at.edit.time)}`;
  return `Replay stops at edit ${at} of ${edits}${when}. ${breakWords[stop.reason]} Below is the file after the edit before.`;
}

const promptWidth = 34;

function lines({ lines: all, prompts }: Blame, timeZone: string): string {
  const { key } = clock(timeZone);
  const digits = String(all.length).length;
  const numbers = String(prompts.length).length;
  return all
    .map(({ text, prompt }, at) => {
      const who =
        prompt === undefined
          ? `${"–".padStart(numbers)} ${"".padEnd(10)} ${"no prompt".padEnd(promptWidth)}`
          : `${String(prompt.number).padStart(numbers)} ${(key(prompt.time) ?? "").padEnd(10)} ${excerpt(printable(prompt.turn?.title ?? prompt.session.title), promptWidth).padEnd(promptWidth)}`;
      return `${who} ${String(at + 1).padStart(digits)}│ ${visible(text)}\n`;
    })
    .join("");
}
