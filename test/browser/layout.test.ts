/** How pages lie: nothing is squeezed, cut or touches its neighbour, at any width and on paper. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { useReader, type Watched } from "../support/reader.ts";
import { samplePath } from "../support/site.ts";
import * as at from "./sample.ts";

const reader = useReader(samplePath);
let watched: Watched;
let page: Page;
beforeAll(async () => {
  watched = await reader.context();
  page = watched.page;
});
afterAll(() => watched.context.close());

/** A4 less its margins, at 96 dots an inch. */
const paper = { width: 673, height: 985 };

async function open(path: string, width: number, media: "screen" | "print" = "screen"): Promise<void> {
  await page.emulateMedia({ media });
  await page.setViewportSize(media === "print" ? paper : { width, height: 900 });
  await page.goto(reader.address("file", path));
}

/** In the page: what of these stands on more than so many lines. */
const onMoreLines = (selector: string, most: number): Promise<readonly string[]> =>
  page.locator(selector).evaluateAll(
    (all, lines) =>
      all
        .filter((each) => each.checkVisibility())
        .filter((each) => {
          const range = document.createRange();
          range.selectNodeContents(each);
          const tops = new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom / 6)));
          return tops.size > lines;
        })
        .map((each) => each.textContent ?? ""),
    most,
  );

/** In the page: what is wider than its box. */
const wider = (selector: string): Promise<readonly string[]> =>
  page
    .locator(selector)
    .evaluateAll((all) =>
      all
        .filter((each) => each.checkVisibility() && each.scrollWidth > each.clientWidth + 1)
        .map((each) => each.textContent ?? ""),
    );

const widths = [320, 390, 500, 640, 768, 820, 890, 920, 950, 980, 1024, 1100, 1280, 1440, 2560];

describe("the front page", () => {
  test("a project's name and path have room, at any width and on paper", async () => {
    await open("index.html", 1440);
    for (const width of [...widths, "paper"] as const) {
      if (width === "paper") await page.emulateMedia({ media: "print" });
      await page.setViewportSize(width === "paper" ? paper : { width, height: 900 });
      expect(await onMoreLines(".projects th[scope=row] a", width === 320 ? 2 : 1), `${width}`).toEqual([]);
      expect(await onMoreLines(".projects th[scope=row] small", width === 320 ? 2 : 1), `${width}`).toEqual([]);
      const narrow = await page
        .locator(".projects th[scope=row]")
        .evaluateAll(
          (all, least) => all.map((each) => each.clientWidth).filter((room) => room < least),
          width === 320 ? 90 : 120,
        );
      expect(narrow, `${width}`).toEqual([]);
    }
    await page.emulateMedia({ media: "screen" });
  });
  test("long dates and sums stay in their columns", async () => {
    await open("index.html", 1440);
    await page.evaluate(() => {
      for (const row of document.querySelectorAll(".projects tbody tr")) {
        const cells = [...row.children];
        const texts = ["", "", "12,345", "1,234 h", "12.3B", "≈$12,345+", "30 Sept 2025"];
        for (const [number, text] of texts.entries()) if (text !== "") (cells[number] as Element).textContent = text;
      }
    });
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      expect(await wider(".projects td"), `${width}`).toEqual([]);
    }
  });
  test("figures of a row are not broken, and do not touch", async () => {
    await open("index.html", 1440);
    await page.evaluate(() => {
      const first = document.querySelector(".nums");
      for (const [number, text] of ["12 h 34", "345 prompts", "12.34M tok", "≈$123.45"].entries())
        if (first?.children[number]) first.children[number].textContent = text;
    });
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      expect(await onMoreLines(".nums li", 1), `${width}`).toEqual([]);
      const gaps = await page.locator(".nums").evaluateAll((lists) =>
        lists.flatMap((list) => {
          const boxes = [...list.children].map((each) => {
            const range = document.createRange();
            range.selectNodeContents(each);
            return range.getBoundingClientRect();
          });
          return boxes.slice(1).flatMap((box, number) => {
            const before = boxes[number];
            const isBeside = before && box.width > 0 && before.width > 0 && Math.abs(box.top - before.top) < 4;
            return isBeside && box.left - before.right < 4 ? [list.textContent] : [];
          });
        }),
      );
      expect(gaps, `${width}`).toEqual([]);
    }
  });
  test("the headings of the panel stand apart from what is above them", async () => {
    await open("index.html", 1440);
    await page.locator(".display").click();
    const gap = await page.evaluate(() => {
      const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
      return (box("#display .seg + h2")?.top ?? 0) - (box("#display .seg")?.bottom ?? 0);
    });
    expect(gap).toBeGreaterThan(12);
  });
});

describe("an API error", () => {
  test("is a line whose label and time stay whole, however long the message is", async () => {
    await open(at.slackWater, 1440);
    const line = page.locator(".event.bad").last();
    await line.locator("span:not(.g):not(:empty)").evaluate((each) => {
      each.textContent = `529 {"error":"${"overloaded-and-more".repeat(12)}"}`;
    });
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      expect(await onMoreLines(".event > b, .event > time", 1), `${width}`).toEqual([]);
      const isInside = await line.evaluate((each) => each.scrollWidth <= each.clientWidth + 1);
      expect(isInside, `${width}`).toBe(true);
    }
  });
  test("begins where others begin, though it stands for several", async () => {
    await open(at.slackWater, 1440);
    const starts = await page
      .locator(".event.bad > .g")
      .evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().left)));
    expect(starts.length).toBeGreaterThan(1);
    expect(new Set(starts).size).toBe(1);
  });
});

test("a long name of a tool stays inside the facets", async () => {
  const tool = "mcp__a_server_with_a_long_name__and_a_tool_whose_name_is_longer_than_any_column";
  for (const width of [1440, 390]) {
    await open("search/index.html", width);
    await page.goto(`${reader.address("file", "search/index.html")}?tool=Read&tool=${tool}`);
    await page.locator("#facets label", { hasText: tool }).waitFor({ state: "attached" });
    if (width === 390) await page.locator(".panel-btn").click();
    const over = await page.locator("#facets").evaluate((form) => {
      const { right } = form.getBoundingClientRect();
      return [...form.querySelectorAll("label, label > *")].filter(
        (each) => each.getBoundingClientRect().right > right + 1,
      ).length;
    });
    expect(over, `${width}`).toBe(0);
    expect(await page.locator("#facets label", { hasText: tool }).locator(".n").textContent()).toBe("0");
  }
});

describe("on paper", () => {
  const controls =
    "button, select, input:not([name=q], :disabled), textarea, kbd, .btn, .caret, .hash, .copy, form.find:not(.big)";
  test.each(Object.entries(at.kinds).filter(([, path]) => path.endsWith("index.html")))(
    "%s: no controls, and nothing is cut at the edge",
    async (_, path) => {
      await open(path, 1440, "print");
      const shown = await page
        .locator(controls)
        .evaluateAll((all) => all.filter((each) => each.checkVisibility()).map((each) => each.outerHTML.slice(0, 90)));
      expect(shown).toEqual([]);
      const cut = await page.evaluate((room) => {
        const found: string[] = [];
        for (const each of document.querySelectorAll("main pre, main .diff ins, main .diff del, main td, main code")) {
          const isCut = each.checkVisibility() && each.getBoundingClientRect().right > room + 1;
          const hides = each.matches("pre") && each.checkVisibility() && each.scrollWidth > each.clientWidth + 1;
          if (isCut || hides) found.push(`${each.tagName} ${each.textContent?.slice(0, 60)}`);
        }
        return found;
      }, paper.width);
      expect(cut).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(paper.width);
    },
  );
});
