/** `annals build`: logs in, a folder out. */
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { BuiltSite } from "../build/build.ts";
import type { Summary } from "../build/summary.ts";
import { findLogs } from "../log/find-logs.ts";
import { groupSessions } from "../log/session-files.ts";
import { codingAgentNames, codingAgents } from "../model/coding-agent.ts";
import { diagnosticLine, isUnread } from "../model/diagnostics.ts";
import { type Finding, findingReport } from "../redact/index.ts";
import { UsageError } from "../system/usage-error.ts";
import { count } from "../text/format.ts";
import type { Arguments } from "./arguments.ts";
import { changesNothing, leavesOutAnything, readConfig } from "./config.ts";
import { makeSite } from "./make-site.ts";
import { seconds } from "./progress.ts";
import type { Sources } from "./sources.ts";
import { sourcesAndStore } from "./store.ts";
import { note, print, write } from "./terminal.ts";

export async function build(options: Arguments): Promise<number> {
  const started = Date.now();
  const { sources, store } = sourcesAndStore(options);
  const output = options.output ?? "annals-site";
  if (sources.isSample) await refuseSampleOver(output, sources);
  if (sources.isSample && !options.isQuiet)
    note(
      `No logs were found (looked for ${sources.looked.join(", ")}), so this is the sample that comes with annals; for logs elsewhere: annals build FOLDER.`,
    );
  if (options.isPublic && !options.isQuiet && !leavesOutAnything(readConfig(options.config).leaveOut))
    note(changesNothing(options));
  const findings = findingsFor(options.redactReport);
  try {
    const isFull = options.redactReport !== undefined;
    const site = await makeSite(options, sources, store, output, isFull, findings.hear);
    await report(options, sources, site, resolve(output), Date.now() - started);
    return options.isStrict && site.summary.errors.length > 0 ? 1 : 0;
  } finally {
    findings.write();
  }
}

/** The report of what was taken out: written also when the build fails later, since then it is needed most. */
function findingsFor(file: string | undefined): {
  readonly hear: (findings: readonly Finding[]) => void;
  readonly write: () => void;
} {
  let heard: readonly Finding[] | undefined;
  return {
    hear: (findings) => {
      heard = findings;
    },
    write: () => {
      if (file !== undefined && heard !== undefined) writeFileSync(file, findingReport(heard));
    },
  };
}

/** Somebody's archive is not replaced by the sample because their logs are not where they were. */
async function refuseSampleOver(output: string, { paths, looked }: Sources): Promise<void> {
  const folder = join(output, "sessions");
  if (!existsSync(folder)) return;
  const { sessionKey } = await import("../archive/record.ts");
  const ours = new Set<string>(groupSessions(findLogs(paths).files).map(({ agent, id }) => sessionKey(agent, id)));
  if (readdirSync(folder).some((key) => !ours.has(key)))
    throw new UsageError(
      `No log folder was found (looked for ${looked.join(", ")}); the archive in "${output}" stays as it is.`,
    );
}

async function report(
  options: Arguments,
  sources: Sources,
  { summary, isUnchanged, drawn, redrawn, gone }: BuiltSite,
  folder: string,
  took: number,
): Promise<void> {
  const { sessions, agents, projects, pages, notUnderstood, errors, leftOut } = summary;
  const index = join(folder, "index.html");
  if (options.isJson) {
    const told = {
      output: folder,
      index,
      sample: sources.isSample,
      sessions,
      agents,
      projects,
      pages,
      drawn,
      redrawn,
      gone,
      notUnderstood: Object.fromEntries(notUnderstood),
      milliseconds: took,
    };
    await write(`${JSON.stringify(told, null, 2)}\n`);
    return;
  }
  if (options.isStrict) for (const found of errors) note(diagnosticLine(found));
  if (options.isQuiet) return;
  const counted = (isWanted: (code: string) => boolean): string =>
    notUnderstood.flatMap(([code, amount]) => (isWanted(code) ? [`${amount} × ${code}`] : [])).join(", ");
  const odd = counted((code) => !isUnread(code));
  const unread = counted(isUnread);
  await print(
    [
      `${count(sessions, "session")} of ${count(projects, "project")} on ${count(pages, "page")}, ${isUnchanged ? "unchanged" : news(drawn, redrawn, sessions)}, in ${seconds(took)}.`,
      ...agentWords(agents),
      ...(gone === 0
        ? []
        : [`${count(gone, "session")} of the last build ${gone === 1 ? "is" : "are"} no longer in the logs.`]),
      odd === ""
        ? "Everything in the logs was understood."
        : `Not understood, shown as it is: ${odd}. See report/index.html.`,
      ...(unread === "" ? [] : [`Not read: ${unread}. See report/index.html.`]),
      ...(options.isPublic ? [`Left out: ${leftOutWords(leftOut)}.`] : []),
      `Open ${pathToFileURL(index)}`,
      "",
    ].join("\n"),
  );
}

/** How many sessions of which agent, where not all are of the first. */
function agentWords(agents: Summary["agents"]): readonly string[] {
  const names = codingAgents.filter((agent) => agents[agent] !== undefined);
  if (names.every((agent) => agent === codingAgents[0])) return [];
  return [`${names.map((agent) => `${codingAgentNames[agent]} ${agents[agent]}`).join(", ")}.`];
}

const news = (drawn: number, redrawn: number, all: number): string =>
  `${drawn === all ? "all drawn" : `${count(drawn, "session")} drawn anew`}${redrawn === 0 ? "" : ` (${redrawn} twice, for what others say of them)`}`;

export function leftOutWords(leftOut: Summary["leftOut"]): string {
  const parts = [
    leftOut.sessions === 0 ? [] : [count(leftOut.sessions, "session")],
    leftOut.thinking === 0 ? [] : [count(leftOut.thinking, "thought")],
    leftOut.toolOutput === 0 ? [] : [count(leftOut.toolOutput, "output")],
  ].flat();
  return parts.length === 0 ? "nothing" : parts.join(", ");
}
