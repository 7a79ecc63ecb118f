/** `annals inspect`: the linked model exactly as the types say, one session at a time. */

import { collections } from "../archive/collections.ts";
import { fileData } from "../archive/file-data.ts";
import { fileHistory, keepingDigests } from "../archive/file-history.ts";
import { type LogArchive, readArchive } from "../archive/index.ts";
import { storyOf } from "../archive/story/index.ts";
import { storyData } from "../archive/story/json.ts";
import { diagnosticCounts } from "../model/diagnostics.ts";
import { createRedactor } from "../redact/index.ts";
import { UsageError } from "../system/usage-error.ts";
import { count } from "../text/format.ts";
import { jsonText } from "../text/json.ts";
import type { Arguments } from "./arguments.ts";
import { changesNothing, leavesOutAnything, readConfig } from "./config.ts";
import { selectionOf } from "./filter.ts";
import { notesFor } from "./notes.ts";
import { quietProgress } from "./progress.ts";
import { sourcesAndStore } from "./store.ts";
import { note, print, write } from "./terminal.ts";

export async function inspect(options: Arguments): Promise<number> {
  const isStoreNamed = options.store !== undefined || options.namedSources.length > 0;
  if (options.sources.length === 0 && !isStoreNamed)
    throw new UsageError("annals inspect needs a file or a folder of logs.");
  const { sources, store } = sourcesAndStore(options);
  const { paths } = sources;
  const { redact, leaveOut } = readConfig(options.config);
  if (options.isPublic && !leavesOutAnything(leaveOut)) note(changesNothing(options));
  const { keep, onSelected, ...narrowed } = selectionOf(
    options,
    paths,
    options.isPublic ? leaveOut.projects : undefined,
  );
  const shown = quietProgress();
  const archive = await readArchive({
    sources: paths,
    ...(store === undefined ? {} : { store }),
    title: "",
    timeZone: "UTC",
    ...narrowed,
    keep,
    onSelected: (selection) => {
      // Logs that hold no conversation have diagnostics to show.
      if (selection.found > 0 || selection.logs === 0) onSelected(selection);
    },
    ...(options.isPublic ? { leaveOut, ...notesFor(options) } : {}),
    ...(options.redact ? { redactor: await createRedactor(redact) } : {}),
    onProgress: (done, all, bytes) => {
      if (done === 1) shown.phase("Reading sessions", all);
      shown.step(done, bytes);
    },
  }).finally(() => shown.end());
  await (options.isJson ? writeJson(archive) : writeSummary(archive));
  return 0;
}

async function writeJson(archive: LogArchive): Promise<void> {
  const { projects, diagnostics, usage } = archive;
  await write('{"sessions":[');
  let separator = "";
  for (const { id } of archive.sessions) {
    await write(`${separator}\n${text(archive.whole(id).session)}`);
    separator = ",";
  }
  const { stories, decisions, commits, snapshots } = collections(archive);
  await write('\n],"stories":[');
  separator = "";
  for (const { chain: id } of stories) {
    const chain = archive.chain(id);
    const found = chain === undefined ? undefined : storyOf(chain, archive);
    if (found === undefined) continue;
    await write(`${separator}\n${text(storyData(found))}`);
    separator = ",";
  }
  await write('\n],"files":[');
  separator = "";
  const digestOf = keepingDigests(archive.digest);
  for (const file of archive.files) {
    await write(`${separator}\n${text(fileData(fileHistory(file, archive, digestOf)))}`);
    separator = ",";
  }
  await write(`\n],"decisions":${text(decisions)},\n"commits":${text(commits)},\n"snapshots":${text(snapshots)}`);
  await write(
    `,\n"chains":${text(archive.chains)},\n"projects":${text(projects)},\n"diagnostics":${text(diagnostics)},\n"usage":${text(usage)}}\n`,
  );
}

/** Nesting that JSON.stringify cannot take is cut with a note, not thrown at the reader. */
function text(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    return jsonText(value);
  }
}

async function writeSummary(archive: LogArchive): Promise<void> {
  for (const record of archive.sessions) {
    const { session } = archive.whole(record.id);
    const project = archive.projectOf(record);
    await print(
      [
        `${record.id}  ${record.title}`,
        `  ${project.path}  ${record.span?.from ?? "no time"}  ${record.role}${record.chain === undefined ? "" : `, chain ${record.chain}`}`,
        `  ${count(record.prompts, "prompt")}, ${count(record.calls, "call")} (${record.failures} failed), ${count(record.agents.length, "agent")}, ${count(session.files.length, "file")} changed, ${count(session.plans.length, "plan")}, ${count(session.tasks.length, "task snapshot")}`,
        "",
        "",
      ].join("\n"),
    );
  }
  await print(
    `${count(archive.sessions.length, "session")} in ${count(archive.projects.length, "project")}, ${count(archive.chains.length, "chain")}.\n`,
  );
  for (const [code, count] of diagnosticCounts(archive.diagnostics)) await print(`  ${count} × ${code}\n`);
}
