import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readArchive } from "../../src/archive/index.ts";
import { redactionBy } from "../../src/archive/redaction.ts";
import { parse } from "../../src/log/entries/parse.ts";
import { lines } from "../../src/log/lines.ts";
import { createRedactor } from "../../src/redact/index.ts";
import { changes, secretWord } from "./changes.ts";
import { generate } from "./generate.ts";
import { childSeconds, ownSeconds } from "./measure.ts";
import { median, rows } from "./report.ts";
import { textPool } from "./text-pool.ts";
import { changed, withoutOverviews } from "./without-overviews.ts";

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

describe("what happens between two builds", () => {
  const root = resolve(import.meta.dirname, "../..");
  const logs = join(folder, "changed");
  generate(logs, { projects: 2, sessions: 6, bytes: 600_000 }, textPool(join(root, "node_modules")));
  const projects = join(logs, "projects");
  const change = changes({ folder: projects, madeBy: "", bytes: 0, sessions: 6, files: 6 }, folder, root);
  const read = async () => {
    const redactor = await createRedactor({});
    const { sessions } = await readArchive({ sources: [projects], title: "", timeZone: "UTC", redactor });
    return { sessions, shown: redactionBy(redactor).text(`Is it ${secretWord}?`) };
  };
  const sizes = () =>
    readdirSync(projects, { recursive: true, encoding: "utf8" }).map((name) => [
      name,
      statSync(join(projects, name)).size,
    ]);

  it("a word becomes a secret, a session is resumed, and all is as it was again", async () => {
    const before = sizes();
    change.plantWord();
    const planted = await read();
    expect(planted.shown).toContain(secretWord);
    change.tellSecret();
    expect((await read()).shown).not.toContain(secretWord);
    change.addLink();
    const { sessions } = await read();
    expect(sessions).toHaveLength(planted.sessions.length + 1);
    const resumed = sessions.find(({ continues }) => continues !== undefined);
    expect(planted.sessions.map(({ id }) => id)).toContain(resumed?.continues);
    change.undo();
    expect(sizes()).toEqual(before);
  });
});

describe("Annals without pages over several sessions", () => {
  const root = resolve(import.meta.dirname, "../..");

  it.each(withoutOverviews.map((change) => [`${change.file} ${change.from}`, change] as const))(
    "finds what it takes out: %s",
    (_, change) => {
      const source = readFileSync(join(root, change.file), "utf8");
      expect(changed(source, change)).not.toBe(source);
      expect(() => changed("", change)).toThrow(change.file);
    },
  );
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
