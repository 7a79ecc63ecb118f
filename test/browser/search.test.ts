/** Search on the sample, from file:// and over http below a prefix: the same hits, and each lands where it should. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchBrowser } from "../support/browser.ts";
import { type Served, serve } from "../support/serve.ts";
import { fileAddress, samplePath } from "../support/site.ts";
import { isRight, landing, nobody, queries, question } from "./queries.ts";

let browser: Browser;
let served: Served;
/** Paths here may have a query, which is not part of a file's name. */
const ways = {
  "file://": (path: string) => `${fileAddress("").replace(/\/?$/, "/")}${path}`,
  "http://": (path: string) => served.address(path),
};

beforeAll(async () => {
  [browser, served] = await Promise.all([launchBrowser(), serve(samplePath())]);
});
afterAll(async () => {
  await browser?.close();
  await served?.close();
});

const textOf = async (page: Page, selector: string): Promise<string> =>
  (await page.locator(selector).textContent()) ?? "";
const status = (page: Page): Promise<string> => textOf(page, "#res");

/** Waits for an answer, with excerpts where there are hits. */
async function answered(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const first = document.querySelector(".hit");
    if (first !== null) return first.getAttribute("aria-busy") === null;
    return /^0 sessions/.test(document.querySelector("#res")?.textContent ?? "");
  });
}

async function ask(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await answered(page);
}

/** What a query finds: sessions, and the places of the first, from the site's root on. */
async function hits(page: Page, query: string, way: keyof typeof ways) {
  await ask(page, ways[way](question(query)));
  const root = ways[way]("");
  const links = await page
    .locator(".hit:first-child li a")
    .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
  return {
    status: await status(page),
    sessions: await page.locator(".hit h3").allTextContents(),
    places: links.map((link) => link.slice(root.length)),
  };
}

describe("the same from file:// and http", () => {
  test.each(queries)("$query: $what", async ({ query, page }) => {
    const [one, two] = await Promise.all([browser.newPage(), browser.newPage()]);
    const [fromFile, fromHttp] = await Promise.all([hits(one, query, "file://"), hits(two, query, "http://")]);
    expect(fromHttp).toEqual(fromFile);
    if (query === nobody) expect(fromFile.status).toBe(`0 sessions. No session has “${nobody}”.`);
    else {
      const [place = ""] = fromFile.places;
      if (page !== undefined) expect(place).toMatch(page);
      await Promise.all([lands(one, ways["file://"](place), query), lands(two, ways["http://"](place), query)]);
    }
    await Promise.all([one.close(), two.close()]);
  });
});

/** The element is there, says what was asked for, is open and in sight, and has the words marked. */
async function lands(page: Page, address: string, query: string): Promise<void> {
  await page.goto(address);
  const id = decodeURIComponent(new URL(address).hash.slice(1));
  await page.locator(`[id="${id}"] mark.hl`).first().waitFor({ state: "visible" });
  await expect.poll(async () => isRight(await page.evaluate(landing, id), query)).toBe(true);
}

test("what was folded is opened: without a search it cannot be seen", async () => {
  const page = await browser.newPage();
  await ask(page, ways["file://"](question("estuaries")));
  const link = (await page.locator(".hit:first-child li a").first().getAttribute("href")) ?? "";
  const id = decodeURIComponent(new URL(link).hash.slice(1));
  await page.goto(link.replace(/\?.*$/, ""));
  const output = page.locator(`[id="${id}"]`).getByText("estuaries").first();
  expect((await output.count()) === 0 || !(await output.isVisible())).toBe(true);
  await lands(page, link, "estuaries");
  await page.close();
});

describe.each(Object.keys(ways) as (keyof typeof ways)[])("the search page from %s", (way) => {
  test("loads nothing of the index before the first key", async () => {
    const page = await browser.newPage();
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.goto(ways[way]("search/index.html"));
    await page.waitForLoadState("networkidle");
    expect(asked.filter((url) => /pagefind|engine/.test(url))).toEqual([]);
    await page.locator("#q").pressSequentially("harbour");
    await answered(page);
    expect(asked.filter((url) => url.includes("boot.js"))).toHaveLength(1);
    await page.close();
  });

  test("keeps the whole search in the address, through back and reload", async () => {
    const page = await browser.newPage();
    await ask(page, ways[way](question("harbour")));
    const all = await status(page);
    await page.getByRole("button", { name: "Only what I typed" }).click();
    await expect.poll(() => status(page)).not.toBe(all);
    const typed = await status(page);
    expect(new URL(page.url()).search).toBe("?q=harbour&kind=typed");
    await page.locator("#facets label", { hasText: "tidemark" }).first().locator("input").check();
    await expect.poll(() => new URL(page.url()).search).toBe("?q=harbour&project=tidemark&kind=typed");
    await page.goBack();
    await expect.poll(() => status(page)).toBe(typed);
    await page.goBack();
    await expect.poll(() => status(page)).toBe(all);
    await page.goForward();
    await expect.poll(() => status(page)).toBe(typed);
    await page.reload();
    await answered(page);
    expect(await status(page)).toBe(typed);
    expect(await page.locator("#q").inputValue()).toBe("harbour");
    await page.close();
  });

  test("counts beside a facet are what choosing it gives", async () => {
    const page = await browser.newPage();
    await ask(page, ways[way](question("tide")));
    const all = await status(page);
    const label = (name: string) => page.locator("#facets label", { hasText: name }).first();
    const counts = new Map<string, string | null>();
    for (const name of ["gauge-lab", "Tool output", "Plans"])
      counts.set(name, await label(name).locator(".n").textContent());
    for (const [name, count] of counts) {
      await label(name).locator("input").check();
      await expect.poll(() => status(page), { message: name }).toMatch(new RegExp(`(^| )${count} sessions?$`));
      await label(name).locator("input").uncheck();
      // Before that the counts are those within the facet that was chosen.
      await expect.poll(() => status(page), { message: name }).toBe(all);
    }
    await page.close();
  });

  test("orders by date", async () => {
    const page = await browser.newPage();
    await ask(page, ways[way](question("tide", "&sort=oldest")));
    const times = () =>
      page.locator(".hit time").evaluateAll((all) => all.map((time) => (time as HTMLTimeElement).dateTime));
    const oldest = await times();
    expect(oldest).toEqual([...oldest].sort());
    await page.locator("#order").selectOption("newest");
    await expect.poll(times).not.toEqual(oldest);
    const newest = await times();
    expect(newest).toEqual([...newest].sort().reverse());
    expect((newest[0] ?? "") > (oldest.at(-1) ?? "")).toBe(true);
    await page.close();
  });

  test("is walked with the keyboard", async () => {
    const page = await browser.newPage();
    await ask(page, ways[way](question("harbour")));
    const focused = () => page.evaluate(() => document.activeElement?.closest("li, h3, form")?.tagName);
    await page.keyboard.press("/");
    expect(await focused()).toBe("FORM");
    await page.keyboard.press("ArrowDown");
    expect(await focused()).toBe("H3");
    await page.keyboard.press("j");
    expect(await focused()).toBe("LI");
    await page.keyboard.press("k");
    expect(await focused()).toBe("H3");
    await page.keyboard.press("Escape");
    expect(await focused()).toBe("FORM");
    await page.keyboard.press("Escape");
    expect(await focused()).toBeUndefined();
    await page.keyboard.press("/");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL(/sessions\/.*hl=harbour#s-/);
    await page.close();
  });

  test("the box on another page leads here", async () => {
    const page = await browser.newPage();
    await page.goto(ways[way]("index.html"));
    await page.keyboard.press("/");
    await page.keyboard.type("trawler");
    await page.keyboard.press("Enter");
    await page.waitForURL(/search\/index\.html\?q=trawler/);
    await answered(page);
    expect(await status(page)).toMatch(/in 1 session$/);
    await page.close();
  });

  test("shows what a session says as text", async () => {
    const page = await browser.newPage();
    const said: string[] = [];
    page.on("dialog", (dialog) => dialog.dismiss());
    page.on("console", (message) => message.type() === "error" && said.push(message.text()));
    await ask(page, ways[way](question("script document")));
    expect(await page.locator("#results script, #results img").count()).toBe(0);
    expect(await textOf(page, "#results")).toContain("<script>");
    expect(said.filter((text) => !text.includes("favicon"))).toEqual([]);
    await page.close();
  });
});

test("without JavaScript the page says what it needs", async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(ways["file://"](question("harbour")));
  expect(await textOf(page, "main")).toContain("Search needs JavaScript");
  await context.close();
});

test("Pagefind’s own client reads the index, its texts and its filters", async () => {
  const page = await browser.newPage();
  // A file without a policy of its own.
  await page.goto(served.address("pagefind/shards.json"));
  // As text: Vitest would make a call of its own of the import.
  const found: { first: { url: string; excerpt: string }; projects: string[] } = await page.evaluate(`(async () => {
    const pagefind = await import("${served.address("pagefind/pagefind.js")}");
    const { results, totalFilters } = await pagefind.search("slack water", { filters: { project: "tidemark" } });
    return { first: await results[0].data(), projects: Object.keys(totalFilters.project) };
  })()`);
  expect(found.first.url).toMatch(/\/sessions\/[\w-]+\/index\.html/);
  expect(found.first.excerpt).toMatch(/<mark>[^<]*(?:slack|water)[^<]*<\/mark>/i);
  expect(found.projects).toContain("tidemark");
  await page.close();
});
