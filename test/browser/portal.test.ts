/** A portal over two archives, from file:// and below a prefix: lists, one search, ways into the archives. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { packageFile } from "../../src/package.ts";
import { hostileArchive } from "../join/hostile.ts";
import { allRules, axe, colourRules, overflow, violations } from "../support/axe.ts";
import { origins, useReader, type Watched } from "../support/reader.ts";
import { run } from "../support/run.ts";
import { landing } from "./queries.ts";

let base = "";
/** Its name means something to a browser and in an address. */
const oddName = `<i title>"boat" & sons #1?`;

beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), "annals-portal-test-"));
  const sample = packageFile("fixtures/sample/projects");
  const made = [1, 2].map((number) =>
    run(base, [
      "build",
      sample,
      "--shard",
      `${number}/2`,
      "-o",
      `a ${number}`,
      "--title",
      `Half ${number}`,
      "--quiet",
      "--no-keep",
    ]),
  );
  hostileArchive(join(base, "a 1"), join(base, "hostile"));
  const over = [`${oddName}=a 1`, "a 2", "hostile"];
  const joined = [
    run(base, ["join", ...over, "-o", "portal", "--title", "All boats", "--quiet"]),
    run(base, ["join", ...over, "-o", "copied/portal", "--copy", "--quiet"]),
  ];
  for (const { code, stderr } of [...made, ...joined]) expect(code, stderr).toBe(0);
});

const reader = useReader(() => base);
let watched: Watched;
let page: Page;
beforeAll(async () => {
  watched = await reader.context();
  page = watched.page;
  page.on("dialog", (dialog) => {
    throw new Error(`A dialog opened: ${dialog.message()}`);
  });
});
afterAll(() => watched?.context.close());

const pages = ["index.html", "search/index.html", "projects/index.html", "months/2026-02.html", "404.html"];

async function ask(address: string): Promise<void> {
  await page.goto(address);
  await page.waitForFunction(() => {
    const first = document.querySelector(".hit");
    if (first !== null) return first.getAttribute("aria-busy") === null;
    return /^0 sessions/.test(document.querySelector("#res")?.textContent ?? "");
  });
}

/** Facets come after the results. */
const archivesOffered = async (): Promise<readonly string[]> =>
  (
    await page
      .locator('#facets [name="archive"]')
      .evaluateAll((all) => all.map((each) => (each as HTMLInputElement).value))
  ).sort();

describe.each(origins)("from %s", (origin) => {
  const at = (path: string, portal = "portal"): string => reader.address(origin, `${portal}/${path}`);

  test.each(pages)("%s loads without a fault", async (path) => {
    await page.goto(at(path), { waitUntil: "load" });
    expect(watched.faults()).toEqual([]);
  });
  test.each(["portal", "copied/portal"])("every row of %s leads to a session of its archive", async (portal) => {
    await page.goto(at("index.html", portal));
    const rows = page.locator("article.srow");
    expect(await rows.count()).toBeGreaterThan(15);
    const row = rows.filter({ hasText: "Half 2" }).first();
    const title = await row.locator("h4").textContent();
    await row.locator("h4 a").click();
    await page.waitForURL(/\/sessions\//);
    expect(await page.locator("h1").textContent()).toBe(title);
    expect(watched.faults()).toEqual([]);
  });
  test.each(["portal", "copied/portal"])(
    "a search of %s finds in all archives, says which, and lands on the words",
    async (portal) => {
      await ask(at("search/index.html?q=tide", portal));
      await expect.poll(() => archivesOffered()).toEqual([oddName, "Half 2", "hostile"].sort());
      expect(await page.locator(".hit .facts").first().textContent()).toMatch(/boat|Half 2|hostile/);
      await ask(
        at(
          `search/index.html?q=estuaries&archive=${encodeURIComponent("Half 2")}&archive=${encodeURIComponent(oddName)}`,
          portal,
        ),
      );
      expect(await page.locator(".hit").count()).toBe(1);
      await page.locator(".hit li a").first().click();
      await page.waitForURL(/\/sessions\/2bef3ebc/);
      const id = decodeURIComponent(new URL(page.url()).hash.slice(1));
      await expect.poll(async () => (await page.evaluate(landing, id))?.mark).toBe("estuaries");
      expect(watched.faults()).toEqual([]);
    },
  );
  test("archives can be chosen without words; only what is chosen is loaded", async () => {
    const loaded: string[] = [];
    const note = (request: { url(): string }) => loaded.push(request.url());
    page.on("request", note);
    await ask(at("search/index.html?archive=Half%202"));
    page.off("request", note);
    expect(await page.locator("#res").textContent()).toMatch(/^\d+ sessions/);
    expect(loaded.filter((url) => url.includes("/pagefind/archives/"))).toEqual([expect.stringMatching(/half-2\.js$/)]);
    await expect.poll(() => archivesOffered()).toHaveLength(3);
  });
  test("a word that nobody wrote loads no archive, and says so", async () => {
    const loaded: string[] = [];
    const note = (request: { url(): string }) => loaded.push(request.url());
    page.on("request", note);
    await ask(at("search/index.html?q=ichthyosaur"));
    page.off("request", note);
    expect(await page.locator("#res").textContent()).toBe("0 sessions. No session has “ichthyosaur”.");
    expect(loaded.filter((url) => /\/(?:archives|offline)\//.test(url))).toEqual([]);
  });
  test("what a hostile archive says stays text", async () => {
    await ask(at("search/index.html?archive=hostile"));
    expect(await page.locator(".hit h3").first().textContent()).toContain("<img src=x onerror=alert(1)>");
    expect(await page.locator(".hit img, .hit script, #facets img, #facets script").count()).toBe(0);
    const links = await page
      .locator(".hit a")
      .evaluateAll((all) => all.map((each) => (each as HTMLAnchorElement).href));
    for (const link of links) expect(link.startsWith(reader.address(origin, "hostile/sessions/"))).toBe(true);
    expect(watched.faults()).toEqual([]);
  });
});

test.each(pages.slice(0, 4))("%s: axe finds nothing, light or dark; no width scrolls", async (path) => {
  await page.goto(reader.address("file", `portal/${path}`));
  for (const width of [390, 820, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(overflow), `at ${width} px`).toEqual([]);
  }
  await page.evaluate(axe);
  expect(await violations(page, allRules), "light").toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await violations(page, colourRules), "dark").toEqual([]);
  await page.emulateMedia({ colorScheme: "light" });
});

test("lists read without a script", async () => {
  const plain = await reader.context({ javaScriptEnabled: false });
  await plain.page.goto(reader.address("file", "portal/index.html"));
  expect(await plain.page.locator("article.srow").count()).toBeGreaterThan(15);
  await plain.context.close();
});
