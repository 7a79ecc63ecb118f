/** `annals blame FILE [SOURCE…]`: each line of a file with the prompt that wrote it. */
import { resolve } from "node:path";
import { fileHistory } from "../archive/file-history.ts";
import { type LogArchive, readArchive } from "../archive/index.ts";
import { breakWords } from "../archive/replay/words.ts";
import { sourcePath } from "../archive/source-path.ts";
import type { FileRecord } from "../model/archive.ts";
import type { Blame, FileHistory } from "../model/file-history.ts";
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
  if (wanted === undefined) throw new UsageError("annals blame needs a file: annals blame src/app.ts [SOURCE…].");
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
  for (const gap of history.blame.gaps)
    note(
      `${count(gap.lines, "line")} by no prompt: ${gap.after === undefined ? "there before" : `changed between edit ${gap.after.number ?? "?"} and`} edit ${gap.before.number ?? "?"}.`,
    );
  await print(lines(history.blame, options.timeZone));
  return 0;
}

/** By its path in the project, its whole path, or the end of it. */
function fileNamed(wanted: string, archive: LogArchive): FileRecord {
  const plain = wanted.replaceAll("\\", "/").replace(/^\.\//, "");
  const whole = resolve(wanted);
  const projects = new Map(archive.projects.map((project) => [project.id, project.path]));
  const isNamed = (file: FileRecord): boolean =>
    file.path === plain || sourcePath(whole, projects.get(file.project) ?? "") === file.path;
  const exact = archive.files.filter(isNamed);
  const found = exact.length > 0 ? exact : archive.files.filter(({ path }) => path.endsWith(`/${plain}`));
  const [only, ...others] = found;
  if (only === undefined) throw new UsageError(`No session of these logs changed a file "${wanted}".`);
  if (others.length > 0)
    throw new UsageError(
      `"${wanted}" is ${count(found.length, "file")}: ${found
        .slice(0, 5)
        .map(({ project, path }) => `${path} of ${project}`)
        .join(", ")}; name one with its folders or with --project.`,
    );
  return only;
}

function whyNot({ file }: FileHistory, archive: LogArchive): string {
  for (const id of file.sessions) {
    const found = archive.digest(id).texts?.breaks.find(({ path }) => path === file.path);
    if (found !== undefined) return breakWords[found.reason];
  }
  return breakWords["no-start"];
}

function stopWords({ stop, edits }: Blame, timeZone: string): string {
  if (stop === undefined) return "";
  const { day } = clock(timeZone);
  const at = edits - stop.later.length + 1;
  return `Replay stops at edit ${at} of ${edits}, on ${day(stop.at.edit.time)}. ${breakWords[stop.reason]} Below is the file after the edit before.`;
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
