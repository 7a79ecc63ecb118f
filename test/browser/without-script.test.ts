/** Reading without scripts, on paper, and without motion. */
import { describe, expect, test } from "vitest";
import { isSeen, origins, useReader } from "../support/reader.ts";
import { samplePath } from "../support/site.ts";
import * as at from "./sample.ts";

const reader = useReader(samplePath);

describe.each(origins)("without JavaScript, from %s", (origin) => {
  test("a session reads: folds open, versions switch, links lead, Story hides", async () => {
    const { page, context, faults } = await reader.context({ javaScriptEnabled: false });
    const seen = (selector: string) => page.locator(selector).first().isVisible();
    await page.goto(reader.address(origin, at.implementation));
    for (const shown of ["h1", ".prompt", ".say", ".card.plan .plan-b", ".tool.failed pre.out", ".outline a", ".score"])
      expect(await seen(shown), shown).toBe(true);
    // What only scripts can do is not offered.
    for (const hidden of ["label:has(#lv-all)", ".keys", ".cursor", ".copy-code"])
      expect(await seen(hidden), hidden).toBe(false);
    await page.locator(".turn > .work details.run > summary").first().click();
    expect(await seen(".turn > .work details.run > ol.work")).toBe(true);

    await page.locator("label:has(#lv-story)").click();
    for (const hidden of [".thinking", ".turn-f", ".tool.k-change"]) expect(await seen(hidden), hidden).toBe(false);
    for (const shown of [".prompt", ".say", ".card.plan", ".tool.failed"]) expect(await seen(shown), shown).toBe(true);

    await page.locator(".outline ol a").nth(2).click();
    expect(new URL(page.url()).hash).toMatch(/^#s-/);
    await page.locator(".chain a").first().click();
    expect(page.url()).toContain(at.planning);

    await page.goto(reader.address(origin, at.languages));
    await page.locator('.fork label:has([value="1"])').click();
    expect(await seen(".ver.gone .prompt")).toBe(true);
    expect(faults()).toEqual([]);
    await context.close();
  });

  test("the whole of a cut output is a plain file", async () => {
    const { page, context } = await reader.context({ javaScriptEnabled: false });
    await page.goto(reader.address(origin, at.implementation));
    const path = (await page.locator("a.cut").first().getAttribute("href")) ?? "";
    expect(path).toMatch(/^text\/[0-9a-f]+\.txt$/);
    await page.goto(new URL(path, page.url()).href);
    expect((await page.locator("body").innerText()).split("\n").length).toBeGreaterThan(390);
    await context.close();
  });

  test("lists filter, and search says that it cannot", async () => {
    const { page, context } = await reader.context({ javaScriptEnabled: false });
    await page.goto(reader.address(origin, "projects/tidemark/index.html"));
    const stories = page.locator(".sessions > :visible");
    const all = await stories.count();
    await page.locator("label", { hasText: "has a plan" }).click();
    expect(await stories.count()).toBeLessThan(all);
    // Sorting moves rows, which takes a script.
    expect(await page.locator("[data-sort]").isVisible()).toBe(false);
    await page.goto(reader.address(origin, "search/index.html"));
    expect(await page.locator("main").innerText()).toContain("Search needs JavaScript");
    await page.locator("noscript a, .tries a").first().click();
    expect(await page.locator(".srow").count()).toBeGreaterThan(10);
    await context.close();
  });

  test("decisions filter without leaving days that are empty, each with its own day", async () => {
    const { page, context } = await reader.context({ javaScriptEnabled: false });
    await page.goto(reader.address(origin, "decisions/index.html"));
    const days = page.locator(".decisions h2[data-day]:visible");
    expect(await days.count()).toBeGreaterThan(1);
    expect(await page.locator(".decided .day:visible").count()).toBe(0);
    await page.locator("#f-kind").selectOption({ label: "Plan" });
    expect(await days.count()).toBe(0);
    const rows = page.locator(".decided:visible");
    expect(await rows.count()).toBeGreaterThan(1);
    for (const row of await rows.all()) expect(await row.innerText()).toMatch(/^Plan [\s\S]*\d{4}, \d\d:\d\d/);
    await context.close();
  });

  test("dark follows the system", async () => {
    const { page, context } = await reader.context({ javaScriptEnabled: false, colorScheme: "dark" });
    await page.goto(reader.address(origin, "index.html"));
    const shot = await page.screenshot({ clip: { x: 2, y: 400, width: 1, height: 1 } });
    const { context: bright, page: other } = await reader.context({ javaScriptEnabled: false });
    await other.goto(reader.address(origin, "index.html"));
    expect(shot.equals(await other.screenshot({ clip: { x: 2, y: 400, width: 1, height: 1 } }))).toBe(false);
    await context.close();
    await bright.close();
  });
});

describe("on paper", () => {
  test("controls go; prompts, prose, plans, failures, diffs and both versions are printed", async () => {
    const { page, context } = await reader.context();
    await page.goto(reader.address("file", at.implementation));
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    for (const hidden of [".top", ".outline", ".score", ".hash", "details.thinking", ".outline-btn"])
      expect(await isSeen(page, hidden), hidden).toBe(false);
    for (const shown of [".prompt", ".say", ".card.plan .plan-b", ".card.question", ".tool.failed pre.out", ".note"])
      expect(await isSeen(page, shown), shown).toBe(true);
    expect(await isSeen(page, ".tool[open].k-change pre.diff ins")).toBe(true);
    const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(paper).toBe("rgb(255, 255, 255)");
    await page.goto(reader.address("file", at.languages));
    expect(await isSeen(page, ".ver.gone .prompt")).toBe(true);
    expect(await isSeen(page, '.ver[data-v="2"] .prompt')).toBe(true);
    await context.close();
  });
  test("what matters is printed though it is folded, without a script", async () => {
    const { page, context } = await reader.context({ javaScriptEnabled: false });
    await page.goto(reader.address("file", at.planning));
    const folded = page.locator(".tool.k-change:not([open]) pre.diff").first();
    const rejected = page.locator(".card.plan.rejected .plan-b");
    expect([await folded.isVisible(), await rejected.isVisible()]).toEqual([false, false]);
    await page.emulateMedia({ media: "print" });
    expect([await folded.isVisible(), await rejected.isVisible()]).toEqual([true, true]);
    expect(await page.locator(".run > .work").first().isVisible()).toBe(false);
    await context.close();
  });
});

describe("motion", () => {
  const styles = () => ({
    scroll: getComputedStyle(document.documentElement).scrollBehavior,
    caret: getComputedStyle(document.querySelector("summary .caret") as Element).transitionDuration,
  });
  test("is off on request", async () => {
    const { page, context } = await reader.context({ reducedMotion: "reduce" });
    await page.goto(reader.address("file", at.planning));
    expect(await page.evaluate(styles)).toEqual({ scroll: "auto", caret: "0s" });
    await page.emulateMedia({ reducedMotion: "no-preference" });
    expect(await page.evaluate(styles)).toEqual({ scroll: "smooth", caret: "0.12s" });
    await context.close();
  });
});
