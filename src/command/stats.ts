/** `annals stats`: tokens by model, day, project and session. */
import { createLedger, type Ledger } from "../library/ledger.ts";
import type { ModelUsage } from "../model.ts";
import { addUsage } from "../normalise/usage.ts";
import type { Arguments } from "./arguments.ts";
import { keepOf } from "./filter.ts";
import { findSources } from "./sources.ts";
import { note, write } from "./terminal.ts";

export async function stats(options: Arguments): Promise<number> {
  const { paths, isSample } = findSources(options.sources);
  if (isSample) note("No logs were found here: these are the figures of the bundled sample.");
  const timeZone = options.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const ledger = createLedger({ sources: paths, timeZone, keep: keepOf(options) });
  await write(options.isJson ? `${JSON.stringify(figures(ledger), null, 2)}\n` : table(ledger));
  return 0;
}

type Sum = Omit<ModelUsage, "model">;

function figures(ledger: Ledger) {
  const usageOf = new Map(ledger.sessions.map(({ id, usage }) => [id, usage]));
  return {
    totals: { sessions: ledger.sessions.length, projects: ledger.projects.length, ...total(ledger.usage) },
    models: ledger.usage,
    days: ledger.days,
    projects: ledger.projects.map((project) => {
      const models = addUsage(project.sessions.flatMap((id) => [usageOf.get(id) ?? []]));
      return {
        id: project.id,
        name: project.name,
        path: project.path,
        sessions: project.sessions.length,
        ...total(models),
        models,
      };
    }),
    sessions: ledger.sessions.map(({ id, project, title, span, usage }) => ({
      id,
      project,
      title,
      ...span,
      ...total(usage),
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

function table(ledger: Ledger): string {
  const head = ["Model", "Messages", "Input", "Output", "Cache read", "Cache write"];
  const row = (name: string, sum: Sum): string[] => [
    name,
    ...[sum.messages, sum.input, sum.output, sum.cacheRead, sum.cacheWrite5m + sum.cacheWrite1h].map((value) =>
      value.toLocaleString("en"),
    ),
  ];
  const rows = [head, ...ledger.usage.map((usage) => row(usage.model, usage)), row("All", total(ledger.usage))];
  const widths = head.map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0)));
  const lines = rows.map((cells) =>
    cells
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join("  "),
  );
  lines.splice(1, 0, "-".repeat(lines[0]?.length ?? 0));
  lines.splice(-1, 0, "-".repeat(lines[0]?.length ?? 0));
  const first = ledger.days[0]?.date;
  const last = ledger.days.at(-1)?.date;
  const when = first === undefined ? "" : `, ${first} to ${last}`;
  return `${ledger.sessions.length} sessions in ${ledger.projects.length} projects${when}\n\n${lines.join("\n")}\n`;
}
