/** Names of models and labels are texts of the log: what must not be seen is taken out of them as well. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readArchive } from "../../src/archive/index.ts";
import { redactionBy } from "../../src/archive/redaction.ts";
import { usageReport } from "../../src/archive/usage-report.ts";
import { createRedactor } from "../../src/redact/index.ts";
import { Log } from "../hostile/log.ts";
import { A } from "../support/archive.ts";

const logs = mkdtempSync(join(tmpdir(), "annals-names-"));
const token = `ghp_${"aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dF3hJ5"}`;
const hidden = /ghp_|wilhelmina|kessler@/;
const usage = { input_tokens: 5, output_tokens: 2 };

beforeAll(() => {
  const log = new Log(A, { cwd: "/home/wilhelmina/code/x" });
  log.prompt("Ask wilhelmina.");
  const models = [
    `model-${token}`,
    "anna.kessler@firma.de",
    "wilhelmina-tuned",
    "/home/wilhelmina/a.gguf",
    "~/a.gguf",
    "claude-opus-4-7",
  ];
  for (const [at, model] of models.entries())
    log.said([{ type: "tool_use", id: `toolu_${at}`, name: `Ask_${token}`, input: {} }], { model, usage });
  log.line({ type: "agent-setting", agentSetting: `of wilhelmina ${token}` }, false);
  log.line({ type: "tag", tag: "anna.kessler@firma.de" }, false);
  mkdirSync(join(logs, "-a"));
  writeFileSync(join(logs, "-a", `${A}.jsonl`), String(log));
});
afterAll(() => rmSync(logs, { recursive: true, force: true }));

const read = async () => {
  const redactor = await createRedactor();
  const archive = await readArchive({ sources: [logs], title: "", timeZone: "UTC", redactor });
  return { archive, redaction: redactionBy(redactor) };
};

test("the archive has them in no model, day, tool or label", async () => {
  const { archive } = await read();
  const { usage: spent, days, work } = archive;
  const { labels } = (await archive.open(A)).session;
  expect(JSON.stringify({ spent, days, work, labels })).not.toMatch(hidden);
  expect(labels?.agent).toMatch(/^of \[redacted: user name[^\]]*\] \[redacted: GitHub token/);
  expect(spent.map(({ model }) => model)).toContain("claude-opus-4-7");
});

test("models that have one name then are one", async () => {
  const { archive } = await read();
  expect(archive.usage.find(({ model }) => model === "~/a.gguf")?.messages).toBe(2);
  expect(archive.days.flatMap(({ models }) => models)).toEqual(archive.usage);
});

test("a report of usage has the same names", async () => {
  const { archive, redaction } = await read();
  const report = await usageReport({ sources: [logs], timeZone: "UTC", show: redaction });
  expect(JSON.stringify(report)).not.toMatch(hidden);
  expect(report.usage).toEqual(archive.usage);
});
