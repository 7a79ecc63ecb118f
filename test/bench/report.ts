/** Figures of all rounds as ratios: medians, since one run on a busy machine says little. */
import type { Cost } from "./measure.ts";

export interface Case {
  readonly name: string;
  readonly what: string;
  readonly costs: readonly Cost[];
  /** Of its logs, where they are not those of all others. */
  readonly bytes?: number;
  readonly failure?: string;
}

export interface Row {
  readonly name: string;
  readonly what: string;
  readonly cpu?: number;
  readonly wall?: number;
  readonly peak?: number;
  readonly toLimit?: number;
  readonly toPeer?: number;
  readonly toCold?: number;
  readonly bytes?: number;
  readonly failure?: string;
  readonly runs: readonly Cost[];
}

export function rows(cases: readonly Case[]): readonly Row[] {
  const cpuOf = (name: string): number | undefined =>
    median(cases.find((each) => each.name === name)?.costs.map(({ cpu }) => cpu) ?? []);
  const [limit, peer, cold] = [cpuOf("limit"), cpuOf("peer"), cpuOf("build")];
  return cases.map(({ name, what, costs, bytes, failure }) => {
    const cpu = median(costs.map((cost) => cost.cpu));
    const wall = median(costs.map((cost) => cost.wall));
    const peaks = costs.flatMap((cost) => cost.peak ?? []);
    const ratio = (to: number | undefined): number | undefined =>
      cpu === undefined || to === undefined || to === 0 ? undefined : cpu / to;
    return defined({
      name,
      what,
      cpu,
      wall,
      peak: peaks.length === 0 ? undefined : Math.max(...peaks),
      toLimit: ratio(limit),
      toPeer: ratio(peer),
      toCold: ratio(cold),
      bytes,
      failure,
      runs: costs,
    });
  });
}

function defined(row: { [Key in keyof Row]: Row[Key] | undefined }): Row {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined)) as unknown as Row;
}

export function median(values: readonly number[]): number | undefined {
  const sorted = [...values].sort((a, b) => a - b);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return low === undefined || high === undefined ? undefined : (low + high) / 2;
}

export function table(all: readonly Row[], bytes: number): string {
  const head = ["", "CPU s", "wall s", "peak MB", "MB/CPU s", "x limit", "x peer", "% of cold"];
  const figure = (value: number | undefined, digits: number): string =>
    value === undefined ? "" : value.toFixed(digits);
  const cells = all.map((row) => [
    row.what,
    row.failure === undefined ? figure(row.cpu, 2) : "failed",
    figure(row.wall, 2),
    figure(row.peak === undefined ? undefined : row.peak / 1e6, 0),
    figure(row.cpu === undefined ? undefined : (row.bytes ?? bytes) / 1e6 / row.cpu, 1),
    figure(row.toLimit, 2),
    figure(row.toPeer, 2),
    figure(row.toCold === undefined ? undefined : row.toCold * 100, 1),
  ]);
  const widths = head.map((_, column) => Math.max(...[head, ...cells].map((line) => line[column]?.length ?? 0)));
  const print = (line: readonly string[]): string =>
    line
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join("  ");
  const failures = all.flatMap(({ what, failure }) => (failure === undefined ? [] : [`${what}: ${failure}`]));
  return [print(head), "-".repeat(print(head).length), ...cells.map(print), ...failures].join("\n");
}
