/** `annals stats`: tokens and what they would cost, by session, day, project and model. */

import { cost, costNote, costText } from "../archive/cost.ts";
import type { LogArchiveOptions } from "../archive/index.ts";
import { usageByAgent } from "../archive/usage-page.ts";
import { type UsageReport, usageReport } from "../archive/usage-report.ts";
import { addUsage } from "../conversation/usage.ts";
import { codingAgentNames } from "../model/coding-agent.ts";
import type { ModelUsage, TokenSums } from "../model/session.ts";
import { clock } from "../text/clock.ts";
import { count, totals } from "../text/format.ts";
import { printable } from "../text/printable.ts";
import type { Arguments } from "./arguments.ts";
import { selectionOf } from "./filter.ts";
import { type Progress, quietProgress } from "./progress.ts";
import { sourcesAndStore } from "./store.ts";
import { note, print, write } from "./terminal.ts";

export async function stats(options: Arguments): Promise<number> {
  const { sources, store } = sourcesAndStore(options);
  const { paths, isSample } = sources;
  if (isSample) note("No logs were found here: these are the figures of the bundled sample.");
  const shown = quietProgress();
  try {
    const show = options.redact
      ? await redaction(options, { sources: paths, ...(store === undefined ? {} : { store }) }, shown)
      : undefined;
    const report = await usageReport({
      sources: paths,
      ...(store === undefined ? {} : { store }),
      timeZone: options.timeZone,
      ...selectionOf(options, paths),
      ...(options.since === undefined ? {} : { since: options.since }),
      ...(options.until === undefined ? {} : { until: options.until }),
      ...(show === undefined ? {} : { show }),
      onProgress: onProgress("Counting", shown),
    });
    shown.end();
    const told = figures(report);
    // Texts are clean already; ids may tell something too.
    const clean = show === undefined ? told : show.value(told);
    if (options.isJson) await write(`${JSON.stringify(clean, null, 2)}\n`);
    else await print(tables(report, options.timeZone));
    return 0;
  } finally {
    shown.end();
  }
}

const onProgress =
  (name: string, shown: Progress) =>
  (done: number, all: number, bytes: number): void => {
    if (done === 1) shown.phase(name, all);
    shown.step(done, bytes);
  };

/** All logs are read for what must not be seen, as for a site. */
async function redaction({ config }: Arguments, logs: Pick<LogArchiveOptions, "sources" | "store">, shown: Progress) {
  const { readArchive } = await import("../archive/index.ts");
  const { redactionBy } = await import("../archive/redaction.ts");
  const { createRedactor } = await import("../redact/index.ts");
  const { readConfig } = await import("./config.ts");
  const redactor = await createRedactor(readConfig(config).redact);
  const options = { ...logs, title: "", timeZone: "UTC", redactor };
  await readArchive({ ...options, onProgress: onProgress("Looking for secrets", shown) });
  return redactionBy(redactor);
}

type Sum = TokenSums & Pick<ModelUsage, "messages">;

function figures(report: UsageReport) {
  const usageOf = new Map(report.sessions.map(({ id, usage }) => [id, usage]));
  return {
    totals: {
      sessions: report.sessions.length,
      projects: report.projects.length,
      ...total(report.usage),
      ...cost(report.usage),
    },
    models: report.usage.map((usage) => ({ ...usage, ...cost([usage]) })),
    days: report.days.map(({ date, models }) => ({ date, ...total(models), ...cost(models), models })),
    projects: report.projects.map((project) => {
      const models = addUsage(project.sessions.flatMap((id) => [usageOf.get(id) ?? []]));
      return {
        id: project.id,
        name: project.name,
        path: project.path,
        sessions: project.sessions.length,
        ...total(models),
        ...cost(models),
        models,
      };
    }),
    // Of the messages that called it; null for those that called none.
    tools: report.toolUsage.map(([tool, models]) => ({
      tool: tool === "" ? null : tool,
      ...total(models),
      ...cost(models),
      models,
    })),
    agents: usageByAgent(report.sessions).map(({ agent, sessions, usage }) => ({
      agent,
      sessions,
      ...total(usage),
      ...cost(usage),
      models: usage,
    })),
    sessions: report.sessions.map(({ id, agent, project, title, span, usage }) => ({
      id,
      agent,
      project,
      title,
      ...span,
      ...total(usage),
      ...cost(usage),
      models: usage,
    })),
  };
}

function total(models: readonly ModelUsage[]): Sum {
  const sum = { input: 0, output: 0, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, messages: 0 };
  for (const usage of models) {
    for (const key of Object.keys(sum) as (keyof Sum)[]) sum[key] += usage[key];
  }
  return sum;
}

/** What the log does not tell is no 0. */
function figure(value: number, models: readonly ModelUsage[], isOutput: boolean): string {
  const isTold = ({ known }: ModelUsage): boolean => known === undefined || (isOutput && known === "output-only");
  if (models.length > 0 && !models.some(isTold)) return "–";
  return `${value.toLocaleString("en")}${models.every(isTold) ? "" : "+"}`;
}

type Row = readonly [name: string, models: readonly ModelUsage[]];

const columns = ["Messages", "Input", "Output", "Cache read", "Cache write", "Cost"];
const longestName = 44;

/** The sum comes last, where a terminal that has scrolled still shows it. */
function tables(report: UsageReport, timeZone: string): string {
  const usageOf = new Map(report.sessions.map(({ id, usage }) => [id, usage]));
  const agents = usageByAgent(report.sessions);
  const began = (from: string | undefined): string => clock(timeZone).key(from) ?? "          ";
  const sections: readonly (readonly [title: string, rows: readonly Row[]])[] = [
    ["Session", report.sessions.map(({ title, span, usage }) => [`${began(span?.from)}  ${title}`, usage])],
    ["Day", report.days.map(({ date, models }) => [date, models])],
    [
      "Project",
      report.projects.map(({ name, sessions }) => [name, addUsage(sessions.map((id) => usageOf.get(id) ?? []))]),
    ],
    ["Model", report.usage.map((usage) => [modelWords(usage), [usage]])],
    ["Tool", byTokens(report.toolUsage).map(([tool, models]) => [tool === "" ? "No tool" : tool, models])],
    ...(agents.length < 2
      ? []
      : [["Agent", agents.map(({ agent, usage }) => [codingAgentNames[agent], usage] as const)] as const]),
  ];
  const all = cells(["All", report.usage]);
  const lines = sections.map(([title, rows]) => ({ head: [title, ...columns], rows: rows.map(cells) }));
  const every = [all, ...lines.flatMap(({ head, rows }) => [head, ...rows])];
  const widths = all.map((_, column) => Math.max(...every.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join("  ")
      .trimEnd();
  const rule = "-".repeat(widths.reduce((sum, width) => sum + width + 2, -2));
  const [first, last] = [report.days[0]?.date, report.days.at(-1)?.date];
  const when = first === undefined ? "" : first === last ? `, ${first}` : `, ${first} to ${last}`;
  return [
    ...lines.flatMap(({ head, rows }) => [line(head), rule, ...rows.map(line), ""]),
    line(all),
    "",
    `${count(report.sessions.length, "session")} in ${count(report.projects.length, "project")}${when}. ${costNote(cost(report.usage))}`,
    "",
  ].join("\n");
}

/** Of a message that called several each has its share. */
const byTokens = (tools: UsageReport["toolUsage"]): UsageReport["toolUsage"] =>
  tools.toSorted(([, a], [, b]) => totals(b).all - totals(a).all);

/** The provider says more than the model's name where several offer it. */
const modelWords = ({ model, provider, known }: ModelUsage): string =>
  [model, provider === undefined ? "" : ` (${provider})`, known === undefined ? "" : ", in part"].join("");

function cells([name, models]: Row): readonly string[] {
  const { messages, input, output, cacheRead, cacheWrite5m, cacheWrite1h } = total(models);
  const plain = printable(name).replace(/\s+/g, " ").trimEnd();
  return [
    plain.length > longestName ? `${plain.slice(0, longestName - 1)}…` : plain,
    messages.toLocaleString("en"),
    ...[input, output, cacheRead, cacheWrite5m + cacheWrite1h].map((value, at) => figure(value, models, at === 1)),
    costText(cost(models)) ?? "",
  ];
}
