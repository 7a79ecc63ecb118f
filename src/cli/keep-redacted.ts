/** `annals keep --redacted`: copies of logs for a repository, with secrets and names already taken out. */
import { existsSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type CopyReport, copyRedacted, isCopy } from "../archive/copy/index.ts";
import { isChosen } from "../archive/project-choice.ts";
import { findingCounts } from "../redact/index.ts";
import { repositoryOf } from "../store/folder.ts";
import { isStore } from "../store/store.ts";
import { digest } from "../system/checked-file.ts";
import { lock } from "../system/lock.ts";
import { UsageError } from "../system/usage-error.ts";
import { count, roughBytes } from "../text/format.ts";
import type { Arguments } from "./arguments.ts";
import { readConfig } from "./config.ts";
import { selectionOf } from "./filter.ts";
import { refuseOverlap } from "./overlap.ts";
import { progress } from "./progress.ts";
import { ofThisRepository } from "./public-projects.ts";
import { sourcesAndStore } from "./store.ts";
import { note, print, write } from "./terminal.ts";

export const usualCopy = "sessions";

export async function keepRedacted(given: Arguments): Promise<number> {
  const folder = resolve(given.store ?? usualCopy);
  const options = repositoryOf(folder) === undefined ? given : ofThisRepository(given);
  refuseFolder(folder);
  if (options.from.length > 0)
    throw new UsageError("annals keep --redacted takes no --from: keep the other logs first, then make the copy.");
  const config = readConfig(options.config);
  if (config.leaveOut.toolOutput)
    throw new UsageError(
      `${config.leaveOut.projects.from}: "public.toolOutput" leaves outputs out of the site, and a copy of logs would still hold them; use annals publish, which pushes nothing but the site.`,
    );
  const { store: _, ...others } = options;
  const { sources, store } = sourcesAndStore(others);
  if (sources.isSample)
    throw new UsageError(`No log folder was found (looked for ${sources.looked.join(", ")}); name one.`);
  refuseOverlap({ sources: sources.paths, output: folder, ...(store === undefined ? {} : { store: store.folder }) });
  const { keep, onSelected } = selectionOf(options, sources.paths, config.leaveOut.projects);
  const withdrawn = new Set<string>();
  const shown = progress(options.isQuiet || options.isJson);
  const held = lock(
    join(tmpdir(), `annals-copy-${digest(folder).replace(/\W/g, "")}.lock`),
    (who) => `The copy "${folder}" is being written by another annals${who}; try again later.`,
  );
  let report: CopyReport;
  try {
    report = await copyRedacted({
      folder,
      sources: sources.paths,
      ...(store === undefined ? {} : { store }),
      redact: config.redact,
      isWithMedia: options.isWithMedia,
      isWithoutThinking: config.leaveOut.thinking,
      keep,
      onSelected: (selection) => {
        onSelected(selection);
        // Of a project that is not public any more; one that was not asked for this time stays.
        for (const project of selection.projects)
          if (!isChosen(config.leaveOut.projects, project))
            for (const id of project.sessions) withdrawn.add(id.toLowerCase());
      },
      withdrawn: () => withdrawn,
      onPhase: shown.phase,
      onStep: shown.step,
    });
  } finally {
    shown.end();
    held.release();
  }
  await tell(options, folder, report);
  return 0;
}

/** A folder of somebody's is not filled with logs, and a raw store is not taken for a copy. */
function refuseFolder(folder: string): void {
  if (!existsSync(folder) || isCopy(folder)) return;
  if (isStore(folder))
    throw new UsageError(`"${folder}" is a store of raw logs; name another folder for the redacted copy with --store.`);
  if (readdirSync(folder).length > 0)
    throw new UsageError(`"${folder}" is not empty and holds no redacted copy; name another folder with --store.`);
}

async function tell({ isJson, isQuiet }: Arguments, folder: string, report: CopyReport): Promise<void> {
  const { sessions, projects, files, written, removed, bytes, media, findings, taken, others, foreign } = report;
  const redacted = Object.fromEntries(findingCounts(findings));
  if (isJson) {
    const told = {
      copy: folder,
      sessions,
      projects,
      files,
      written,
      removed,
      bytes,
      media,
      redacted,
      taken,
      others,
      foreign,
    };
    await write(`${JSON.stringify(told, null, 2)}\n`);
    return;
  }
  for (const path of report.large) note(`"${path}" is over 100 MB, which GitHub does not take.`);
  if (foreign.length > 0)
    note(
      `${count(foreign.length, "file")} in "${folder}" ${foreign.length === 1 ? "is" : "are"} not ours and may be raw: annals check --redacted names ${foreign.length === 1 ? "it" : "them"}.`,
    );
  if (isQuiet) return;
  const kinds = Object.entries(redacted).map(([rule, amount]) => `${amount} × ${rule}`);
  await print(
    [
      `${count(sessions, "session")} of ${projects.join(", ")}: ${count(files, "file")}, ${roughBytes(bytes)}; ${written} written${removed === 0 ? "" : `, ${removed} removed`}.`,
      kinds.length === 0 ? "Nothing had to be taken out." : `Taken out: ${kinds.join(", ")}.`,
      ...(taken.length === 0 ? [] : [`The last look took out ${taken.length} more.`]),
      ...(media === 0
        ? []
        : [
            `${count(media, "file")} that nobody can look into ${media === 1 ? "was" : "were"} left out; --with-images copies them.`,
          ]),
      ...(others === 0
        ? []
        : [`${count(others, "session")} of other agents cannot be copied; annals publish has them.`]),
      `The redacted copy is "${folder}". Read it before you commit it: redaction knows shapes and labels, not meaning.`,
      "",
    ].join("\n"),
  );
}
