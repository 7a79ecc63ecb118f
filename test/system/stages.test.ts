/** Each moment is charged to one stage: the innermost that runs. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { transformSync } from "esbuild";
import { afterAll, describe, expect, it } from "vitest";
import { StageClock, type StageSums, stage, stageAsync } from "../../src/system/stages.ts";
import { stageSums, stageTable } from "../bench/stages.ts";

const scratch = mkdtempSync(join(tmpdir(), "annals-stages-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

function madeClock() {
  let now = 100;
  let written: StageSums = {};
  const spend = (seconds: number): void => {
    now += seconds;
  };
  const clock = new StageClock(
    () => now,
    (sums) => {
      written = { ...sums };
    },
  );
  return { clock, spend, written: () => written };
}

describe("stages", () => {
  it("leaves out of a stage what stages inside it took", () => {
    const { clock, spend, written } = madeClock();
    spend(50);
    const given = clock.run("draw", () => {
      spend(1);
      clock.run("markdown", () => {
        spend(2);
        clock.run("draw", () => spend(4));
      });
      spend(8);
      return "drawn";
    });
    spend(50);
    clock.run("markdown", () => spend(16));
    expect(given).toBe("drawn");
    clock.end();
    expect(written()).toEqual({ start: 100, "between stages": 100, draw: 13, markdown: 18 });
  });

  it("charges a stage that fails, and goes on", () => {
    const { clock, spend, written } = madeClock();
    const fail = () => {
      spend(1);
      throw new Error("no");
    };
    expect(() => clock.run("read", () => clock.run("parse", fail))).toThrow("no");
    clock.run("read", () => spend(2));
    expect(written()).toEqual({ start: 100, "between stages": 0, parse: 1, read: 2 });
  });

  it("charges work that waits for what runs outside of other stages", async () => {
    const { clock, spend, written } = madeClock();
    const steps: (() => void)[] = [];
    const wait = () => new Promise<void>((go) => steps.push(go));
    const whole = clock.runAsync("read", async () => {
      spend(1);
      await wait();
      spend(2);
      clock.run("parse", () => spend(4));
    });
    spend(8);
    const other = clock.runAsync("write", async () => {
      spend(16);
      await wait();
    });
    steps[1]?.();
    await other;
    steps[0]?.();
    await whole;
    await expect(clock.runAsync("read", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(written()).toEqual({ start: 100, "between stages": 0, read: 11, write: 16, parse: 4 });
  });

  it("is only a call where nobody measures", async () => {
    expect(stage("read", () => 7)).toBe(7);
    expect(await stageAsync("read", async () => 7)).toBe(7);
  });

  it("is written by every thread, by those that are ended too, and added up", () => {
    const source = readFileSync(resolve(import.meta.dirname, "../../src/system/stages.ts"), "utf8");
    writeFileSync(join(scratch, "stages.mjs"), transformSync(source, { loader: "ts" }).code);
    const work = "let sum = 0; for (let at = 0; at < 3e7; at++) sum += Math.sqrt(at);";
    writeFileSync(
      join(scratch, "thread.mjs"),
      `import { parentPort } from "node:worker_threads";
      import { stage } from "./stages.mjs";
      stage("in thread", () => { ${work} });
      parentPort.postMessage("done");
      setInterval(() => undefined, 1000);`,
    );
    writeFileSync(
      join(scratch, "main.mjs"),
      `import { Worker } from "node:worker_threads";
      import { stage } from "./stages.mjs";
      stage("in main", () => { ${work} });
      const worker = new Worker(new URL("thread.mjs", import.meta.url));
      worker.once("message", () => worker.terminate());`,
    );
    const folder = join(scratch, "figures");
    execFileSync(process.execPath, [join(scratch, "main.mjs")], { env: { ...process.env, ANNALS_STAGES: folder } });
    expect(readdirSync(folder)).toHaveLength(2);
    const sums = stageSums(folder);
    expect(Object.keys(sums).sort()).toEqual(["between stages", "in main", "in thread", "start"]);
    for (const seconds of Object.values(sums)) expect(seconds).toBeGreaterThanOrEqual(0);
    expect(Math.min(sums["in main"] ?? 0, sums["in thread"] ?? 0, sums.start ?? 0)).toBeGreaterThan(0);
  });

  it("adds up to the whole, what no thread of ours has spent included", () => {
    const told = stageTable({ read: 1, draw: 6 }, 10).split("\n");
    expect(told.filter((line) => /^(draw|read|engine|total) /.test(line)).map((line) => line.split(/\s+/))).toEqual([
      ["draw", "6.00", "60.0"],
      ["read", "1.00", "10.0"],
      ["engine", "3.00", "30.0"],
      ["total", "10.00", "100.0"],
    ]);
  });
});
