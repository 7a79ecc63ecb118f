/** Many threads draw what one draws. */

import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readArchive } from "../../../src/archive/index.ts";
import { noTheme } from "../../../src/build/theme-files.ts";
import { sessionWorker } from "../../../src/build/workers/worker.ts";
import { widthFor, workerPool } from "../../../src/build/workers/worker-pool.ts";
import { searchOptions } from "../../../src/search/index.ts";
import { generate } from "../../bench/generate.ts";
import { textPool } from "../../bench/text-pool.ts";
import { run } from "../../support/run.ts";

const scratch = mkdtempSync(join(tmpdir(), "annals-workers-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const filesIn = (folder: string): string[] =>
  readdirSync(join(scratch, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => statSync(join(scratch, folder, name)).isFile())
    .sort();

describe("threads", () => {
  it("give the same bytes as one thread alone", () => {
    const pool = textPool(resolve(import.meta.dirname, "../../../node_modules"));
    generate(join(scratch, "logs"), { projects: 2, sessions: 14, bytes: 14_000_000 }, pool);
    const size = filesIn("logs").reduce((sum, name) => sum + statSync(join(scratch, "logs", name)).size, 0);
    // With less than 8 MB none would start.
    expect(size).toBeGreaterThan(12_000_000);
    for (const threads of ["0", "2"]) {
      const { code, stderr } = run(scratch, [
        ...["build", join(scratch, "logs/projects"), "-o", `by-${threads}`, "--threads", threads],
        ...["--no-cache", "--time-zone", "UTC"],
      ]);
      expect({ code, failed: code === 0 ? "" : stderr }).toEqual({ code: 0, failed: "" });
    }
    const names = filesIn("by-0");
    expect(filesIn("by-2")).toEqual(names);
    expect(names.length).toBeGreaterThan(20);
    const differing = names.filter(
      (name) => !readFileSync(join(scratch, "by-0", name)).equals(readFileSync(join(scratch, "by-2", name))),
    );
    expect(differing).toEqual([]);
  });

  it("are as many as cores, logs and memory make worth while", () => {
    const gigabyte = 1e9;
    const memory = 64e9;
    expect([1, 2, 4, 64].map((cores) => widthFor(gigabyte, cores, memory))).toEqual([0, 2, 4, 8]);
    expect([1e6, 9e6, 17e6, 25e6].map((bytes) => widthFor(bytes, 4, memory))).toEqual([0, 0, 2, 3]);
    expect([1e9, 4e9, 8e9].map((small) => widthFor(gigabyte, 8, small))).toEqual([0, 3, 6]);
  });
});

const settings = (name: string) => ({
  folder: join(scratch, name),
  redact: { redact: false },
  leaveOut: { thinking: false, toolOutput: false },
  theme: noTheme,
  search: searchOptions,
});

describe("a thread that writes the index", () => {
  it("is one of several", async () => {
    const left = async (width: number): Promise<boolean> => {
      const pool = workerPool(settings("none"), width, true);
      const files = {
        id: "none" as never,
        agent: "claude-code" as const,
        folder: "",
        agents: [],
        copies: [],
        outputs: new Map(),
      };
      await Promise.all([1, 2].map(() => pool.use(1, (worker) => worker.facts(files))));
      const thread = await pool.closeAllButOne();
      await pool.close();
      return thread !== undefined;
    };
    expect([await left(0), await left(1), await left(2)]).toEqual([false, false, true]);
  });

  it("fails where the index of a session is missing, and does not leave it out", async () => {
    const folder = join(scratch, "unfinished");
    const fields = { key: "s1", title: "One", project: "p" } as never;
    const sessions = [{ id: "s1" as never, fingerprint: "a", fields, file: join(folder, "absent.json") }];
    const plan = { folder, previous: folder, cache: folder, sessions, settings: searchOptions };
    await expect(sessionWorker(settings("none")).index(plan)).rejects.toThrow("not in its file");
  });
});

describe("one thread alone", () => {
  it("draws one batch after the other, and hears between two sessions what else happens", async () => {
    const sources = [resolve(import.meta.dirname, "../../../fixtures/sample/projects")];
    const archive = await readArchive({ sources, title: "Sample", timeZone: "UTC" });
    const { sessions, projects, chains, title, timeZone } = archive;
    const work = workerPool(settings("alone"), 0);
    await work.use(0, (worker) => worker.share({ title, timeZone, records: { sessions, projects, chains } }));
    let turns = 0;
    let isDrawing = true;
    const count = (): void => {
      turns++;
      if (isDrawing) setImmediate(count);
    };
    setImmediate(count);
    const half = Math.floor(sessions.length / 2);
    const order: string[] = [];
    const turnsBefore: number[] = [];
    const draw = (batch: typeof sessions, name: string) =>
      work.use(0, (worker) =>
        worker.draw(
          batch.map(({ id }) => ({ id, source: archive.source(id) })),
          () => {
            order.push(name);
            turnsBefore.push(turns);
          },
        ),
      );
    await Promise.all([draw(sessions.slice(0, half), "first"), draw(sessions.slice(half), "second")]);
    isDrawing = false;
    await work.close();
    expect(order).toEqual(sessions.map((_, at) => (at < half ? "first" : "second")));
    expect(new Set(turnsBefore).size).toBe(sessions.length);
  });
});
