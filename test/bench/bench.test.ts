import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { parse } from "../../src/log/entries/parse.ts";
import { lines } from "../../src/log/lines.ts";
import { generate } from "./generate.ts";
import { childSeconds, ownSeconds } from "./measure.ts";
import { median, rows } from "./report.ts";
import { textPool } from "./text-pool.ts";

const folder = mkdtempSync(join(tmpdir(), "annals-bench-test-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the generator", () => {
  const pool = textPool(resolve(import.meta.dirname, "../../node_modules"));
  const made = (name: string): ReadonlyMap<string, string> => {
    generate(join(folder, name), { projects: 2, sessions: 3, bytes: 600_000 }, pool);
    const files = readdirSync(join(folder, name), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".jsonl"))
      .sort();
    return new Map(files.map((file) => [file, readFileSync(join(folder, name, file), "utf8")]));
  };

  it("makes the same logs each time, and all of them are understood", () => {
    const first = made("first");
    expect(made("second")).toEqual(first);
    expect(first.size).toBeGreaterThanOrEqual(3);
    for (const file of first.keys())
      expect(parse(lines(join(folder, "first", file)), file).diagnostics, file).toEqual([]);
  });
});

describe("figures", () => {
  it("reads what `times` says, of bash and of dash", () => {
    expect(childSeconds("0m0.001s 0m0.002s\n1m8.120s 0m0.730s\n")).toBeCloseTo(68.85);
    expect(childSeconds("0m0.00s 0m0.00s\n0m8.120000s 0m0.730000s\n")).toBeCloseTo(8.85);
  });

  it("reads what a process spent itself", () => {
    expect(ownSeconds("7 (a) name) S 1 7 7 0 -1 4194304 950 12 0 0 250 50 900 800 20 0 11 0 99\n")).toBe(3);
    expect(ownSeconds("")).toBeUndefined();
  });

  it("compares medians", () => {
    expect(median([3, 1, 2])).toBe(2);
    expect(median([4, 1])).toBe(2.5);
    expect(median([])).toBeUndefined();
    const cost = (cpu: number) => ({ cpu, wall: cpu });
    const [, stats] = rows([
      { name: "limit", what: "limit", costs: [cost(1), cost(2), cost(9)] },
      { name: "stats", what: "stats", costs: [cost(3)] },
    ]);
    expect(stats?.toLimit).toBe(1.5);
  });
});
