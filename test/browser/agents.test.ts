/** An archive of several coding agents in Chromium: a word for each, a facet, and nothing that axe finds. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AxeResults } from "axe-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { desktop, useReader, type Watched } from "../support/reader.ts";

const site = mkdtempSync(join(tmpdir(), "annals-agents-site-"));
const root = join(import.meta.dirname, "../..");
const phone = { width: 390, height: 844 };
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const pages: Readonly<Record<string, string>> = {
  index: "index.html",
  usage: "usage/index.html",
  search: "search/index.html",
  "a session of Claude Code": "sessions/abc-123/index.html",
  "a session of Codex": "sessions/codex.019e56cf-0000-7000-8000-0000000000c1/index.html",
  "a session of Copilot CLI": "sessions/copilot.c0p11070-0000-4000-8000-0000000000e1/index.html",
  "a session of Gemini CLI": "sessions/gemini.6fa49bec-0000-4000-8000-0000000000d1/index.html",
  "a session of OpenCode": "sessions/opencode.003fd5c009461d60fc9afecc/index.html",
  "a session of Pi": "sessions/pi.01961f00-0000-7000-8000-00000000000a/index.html",
};

const agents = ["Codex", "Copilot CLI", "Gemini CLI", "OpenCode", "Pi"];

beforeAll(() => {
  const home = join(root, "fixtures/agents/home");
  const made = spawnSync(
    process.execPath,
    [join(root, "bin/annals.js"), "build", home, "-o", site, "--no-cache", "--no-keep", "--quiet", "--no-redact"],
    { encoding: "utf8" },
  );
  expect(made.stderr).toBe("");
  expect(made.status).toBe(0);
}, 120_000);
afterAll(() => rmSync(site, { recursive: true, force: true }));

const reader = useReader(() => site);

describe.each([
  ["wide and light", desktop, "light"],
  ["wide and dark", desktop, "dark"],
  ["narrow and light", phone, "light"],
  ["narrow and dark", phone, "dark"],
] as const)("%s", (_, viewport, colorScheme) => {
  let watched: Watched;
  beforeAll(async () => {
    watched = await reader.context({ viewport, colorScheme });
  });
  afterAll(() => watched.context.close());

  test.each(Object.entries(pages))("axe finds nothing on %s", async (_name, path) => {
    const { page, faults } = watched;
    await page.goto(reader.address("file", path));
    expect(faults()).toEqual([]);
    await page.evaluate(axe);
    const found = await page.evaluate(async () => {
      const checker = (window as unknown as { axe: { run: (options: object) => Promise<AxeResults> } }).axe;
      const { violations } = await checker.run({ preload: false, resultTypes: ["violations"] });
      return violations.map(({ id }) => id);
    });
    expect(found).toEqual([]);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    expect(wide).toBe(false);
  });
});

test("sessions of other agents carry their name, those of Claude Code none", async () => {
  const { page, context } = await reader.context();
  await page.goto(reader.address("file", "index.html"));
  const badges = await page.locator(".srow .badge").allTextContents();
  expect(new Set(badges)).toEqual(new Set(agents));
  for (const agent of agents) {
    await page.goto(reader.address("file", pages[`a session of ${agent}`] ?? ""));
    expect(await page.locator(".colophon .badge").textContent()).toBe(agent);
  }
  await page.goto(reader.address("file", pages["a session of Claude Code"] ?? ""));
  expect(await page.locator(".badge").count()).toBe(0);
  await context.close();
});

test("search narrows by agent", async () => {
  const { page, context, faults } = await reader.context();
  await page.goto(reader.address("http", "search/index.html"));
  const choices = page.locator('#facets input[name="agent"]');
  await choices.first().waitFor({ state: "attached" });
  expect(new Set(await choices.evaluateAll((all) => all.map((each) => (each as HTMLInputElement).value)))).toEqual(
    new Set(["Claude Code", ...agents]),
  );
  await page.goto(reader.address("http", "search/index.html?agent=Pi"));
  await page.locator("#results a").first().waitFor();
  const found = await page
    .locator("#results a")
    .evaluateAll((all) => all.map((each) => (each as HTMLAnchorElement).href));
  expect(found.filter((href) => !href.includes("/sessions/pi."))).toEqual([]);
  expect(faults()).toEqual([]);
  await context.close();
});

test("a page of Codex says a hidden thought once in a turn, and a question once", async () => {
  const { page, context } = await reader.context();
  await page.goto(reader.address("file", pages["a session of Codex"] ?? ""));
  const marks = await page
    .locator(".turn")
    .evaluateAll((all) => all.map((turn) => turn.querySelectorAll(".gone").length));
  expect(marks.filter((count) => count > 1)).toEqual([]);
  expect(marks).toContain(1);
  // Neither the questions nor the answers are shown a second time, as JSON.
  expect(await page.locator(".card.question").innerText()).not.toContain('"q1"');
  await context.close();
});
