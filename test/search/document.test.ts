import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type LogArchive, readArchive } from "../../src/archive/index.ts";
import { type SearchDocument, type SearchOptions, type SearchSection, searchDocument } from "../../src/search/index.ts";
import { Log } from "../hostile/log.ts";

let archive: LogArchive;
let made: SearchDocument;

beforeAll(async () => {
  const sources = [fileURLToPath(new URL("logs", import.meta.url))];
  archive = await readArchive({ sources, title: "Test", timeZone: "UTC" });
  made = await documentOf("head");
});

async function documentOf(toolOutput: SearchOptions["toolOutput"]): Promise<SearchDocument> {
  const record = archive.sessions[0];
  if (record === undefined) throw new Error("The log was not read.");
  const { session } = await archive.open(record.id);
  return searchDocument(session, record, archive.projectOf(record).name, { toolOutput });
}

const of = (kind: string, document = made): readonly SearchSection[] =>
  document.sections.filter((section) => section.kind === kind);
const texts = (kind: string, document = made): string[] => of(kind, document).map(({ text }) => text);
const about = (call: string, kind: string): SearchSection | undefined =>
  made.sections.find((section) => section.anchor === `s-${call}` && section.kind === kind);

describe("a session is searchable by", () => {
  test("what the person typed, without reminders and markup", () => {
    expect(texts("typed")).toEqual(["Why does the harbour clock drift?", "Ship it, 快一点"]);
    expect(of("typed").map(({ title }) => title)).toEqual(["Prompt 1", "Prompt 2"]);
  });
  test("what the agent said and thought", () => {
    expect(texts("said")).toContain("I will look at offsetHours first.");
    expect(texts("thinking")).toEqual(["Perhaps the offset is cached."]);
    expect(of("thinking")[0]?.anchor).toMatch(/^s-.*-thinking$/);
  });
  test("commands, with where they lead", () => {
    expect(about("toolu_ls", "command")).toMatchObject({
      tool: "Bash",
      verb: "run",
      text: "grep -rn offset src/feed\nFind the offset",
    });
  });
  test("the head of what went well, and head and tail of what failed", () => {
    const [well, failed] = [about("toolu_ls", "output"), about("toolu_run", "output")];
    expect(well?.text.length).toBeLessThanOrEqual(502);
    expect(well?.text).not.toContain("lastword");
    expect(failed?.text).toContain("FAIL lord-howe");
    expect(failed?.text).toContain("expected 3 to be 4");
    expect(failed?.title).toBe("Prompt 1 · Bash pnpm vitest run failed");
  });
  test("edits: path and changed text", () => {
    expect(about("toolu_edit", "edit")?.text).toContain("src/feed/day.ts");
    expect(about("toolu_edit", "edit")?.text).toContain("hoursOf(day)");
    expect(about("toolu_edit", "output")).toBeUndefined();
  });
  test("plans, questions with their answers, and tasks", () => {
    expect(texts("plan")[0]).toContain("A civil day has 23, 24 or 25 of them.");
    expect(of("plan")).toHaveLength(1);
    expect(about("toolu_ask", "question")?.text).toContain("From which year on?");
    expect(about("toolu_ask", "question")?.text).toContain('="This year"');
    expect(texts("tasks")).toEqual(["Count the hours\nTell the harbour masters"]);
  });
  test("what its agents said, on their own pages", () => {
    const walrus = made.sections.find(({ text }) => text.includes("walrus module"));
    expect(walrus?.page).toMatch(/^sessions\/[^/]+\/agents\/[^/]+\/index\.html$/);
    expect(walrus?.title).toBe("Prompt 1 · in agent Find callers");
    expect(walrus?.kind).toBe("said");
  });
  test("each text once", () => {
    expect(texts("output").filter((text) => text === "the very same notes")).toHaveLength(1);
    expect(made.sections.filter(({ text }) => text === "Who calls eventUid?")).toHaveLength(0);
  });
});

test("toolOutput none leaves out results but not what names a call", async () => {
  const none = await documentOf("none");
  expect(texts("output", none)).toEqual([]);
  expect(texts("edit", none)).toEqual(["/work/tides/src/feed/day.ts"]);
  expect(texts("command", none)).toContain("pnpm vitest run");
});

test("toolOutput all has everything", async () => {
  expect(texts("output", await documentOf("all")).some((text) => text.includes("lastword"))).toBe(true);
});

test("facets come from the record", () => {
  expect(made).toMatchObject({
    project: "tides",
    branches: ["fix/clock"],
    models: ["claude-opus-4-6"],
    failures: 1,
    prompts: 2,
  });
});

describe("of a result", () => {
  const scratch = mkdtempSync(join(tmpdir(), "annals-document-"));
  afterAll(() => rmSync(scratch, { recursive: true, force: true }));

  test("the tool's words are searchable, as the page shows them, and not what the client put around them", async () => {
    const log = new Log("aaaaaaaa-0000-4000-8000-000000000001", { cwd: "/work/tides" });
    log.prompt("Go on");
    const preview = "Output too large (9KB). Full output saved to: /x/b1.txt\n\nPreview (first 2KB):\nlow water";
    for (const said of [
      "high water\n<system-reminder>The list is empty.</system-reminder>",
      "<tool_use_error>no such tide</tool_use_error>",
      `<persisted-output>\n${preview}\n</persisted-output>`,
      "It begins with\n<system-reminder>a word</system-reminder>\nand goes on.",
    ])
      log.call("Bash", { command: "tide" }, said);
    mkdirSync(join(scratch, "-work-tides"));
    writeFileSync(join(scratch, "-work-tides", "aaaaaaaa-0000-4000-8000-000000000001.jsonl"), String(log));
    const own = await readArchive({ sources: [scratch], title: "Test", timeZone: "UTC" });
    const [record = expect.unreachable()] = own.sessions;
    const { session } = await own.open(record.id);
    expect(texts("output", searchDocument(session, record, "tides"))).toEqual([
      "high water",
      "no such tide",
      "low water",
      "It begins with\n<system-reminder>a word</system-reminder>\nand goes on.",
    ]);
  });
});
