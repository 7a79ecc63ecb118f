/** What a build spent by stage (src/system/stages.ts), as a table. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { StageSums } from "../../src/system/stages.ts";

/** Of all threads together. */
export function stageSums(folder: string): StageSums {
  const sums: Record<string, number> = {};
  for (const name of readdirSync(folder).filter((file) => file.endsWith(".json"))) {
    const own = JSON.parse(readFileSync(join(folder, name), "utf8")) as StageSums;
    for (const [stage, seconds] of Object.entries(own)) sums[stage] = (sums[stage] ?? 0) + seconds;
  }
  return sums;
}

/** What none of our threads has spent: compiling and marking in threads of the engine, the process that moves the site. */
const rest = "engine";

export function stageTable(sums: StageSums, total: number): string {
  const stages = Object.entries(sums).sort((a, b) => b[1] - a[1]);
  const left = total - stages.reduce((sum, [, seconds]) => sum + seconds, 0);
  const rows = [...stages, [rest, left] as const, ["total", total] as const].map(([name, seconds]) => [
    name,
    seconds.toFixed(2),
    ((100 * seconds) / total).toFixed(1),
  ]);
  const all = [["stage", "CPU s", "%"], ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all
    .map(([name = "", ...cells]) =>
      [name.padEnd(widths[0] ?? 0), ...cells.map((cell, at) => cell.padStart(widths[at + 1] ?? 0))].join("  "),
    )
    .join("\n");
}
