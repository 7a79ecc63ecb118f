/** Every kind of page: no errors, nothing asked of other hosts, axe in both themes, no sideways scrolling. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { origins, useReader, type Watched } from "../support/reader.ts";
import { samplePath } from "../support/site.ts";
import { kinds } from "./sample.ts";

const reader = useReader(samplePath);
const pages = Object.entries(kinds);
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const allRules = { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] };
const widths = [390, 820, 1440, 2560] as const;

let watched: Watched;
let page: Page;
beforeAll(async () => {
  watched = await reader.context();
  page = watched.page;
});
afterAll(() => watched.context.close());

describe.each(origins)("from %s", (origin) => {
  test.each(pages)("%s loads without a fault", async (_, path) => {
    await page.goto(reader.address(origin, path), { waitUntil: "load" });
    // Lazy pictures and whatever starts when the page rests.
    await page.evaluate(() => new Promise((done) => requestIdleCallback(done, { timeout: 200 })));
    expect(watched.faults()).toEqual([]);
  });
});

describe("everyone", () => {
  test.each(pages)("%s: axe finds nothing, light or dark, all folds open; no width scrolls", async (_, path) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(reader.address("file", path));
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      expect(await page.evaluate(overflow), `folded, at ${width} px`).toEqual([]);
    }
    await page.evaluate(() => {
      for (const fold of document.querySelectorAll("details")) fold.open = true;
    });
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await page.evaluate(overflow), `all open, at ${width} px`).toEqual([]);
    }
    // Not as a script of the page, which its policy would refuse.
    await page.evaluate(axe);
    expect(await violations(page, allRules), "light").toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    // Colours are all that a theme changes.
    expect(await violations(page, { type: "rule", values: ["color-contrast", "link-in-text-block"] }), "dark").toEqual(
      [],
    );
    await page.emulateMedia({ colorScheme: "light" });
    watched.faults();
  });
});

/** In the page: what makes it wider than the window. */
function overflow(): readonly string[] {
  const room = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= room) return [];
  const wide = [...document.querySelectorAll("body *")].filter(
    (each) => each.getBoundingClientRect().right > room + 0.5,
  );
  return ["scrolls", ...wide.slice(0, 8).map((each) => `${each.tagName.toLowerCase()}.${each.getAttribute("class")}`)];
}

async function violations(page: Page, runOnly: typeof allRules): Promise<readonly string[]> {
  const { violations } = await page.evaluate((rules) => {
    const { axe } = window as unknown as { axe: { run: (options: object) => Promise<AxeResults> } };
    return axe.run({ preload: false, resultTypes: ["violations"], runOnly: rules });
  }, runOnly);
  return violations.flatMap(({ id, nodes }) =>
    nodes.slice(0, 3).map((node) => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary?.split("\n")[1] ?? ""}`),
  );
}
