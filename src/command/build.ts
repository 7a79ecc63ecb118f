/** `annals build`: logs in, a folder out. */
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { diagnosticLine } from "../diagnostics.ts";
import { findingReport } from "../redact/index.ts";
import type { BuiltSite } from "../site/build.ts";
import type { Summary } from "../site/summary.ts";
import type { Arguments } from "./arguments.ts";
import { makeSite } from "./make-site.ts";
import { seconds } from "./progress.ts";
import { findSources, type Sources } from "./sources.ts";
import { note, write } from "./terminal.ts";

export async function build(options: Arguments): Promise<number> {
  const started = Date.now();
  const sources = findSources(options.sources);
  const output = options.output ?? "annals-site";
  if (sources.isSample && !options.isQuiet)
    note("No log folder was found here: building the sample that comes with annals.");
  const site = await makeSite(options, sources, output, options.redactReport !== undefined);
  if (options.redactReport !== undefined) writeFileSync(options.redactReport, findingReport(site.findings));
  await report(options, sources, site, resolve(output), Date.now() - started);
  return options.isStrict && site.summary.errors.length > 0 ? 1 : 0;
}

async function report(
  options: Arguments,
  sources: Sources,
  { summary, isUnchanged, drawn }: BuiltSite,
  folder: string,
  took: number,
): Promise<void> {
  const { sessions, projects, pages, notUnderstood, errors, leftOut } = summary;
  const index = join(folder, "index.html");
  if (options.isJson) {
    const told = {
      output: folder,
      index,
      sample: sources.isSample,
      sessions,
      projects,
      pages,
      drawn,
      notUnderstood: Object.fromEntries(notUnderstood),
      milliseconds: took,
    };
    await write(`${JSON.stringify(told, null, 2)}\n`);
    return;
  }
  if (options.isStrict) for (const found of errors) note(diagnosticLine(found));
  if (options.isQuiet) return;
  const odd = notUnderstood.map(([code, count]) => `${count} × ${code}`);
  await write(
    [
      `${sessions} sessions of ${projects} projects on ${pages} pages, ${isUnchanged ? "unchanged" : news(drawn, sessions)}, in ${seconds(took)}.`,
      odd.length === 0
        ? "Everything in the logs was understood."
        : `Not understood, shown as it is: ${odd.join(", ")}. See report/index.html.`,
      ...(options.isPublic ? [`Left out: ${leftOutWords(leftOut)}.`] : []),
      `Open ${pathToFileURL(index)}`,
      "",
    ].join("\n"),
  );
}

const news = (drawn: number, all: number): string => (drawn === all ? "all drawn" : `${drawn} sessions drawn anew`);

function leftOutWords(leftOut: Summary["leftOut"]): string {
  const parts = [
    leftOut.sessions === 0 ? [] : [`${leftOut.sessions} sessions`],
    leftOut.thinking === 0 ? [] : [`${leftOut.thinking} thoughts`],
    leftOut.toolOutput === 0 ? [] : [`the output of ${leftOut.toolOutput} calls`],
  ].flat();
  return parts.length === 0 ? "nothing" : parts.join(", ");
}
