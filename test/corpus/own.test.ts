/** What check.ts asks of real logs, asked of our own: nothing is lost, everything is there once, and each build works. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readArchive } from "../../src/archive/index.ts";
import { run } from "../support/run.ts";
import { compare, isCounted } from "./compare.ts";
import { filesBelow, logsBelow, objectOf } from "./logs.ts";
import { type Model, modelOf } from "./model.ts";
import { orderOf } from "./order.ts";
import { Site } from "./site.ts";

const fixtures = resolve(import.meta.dirname, "../../fixtures");
const sample = join(fixtures, "sample/projects");
const scenarios = readdirSync(join(fixtures, "sessions")).sort();
const scratch = mkdtempSync(join(tmpdir(), "annals-own-corpus-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe("each session of fixtures", () => {
  it.each(scenarios)("%s: all of it is in the model, once", async (name) => {
    const folder = join(fixtures, "sessions", name);
    const { misses, tokens, order } = compare(logsBelow(folder), await read(folder));
    expect(misses).toEqual([]);
    expect(order.late).toEqual([]);
    expect(tokens.filter((row) => !isCounted(row))).toEqual([]);
  });
});

/** As `annals inspect --json` writes it. */
async function read(folder: string): Promise<Model> {
  const archive = await readArchive({ sources: [folder], title: "", timeZone: "UTC" });
  const sessions = archive.sessions.map(({ id }) => archive.whole(id).session);
  return modelOf(JSON.stringify({ sessions, usage: archive.usage }));
}

describe("the sample", () => {
  const build = (...args: readonly string[]) => run(scratch, ["build", sample, "--no-cache", ...args]);

  it("builds as everybody builds it, and knows all but the lines that are unknown on purpose", () => {
    const { code, stdout } = build("-o", "site", "--json");
    expect(code).toBe(0);
    const unknown = Object.entries<number>(JSON.parse(stdout).notUnderstood).filter(([kind]) => /^unknown-/.test(kind));
    expect(Object.fromEntries(unknown)).toEqual({
      "unknown-attachment": 1,
      "unknown-block": 1,
      "unknown-entry": 1,
      "unknown-system": 1,
    });
  });

  it("has all that its logs hold in the model, once, and on the site", async () => {
    // What is taken out cannot be found again.
    expect(build("-o", "private", "--no-redact", "--no-search", "--quiet").code).toBe(0);
    const found = compare(logsBelow(sample), await read(sample), new Site(join(scratch, "private")));
    expect(found.misses).toEqual([]);
    expect(found.order.late).toEqual([]);
    expect(found.order.lists).toBeGreaterThan(10);
    expect(found.tokens.filter((row) => !isCounted(row))).toEqual([]);
    for (const [kind, least] of [
      ["call", 200],
      ["result", 200],
      ["text", 100],
      ["prompt", 50],
      ["machine", 40],
      ["thinking", 10],
      ["image", 5],
    ] as const)
      expect(found.counts[kind], kind).toBeGreaterThanOrEqual(least);
  });
});

it("the check sees lists of tasks that stand too late", async () => {
  const { told } = await read(sample);
  const isList = (step: unknown): boolean => objectOf(step)?.kind === "tasks";
  let moved = 0;
  const late = JSON.parse(JSON.stringify(told), (key, value) => {
    if (key !== "steps" || !Array.isArray(value)) return value;
    const end = value.findLastIndex((step) => ["text", "thinking"].includes(String(objectOf(step)?.kind)));
    const steps = value.filter((step, at) => !isList(step) || at > end);
    const lists = value.filter((step, at) => isList(step) && at < end);
    moved += lists.length;
    return steps.toSpliced(end + 1 - lists.length, 0, ...lists);
  });
  expect(moved).toBeGreaterThan(5);
  expect(orderOf(logsBelow(sample), late).late).toHaveLength(moved);
});

/** One line, or one path, that only such a log has. */
const shapes: Readonly<Record<string, RegExp>> = {
  "a log of 1.0": /"version":"1\.0\./,
  "a log of 2.0": /"version":"2\.0\./,
  "a plan that names the transcript of its session": /read the full transcript at: /,
  "a chain by slug": /"slug":"/,
  "entries of another session, copied": /^file: .*a5953317/,
  "a fork": /"type":"fork-context-ref"/,
  "a rewind": /"type":"last-prompt".*"leafUuid"/,
  "an agent in the same file": /^file: projects\/[^/]+\/[0-9a-f-]{36}\.jsonl: .*"isSidechain":true/,
  "an agent beside the session": /^file: projects\/[^/]+\/agent-/,
  "an agent in the folder of the session": /^file: projects\/[^/]+\/[^/]+\/subagents\/agent-/,
  "an agent of a workflow": /^file: .*\/subagents\/workflows\/wf_[^/]+\/agent-/,
  "an agent in lines of progress": /"type":"agent_progress"/,
  "an agent that calls an agent": /^file: .*\/agent-.*"name":"(?:Agent|Task)"/,
  "a compaction with its boundary": /"subtype":"compact_boundary"/,
  "a compaction of old": /"isCompactSummary":true/,
  "a plan": /"name":"ExitPlanMode"/,
  "a rejected plan": /doesn't want to proceed with this tool use[^"]*the user said/i,
  todos: /"name":"TodoWrite"/,
  tasks: /"name":"TaskCreate"/,
  "a team": /"name":"TeamCreate"/,
  "a teammate": /"teamName":"[^"]+"/,
  "a queued prompt": /"type":"queue-operation"/,
  "an image": /"type":"image"/,
  "a document": /"type":"document"/,
  "an output kept in a file": /<persisted-output>/,
  "a command of the client": /<command-name>/,
  "a command of the shell": /<bash-input>/,
  "thinking that was withheld": /"type":"redacted_thinking"/,
  "a line that is not JSON": /^file: [^{]+: (?!\{)|^file: [^{]+: \{.*[^}\r]$/,
  "an empty log": /^file: [^{]+: $/,
};

it.each(Object.entries(shapes))("the sample has %s", (_, shape) => {
  expect(lines.filter((line) => shape.test(line)).length).toBeGreaterThan(0);
});

/** Each line behind the path of its file. */
const lines = filesBelow(sample, (name) => name.endsWith(".jsonl")).flatMap((path) => {
  const name = path.slice(join(sample, "..").length + 1);
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line, index) => line !== "" || index === 0)
    .map((line) => `file: ${name}: ${line}`);
});
