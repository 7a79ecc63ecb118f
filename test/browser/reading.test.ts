/** Reading with scripts: deep links, levels, keys, theme, copying. */
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { isSeen, origins, useReader, type Watched } from "../support/reader.ts";
import { samplePath } from "../support/site.ts";
import * as at from "./sample.ts";

const reader = useReader(samplePath);
let watched: Watched;
let page: Page;
beforeAll(async () => {
  watched = await reader.context({ permissions: ["clipboard-read", "clipboard-write"] });
  page = watched.page;
});
afterEach(() => expect(watched.faults()).toEqual([]));
afterAll(() => watched.context.close());

/** Also where only the fragment differs, where `goto` would not load anew. */
async function visit(address: string): Promise<void> {
  await page.goto("about:blank");
  watched.faults();
  await page.goto(address);
}

const idOf = (selector: string, says = ""): Promise<string> =>
  page.evaluate(
    ([find, words]) =>
      [...document.querySelectorAll(find ?? "")].find((each) => each.textContent?.includes(words ?? ""))?.id ?? "",
    [selector, says],
  );

const copied = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
const current = (): Promise<string> => page.evaluate(() => document.activeElement?.closest("[id]")?.id ?? "");
const topOf = (id: string): Promise<number> =>
  page.evaluate((wanted) => document.getElementById(wanted)?.getBoundingClientRect().top ?? Number.NaN, id);

describe.each(origins)("deep links, from %s", (origin) => {
  const address = (path: string, id: string) => `${reader.address(origin, path)}#${id}`;

  test("a link to a call in a run opens the run and the call", async () => {
    await visit(reader.address(origin, at.planning));
    const id = await idOf(".run li", "src/tables/cache.ts");
    expect(await isSeen(page, `#${id} .tool-b`)).toBe(false);
    await visit(address(at.planning, id));
    await page.waitForFunction((wanted) => document.querySelector(`#${wanted} .tool-b`)?.checkVisibility(), id);
    expect(await topOf(id)).toBeLessThan(400);
  });
  test("a link to a fold on the page one is on opens it too", async () => {
    await visit(reader.address(origin, at.planning));
    const id = await idOf("details.thinking");
    expect(await isSeen(page, `#${id} > div`)).toBe(false);
    await page.evaluate((wanted) => {
      location.hash = wanted;
    }, id);
    await page.waitForFunction((wanted) => document.querySelector(`#${wanted} > div`)?.checkVisibility(), id);
  });
  test("a link into a nested subagent opens all folds around it", async () => {
    await visit(reader.address(origin, at.slackWater));
    const id = await idOf(".agent .agent li", "scripts/bench.js");
    expect(id).not.toBe("");
    await visit(address(at.slackWater, id));
    await page.waitForFunction((wanted) => document.querySelector(`#${wanted} .tool-b`)?.checkVisibility(), id);
  });
  test("a link to a version left behind by a rewind chooses it", async () => {
    await visit(reader.address(origin, at.languages));
    const id = await idOf(".ver.gone > [id]");
    await visit(address(at.languages, id));
    await page.waitForFunction((wanted) => document.getElementById(wanted)?.checkVisibility(), id);
    expect(await page.locator('.fork input[value="1"]').isChecked()).toBe(true);
  });
  test("words found in a version left behind choose it too", async () => {
    await visit(reader.address(origin, at.languages));
    const said = (await page.locator(".ver.gone .prompt p").first().textContent()) ?? "";
    const id = await idOf(".turn:has(.ver.gone)");
    await visit(address(at.languages, id).replace("#", `?hl=${encodeURIComponent(said)}#`));
    await page.locator(".ver.gone mark.hl").first().waitFor({ state: "visible" });
    expect(await page.locator('.fork input[value="1"]').isChecked()).toBe(true);
  });
  test("a step that only a subagent's page has is found there", async () => {
    await visit(reader.address(origin, at.implementation));
    const first = await page.locator('.others a[href*="agents/"]').first().getAttribute("href");
    await visit(reader.address(origin, at.implementation.replace("index.html", first ?? "")));
    const id = await idOf(".turn");
    await visit(address(at.implementation, id));
    await page.waitForURL((url) => url.pathname.includes("/agents/") && url.hash === `#${id}`);
    expect(await isSeen(page, `#${id}`)).toBe(true);
  });
  test("a link to nothing leaves the page as it is", async () => {
    await visit(address(at.implementation, "s-nowhere"));
    expect(await isSeen(page, "h1")).toBe(true);
  });
  test("the whole of a cut output opens in place", async () => {
    await visit(reader.address(origin, at.implementation));
    const cut = page.locator("a.cut").first();
    const pre = page.locator("pre.out:has(> a.cut)").first();
    await cut.evaluate((link) => {
      for (let each: Element | null = link; each; each = each.parentElement)
        if (each.tagName === "DETAILS") each.setAttribute("open", "");
    });
    const before = await pre.evaluate((each) => each.textContent?.split("\n").length ?? 0);
    const box = await pre.elementHandle();
    await cut.click();
    await page.waitForFunction((each) => each?.querySelector(".cut") === null, box);
    const after = (await box?.evaluate((each) => each.textContent?.split("\n").length)) ?? 0;
    expect(before).toBeLessThan(60);
    expect(after).toBe(398);
    expect(page.url()).toBe(reader.address(origin, at.implementation));
  });
  test("chain, subagent and origin lead there and back", async () => {
    await visit(reader.address(origin, at.implementation));
    await page.locator(".chain a").first().click();
    expect(page.url()).toContain(at.planning);
    await page.locator(".chain a").first().click();
    expect(page.url()).toContain(at.implementation);
    await page.locator(".origin figcaption a").click();
    expect(page.url()).toContain(at.planning);
    await page.locator(".card.plan footer a").first().click();
    expect(page.url()).toContain(at.implementation);
    expect(await page.locator("h1").innerText()).toBe("A week belongs to one year");
    await visit(reader.address(origin, at.nestedAgent));
    await page.locator(".resumed a").first().click();
    await page.waitForFunction(() => {
      const target = document.getElementById(location.hash.slice(1));
      return target?.checkVisibility() && target.textContent?.includes("Measure predictWeek");
    });
    await page.locator(".crumbs a").nth(1).click();
    expect(await page.locator("h1").innerText()).toBe("tidemark");
  });
});

describe("levels", () => {
  test("Work is chosen at first; Story hides calls but failures, All open opens, and Work folds again", async () => {
    await visit(reader.address("file", at.implementation));
    const open = () => page.locator("details[open]").count();
    expect(await page.locator("#lv-work").isChecked()).toBe(true);
    const work = await open();
    await page.locator("#lv-story").check();
    for (const hidden of [".thinking", ".note", ".turn-f", ".work > li:not(:has(> .failed, > .stopped))"])
      expect(await isSeen(page, hidden), hidden).toBe(false);
    for (const kept of [".prompt", ".say", ".card.plan", ".card.question", ".tool.failed", ".event"])
      expect(await isSeen(page, kept), kept).toBe(true);
    const sums = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>(".work[data-sum]")]
        .filter((list) => list.checkVisibility() && getComputedStyle(list, "::before").display === "block")
        .map((list) => list.dataset.sum),
    );
    expect(sums.join("\n")).toMatch(/^5 calls: Grep ×2, Read, Edit week\.ts \+6 −2/m);
    await page.locator("#lv-all").check();
    expect(await page.locator(".session details:not([open])").count()).toBe(0);
    await page.locator("#lv-work").check();
    expect(await open()).toBe(work);
  });
});

describe("keys", () => {
  const press = (key: string) => page.keyboard.press(key);
  beforeAll(() => page.goto(reader.address("file", at.implementation)));

  test("j and k go from prompt to prompt", async () => {
    await visit(reader.address("file", at.implementation));
    const ids = await page.locator(".turn").evaluateAll((turns) => turns.map(({ id }) => id));
    await press("j");
    expect(await current()).toBe(ids[0]);
    await press("j");
    await press("j");
    expect(await current()).toBe(ids[2]);
    expect(new URL(page.url()).hash).toBe(`#${ids[2]}`);
    expect(Math.abs(await topOf(ids[2] ?? ""))).toBeLessThan(140);
    await press("k");
    expect(await current()).toBe(ids[1]);
  });
  test("d goes to the next decision, x to the next failure", async () => {
    await visit(reader.address("file", at.implementation));
    await press("d");
    expect(await page.evaluate(() => document.activeElement?.closest(".card")?.className)).toContain("plan");
    await press("d");
    expect(await page.evaluate(() => document.activeElement?.closest(".card")?.className)).toContain("question");
    await visit(reader.address("file", at.implementation));
    await press("x");
    expect(await page.evaluate(() => document.activeElement?.closest("li")?.textContent)).toContain("npx vitest run");
  });
  test("e opens and folds the turn", async () => {
    await visit(reader.address("file", at.planning));
    await press("j");
    const open = () => page.locator(".turn details[open]").count();
    const all = await page.locator(".turn details").count();
    await press("e");
    const first = await open();
    await press("e");
    const second = await open();
    expect([first, second].sort((a, b) => a - b)).toEqual([0, all]);
  });
  test("y copies the link to the turn, and says so", async () => {
    await visit(reader.address("file", at.implementation));
    for (let times = 0; times < 13; times++) await press("j");
    expect(await current()).toBe(await page.locator(".turn").last().getAttribute("id"));
    await press("y");
    await page.waitForFunction(() => document.querySelector("[role=status]")?.textContent === "Link copied");
    expect(await copied()).toBe(page.url());
  });
  test("y copies the link to the call that has the focus, without the words of a search", async () => {
    await visit(reader.address("file", at.planning));
    const id = await idOf(".run li", "src/tables/cache.ts");
    await visit(`${reader.address("file", at.planning)}?hl=cache#${id}`);
    await page.locator(`#${id} summary`).first().focus();
    await press("y");
    await page.waitForFunction(() => document.querySelector("[role=status]")?.textContent === "Link copied");
    expect(await copied()).toBe(`${reader.address("file", at.planning)}#${id}`);
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await press("y");
    const turn = await page.locator(`.turn:has([id="${id}"])`).getAttribute("id");
    await expect.poll(copied).toBe(`${reader.address("file", at.planning)}#${turn}`);
  });
  test("/ goes to the search field, Escape leaves it, and keys are letters there", async () => {
    await visit(reader.address("file", at.implementation));
    await press("/");
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("q");
    await page.keyboard.type("j?x");
    expect(await page.locator("#q").inputValue()).toBe("j?x");
    expect(new URL(page.url()).hash).toBe("");
    await press("Escape");
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("BODY");
  });
  test("? opens the panel, Escape closes it", async () => {
    await visit(reader.address("file", at.implementation));
    await press("Shift+?");
    expect(await isSeen(page, "#display .keys")).toBe(true);
    await press("Escape");
    expect(await isSeen(page, "#display .keys")).toBe(false);
  });
  test("with Ctrl, Meta or Alt they are the browser's", async () => {
    await visit(reader.address("file", at.implementation));
    await press("Alt+j");
    await press("Meta+j");
    expect(new URL(page.url()).hash).toBe("");
  });
  test("j and k go through the rows of a list", async () => {
    await visit(reader.address("file", "index.html"));
    await press("j");
    const first = await page.evaluate(() => document.activeElement?.textContent);
    await press("j");
    await press("k");
    expect(await page.evaluate(() => document.activeElement?.closest(".srow-t") !== null)).toBe(true);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(first);
  });
});

describe("place", () => {
  test("outline, strip and cursor follow the reader", async () => {
    await visit(reader.address("file", at.implementation));
    const last = await page.locator(".turn").last().getAttribute("id");
    // A page's end may take several steps: turns are laid out as they come near.
    const followed = async (): Promise<string | null | undefined> => {
      await page.keyboard.press("End");
      return page.evaluate(() => document.querySelector(".outline [aria-current]")?.getAttribute("href"));
    };
    await expect.poll(followed).toBe(`#${last}`);
    expect(await page.evaluate(() => getComputedStyle(document.querySelector(".cursor") as Element).display)).not.toBe(
      "none",
    );
  });
  test("a bar of the strip leads to its step", async () => {
    await visit(reader.address("file", at.implementation));
    const href = await page.locator(".score .k-fail a").first().getAttribute("href");
    await page.locator(".score .k-fail a").first().dispatchEvent("click");
    await page.waitForFunction((hash) => location.hash === hash, href);
    expect(await isSeen(page, `${href} .tool-b`)).toBe(true);
  });
});

describe("copying", () => {
  test("a link copies its address", async () => {
    await visit(reader.address("http", at.implementation));
    const link = page.locator(".turn-f .copy").first();
    await link.click();
    await page.waitForFunction(() => document.querySelector("[role=status]")?.textContent === "Link copied");
    expect(await copied()).toBe(`${reader.address("http", at.implementation)}${await link.getAttribute("href")}`);
  });
  test("code copies clean: a diff gives the new text without signs and numbers", async () => {
    await visit(reader.address("file", at.implementation));
    const diff = page.locator("pre.diff").first();
    await diff.hover();
    const button = page.locator(".has-copy .copy-code").first();
    await button.click();
    await page.waitForFunction(() => document.querySelector("[role=status]")?.textContent === "Copied");
    const text = await copied();
    expect(text).toContain("yearOfWeek");
    expect(text).not.toMatch(/^[+-]|^@@/m);
    expect(await button.innerText()).toBe("Copied");
  });
  test("output copies as it is", async () => {
    await visit(reader.address("file", at.implementation));
    const out = page.locator(".tool.failed pre.out").first();
    const text = await out.evaluate((each) => each.textContent);
    await out.hover();
    await page.locator(".has-copy:has(pre.out) .copy-code").first().click();
    await page.waitForFunction(() => document.querySelector("[role=status]")?.textContent === "Copied");
    expect(await copied()).toBe(text);
  });
});

describe("theme", () => {
  const scheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

  test("follows the system, can be chosen, is remembered on other pages, and goes back to the system", async () => {
    await visit(reader.address("http", at.implementation));
    const light = await paper();
    await page.locator(".display").click();
    await page.locator("#theme-dark").check();
    expect(await scheme()).toBe("dark");
    const dark = await paper();
    expect(dark).not.toBe(light);
    await page.goto(reader.address("http", "index.html"));
    expect(await paper()).toBe(dark);
    expect(await page.locator("#theme-dark").isChecked()).toBe(true);
    await page.locator(".display").click();
    await page.locator("#theme-auto").check();
    expect(await paper()).toBe(light);
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await paper()).toBe(dark);
    await page.emulateMedia({ colorScheme: "light" });
  });
  test("there is no flash: the choice is in force before the body is there", async () => {
    await page.evaluate(() => localStorage.setItem("annalsTheme", "dark"));
    await page.addInitScript(() => {
      new MutationObserver((_, observer) => {
        if (document.body === null) return;
        observer.disconnect();
        (window as { first?: string }).first = document.documentElement.dataset.theme ?? "";
      }).observe(document, { childList: true, subtree: true });
    });
    await page.goto(reader.address("http", at.implementation));
    expect(await page.evaluate(() => (window as { first?: string }).first)).toBe("dark");
    await page.evaluate(() => localStorage.removeItem("annalsTheme"));
  });
});

describe("narrow screens", () => {
  test("the outline is a panel that a button opens, and leads to a prompt", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await visit(reader.address("file", at.implementation));
    expect(await isSeen(page, ".outline ol")).toBe(false);
    await page.locator(".outline-btn").click();
    expect(await isSeen(page, ".outline ol")).toBe(true);
    const link = page.locator(".outline ol a").nth(3);
    await link.click();
    expect(new URL(page.url()).hash).toBe(await link.getAttribute("href"));
    await page.setViewportSize({ width: 1440, height: 900 });
  });
});

describe("lists", () => {
  test("filters of a project keep stories that match, and sorting moves them", async () => {
    await visit(reader.address("file", "projects/tidemark/index.html"));
    const shown = () => page.locator(".sessions > :visible").count();
    const all = await shown();
    await page.getByLabel("has a plan").check();
    const withPlan = await shown();
    expect(withPlan).toBeGreaterThan(0);
    expect(withPlan).toBeLessThan(all);
    await page.getByRole("button", { name: "Clear" }).click();
    expect(await shown()).toBe(all);
    const first = () => page.locator(".sessions .srow-t a").first().innerText();
    const newest = await first();
    await page.locator("[data-sort]").selectOption({ index: 1 });
    expect(await first()).not.toBe(newest);
  });
  test("the year's months and the table lead to month pages", async () => {
    await visit(reader.address("file", "index.html"));
    await page.locator(".year a").last().click();
    expect(page.url()).toContain("/months/");
  });
});
