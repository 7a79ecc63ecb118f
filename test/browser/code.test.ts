/** Code is plain text on a page; the browser colours it once it is looked at, by ranges and without a new element. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { extensions } from "../../src/text/language.ts";
import { origins, useReader } from "../support/reader.ts";
import { samplePath } from "../support/site.ts";
import * as at from "./sample.ts";

const reader = useReader(samplePath);

interface GlobalPrism {
  readonly Prism: { readonly languages: object };
}

/** The words that have a colour, below the first element that fits. */
const colored = (page: Page, selector: string): Promise<Record<string, readonly string[]>> =>
  page.evaluate((wanted) => {
    const element = document.querySelector(wanted);
    const found: Record<string, string[]> = {};
    for (const [name, highlight] of CSS.highlights)
      for (const range of highlight as unknown as Iterable<StaticRange>) {
        const { startContainer: node, startOffset, endOffset } = range;
        if (!element?.contains(node)) continue;
        found[name] ??= [];
        found[name].push((node.textContent ?? "").slice(startOffset, endOffset));
      }
    return found;
  }, selector);

/** Opens all folds around the first element that fits, and goes there. */
const open = (page: Page, selector: string): Promise<void> =>
  page.evaluate((wanted) => {
    const element = document.querySelector(wanted);
    for (let fold = element; fold; fold = fold.parentElement)
      if (fold.tagName === "DETAILS") (fold as HTMLDetailsElement).open = true;
    element?.scrollIntoView({ block: "center" });
  }, selector);

const isColored = (page: Page, selector: string) =>
  expect.poll(async () => Object.keys(await colored(page, selector)).length, { timeout: 60_000 }).toBeGreaterThan(0);

const isSome = (count: number): boolean => count > 0;

const scripts = (page: Page): Promise<number> => page.locator('script[src$="assets/code.js"]').count();

const diff = ".tool.k-change pre.diff code[data-lang=typescript]";
const file = ".tool.k-look code.numbered[data-lang=typescript]";

describe.each(origins)("code, from %s", (origin) => {
  test("an opened diff and an opened file are coloured, with no element more and no error", async () => {
    const { page, context, faults } = await reader.context();
    await page.goto(reader.address(origin, at.implementation));
    for (const selector of [diff, file]) {
      const before = await page.locator(selector).first().innerHTML();
      await open(page, selector);
      await isColored(page, selector);
      expect(await page.locator(selector).first().innerHTML()).toBe(before);
    }
    const { "code-keyword": keywords } = await colored(page, diff);
    expect(keywords).toContain("const");
    expect(await page.evaluate(() => CSS.highlights.size)).toBe(4);
    expect(await scripts(page)).toBe(1);
    const grammars = await page.evaluate(() => Object.keys((window as unknown as GlobalPrism).Prism.languages));
    expect([...extensions.values()].filter((name) => !grammars.includes(name))).toEqual([]);
    expect(faults()).toEqual([]);
    await context.close();
  });

  test("grammars are loaded only where there is code to colour", async () => {
    const { page, context, faults } = await reader.context();
    await page.goto(reader.address(origin, "index.html"));
    await page.waitForFunction(() => "annals" in window);
    expect(await scripts(page)).toBe(0);
    expect(await page.evaluate(() => CSS.highlights.size)).toBe(0);
    expect(faults()).toEqual([]);
    await context.close();
  });

  test("without JavaScript, code is plain and reads", async () => {
    const { page, context, faults } = await reader.context({ javaScriptEnabled: false });
    await page.goto(reader.address(origin, at.implementation));
    const shown = page.locator(".tool.k-change[open] pre.diff").first();
    expect(await shown.isVisible()).toBe(true);
    expect(await shown.locator("span:not(.c)").count()).toBe(0);
    expect(faults()).toEqual([]);
    await context.close();
  });
});

test("marked words of a diff stay in plain ink, and both sides of a line are coloured", async () => {
  const { page, context } = await reader.context();
  await page.goto(reader.address("file", at.implementation));
  const marked = "pre.diff code:has(del mark):has(ins mark)";
  await open(page, marked);
  const counts = () =>
    page.evaluate(() => {
      const ranges = [...CSS.highlights.values()].flatMap((each) => [...(each as unknown as Iterable<StaticRange>)]);
      const isIn = (selector: string) =>
        ranges.filter(({ startContainer }) => startContainer.parentElement?.closest(selector)).length;
      return { mark: isIn("mark"), ins: isIn("ins"), del: isIn("del") };
    });
  // Each side is coloured in an idle moment of its own.
  await expect
    .poll(counts, { timeout: 60_000 })
    .toEqual({ mark: 0, ins: expect.toSatisfy(isSome), del: expect.toSatisfy(isSome) });
  await context.close();
});

test("a browser without highlights asks for nothing", async () => {
  const { page, context, faults } = await reader.context();
  await page.addInitScript(() => {
    Object.defineProperty(window, "Highlight", { value: undefined });
  });
  await page.goto(reader.address("file", at.implementation));
  await open(page, diff);
  expect(await scripts(page)).toBe(0);
  expect(faults()).toEqual([]);
  await context.close();
});
