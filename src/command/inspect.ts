/** `annals inspect`: the linked model exactly as the types say, one session at a time. */
import { diagnosticCounts } from "../diagnostics.ts";
import { createLibrary, type Library } from "../library/index.ts";
import { jsonText } from "../render/json.ts";
import type { Arguments } from "./arguments.ts";
import { keepOf } from "./filter.ts";
import { findSources } from "./sources.ts";
import { write } from "./terminal.ts";
import { UsageError } from "./usage-error.ts";

export async function inspect(options: Arguments): Promise<number> {
  if (options.sources.length === 0) throw new UsageError("annals inspect needs a file or a folder of logs.");
  const { paths } = findSources(options.sources);
  const library = await createLibrary({ sources: paths, title: "", timeZone: "UTC", keep: keepOf(options) });
  await (options.isJson ? writeJson(library) : writeSummary(library));
  return 0;
}

async function writeJson(library: Library): Promise<void> {
  const { projects, diagnostics, usage } = library;
  await write('{"sessions":[');
  let separator = "";
  for (const { id } of library.sessions) {
    await write(`${separator}\n${text(library.whole(id).session)}`);
    separator = ",";
  }
  await write(
    `\n],"chains":${text(library.allChains)},\n"projects":${text(projects)},\n"diagnostics":${text(diagnostics)},\n"usage":${text(usage)}}\n`,
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

async function writeSummary(library: Library): Promise<void> {
  for (const record of library.sessions) {
    const { session } = library.whole(record.id);
    const project = library.projectOf(record);
    await write(
      [
        `${record.id}  ${record.title}`,
        `  ${project.path}  ${record.span?.from ?? "no time"}  ${record.role}${record.chain === undefined ? "" : `, chain ${record.chain}`}`,
        `  ${record.prompts} prompts, ${record.calls} calls (${record.failures} failed), ${record.agents.length} agents, ${session.files.length} files changed, ${session.plans.length} plans, ${session.tasks.length} task snapshots`,
        "",
        "",
      ].join("\n"),
    );
  }
  await write(
    `${library.sessions.length} sessions in ${library.projects.length} projects, ${library.chains.length} chains.\n`,
  );
  for (const [code, count] of diagnosticCounts(library.diagnostics)) await write(`  ${count} × ${code}\n`);
}
