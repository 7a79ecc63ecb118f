/** Every kind of page: no errors, nothing asked of other hosts, axe in both themes, no sideways scrolling. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { allRules, axe, colourRules, overflow, violations } from "../support/axe.ts";
import { origins, useReader, type Watched } from "../support/reader.ts";
import { samplePath } from "../support/site.ts";
import { kinds } from "./sample.ts";

const reader = useReader(samplePath);
const pages = Object.entries(kinds);
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
    expect(await violations(page, colourRules), "dark").toEqual([]);
    await page.emulateMedia({ colorScheme: "light" });
    watched.faults();
  });
});
