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
  "a session of Pi": "sessions/pi.01961f00-0000-7000-8000-00000000000a/index.html",
  "a session of Claude Code": "sessions/abc-123/index.html",
};

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
  ["wide", desktop],
  ["narrow", phone],
])("%s", (_, viewport) => {
  let watched: Watched;
  beforeAll(async () => {
    watched = await reader.context({ viewport });
  });
  afterAll(() => watched.context.close());

  test.each(Object.entries(pages))("axe finds nothing on %s", async (_name, path) => {
    const { page } = watched;
    await page.goto(reader.address("file", path));
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
  expect(new Set(badges)).toEqual(new Set(["OpenCode", "Pi"]));
  await page.goto(reader.address("file", pages["a session of Pi"] ?? ""));
  expect(await page.locator(".colophon .badge").textContent()).toBe("Pi");
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
    new Set(["Claude Code", "OpenCode", "Pi"]),
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
