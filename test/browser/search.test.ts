/** Search on the sample, from file:// and over http below a prefix: the same hits, and each lands where it should. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchBrowser } from "../support/browser.ts";
import { type Served, serve } from "../support/serve.ts";
import { fileAddress, samplePath } from "../support/site.ts";
import { isRight, landing, nobody, queries, question } from "./queries.ts";
import { languages } from "./sample.ts";

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

/** Asks on the page that stands there, which forgets the last question first. */
async function askNext(page: Page, query: string): Promise<void> {
  await page.locator("#q").evaluate((box: HTMLInputElement, text) => {
    for (const each of ["", text]) {
      box.value = each;
      box.form?.requestSubmit();
    }
  }, query);
  await answered(page);
  expect(new URL(page.url()).searchParams.get("q")).toBe(query);
}

/** What a query finds: sessions, and the places of the first, from the site's root on. */
async function hits(page: Page, query: string, way: keyof typeof ways) {
  if (page.url().startsWith(ways[way]("search/"))) await askNext(page, query);
  else await ask(page, ways[way](question(query)));
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
  // The same tabs for all of them: a new one is a new process, which takes longer than the search. From file:// one
  // page is asked everything, over http each question comes with the address of a page that is loaded for it.
  let one: Page;
  let two: Page;
  let landed: Page;
  beforeAll(async () => {
    [one, two, landed] = await Promise.all([browser.newPage(), browser.newPage(), browser.newPage()]);
  });
  afterAll(() => Promise.all([one, two, landed].map((page) => page?.close())));

  test.each(queries)("$query: $what", async ({ query, page }) => {
    const [fromFile, fromHttp] = await Promise.all([hits(one, query, "file://"), hits(two, query, "http://")]);
    expect(fromHttp).toEqual(fromFile);
    if (query === nobody) expect(fromFile.status).toBe(`0 sessions. No session has “${nobody}”.`);
    else {
      const [place = ""] = fromFile.places;
      if (page !== undefined) expect(place).toMatch(page);
      await Promise.all([lands(landed, ways["file://"](place), query), lands(two, ways["http://"](place), query)]);
    }
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
  test("without a question it waits in the field, with facets, and has loaded no text", async () => {
    const page = await browser.newPage();
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.goto(ways[way]("search/index.html"));
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("q");
    await page.locator("#facets label", { hasText: "tidemark" }).waitFor();
    expect(await page.locator(".hit").count()).toBe(0);
    expect(asked.filter((url) => /fragment\/|index\/en_/.test(url))).toEqual([]);
    await page.keyboard.type("harbour");
    await answered(page);
    expect(asked.filter((url) => url.includes("boot.js"))).toHaveLength(1);
    await page.close();
  });

  test("facets can be asked alone: all plans of a month, each leading to it", async () => {
    const page = await browser.newPage();
    await page.goto(ways[way]("search/index.html"));
    const choose = async (name: string) => page.locator("#facets label", { hasText: name }).locator("input").check();
    await choose("Plans");
    await expect.poll(() => new URL(page.url()).search).toBe("?kind=plan");
    await answered(page);
    const all = await page.locator(".hit").count();
    await choose("February 2026");
    await expect.poll(() => new URL(page.url()).search).toBe("?kind=plan&month=2026-02");
    await answered(page);
    await expect.poll(() => page.locator(".hit").count()).toBeLessThan(all);
    for (const time of await page
      .locator(".hit time")
      .evaluateAll((each) => each.map((one) => one.getAttribute("datetime"))))
      expect(time).toMatch(/^2026-02-/);
    const link = page.locator(".hit:first-child li a").first();
    const said = ((await link.locator(".what").textContent()) ?? "").replace(/\s+/g, " ").slice(0, 40);
    expect(said.length).toBeGreaterThan(10);
    await link.click();
    await page.waitForURL(/sessions\/[^?]*#s-/);
    const id = decodeURIComponent(new URL(page.url()).hash.slice(1));
    expect(
      await page
        .locator(`[id="${id}"]`)
        .evaluate((target) => target.matches(".card.plan") || target.querySelector(".card.plan") !== null),
    ).toBe(true);
    await page.goBack();
    await answered(page);
    expect(new URL(page.url()).search).toBe("?kind=plan&month=2026-02");
    await page.close();
  });

  test("an odd address is no fault", async () => {
    const page = await browser.newPage();
    const said: string[] = [];
    page.on("console", (message) => message.type() === "error" && said.push(message.text()));
    const odd = [
      "month=x",
      "month=2026-13",
      "kind=toString",
      "tool=__proto__",
      "from=2026-02-31",
      "sort=worst",
      "q=b&month=",
    ];
    for (const each of odd) {
      await ask(page, ways[way](question("tide", `&${each}`)));
      await page.locator("#facets legend", { hasText: "Date" }).waitFor();
      expect(await status(page), each).toMatch(/ sessions?(?:$|[.,])/);
      expect(
        said.filter((text) => !text.includes("favicon")),
        each,
      ).toEqual([]);
    }
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

  test("a story and a file are found by themselves, each on its own page", async () => {
    const page = await browser.newPage();
    const root = ways[way]("");
    for (const [query, kind, target] of [
      ["trawler", "story", /^stories\/[^/]+\/index\.html\?hl=trawler#origin$/],
      ["month.ts", "file", /^files\/[^/]+\/src\/tables\/month\.ts\/index\.html$/],
    ] as const) {
      await ask(page, ways[way](question(query, `&kind=${kind}`)));
      await page.locator(".hit li a").first().click();
      await expect.poll(() => page.url().slice(root.length)).toMatch(target);
      await page.locator("h1").waitFor();
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
    expect(await status(page)).toMatch(/in 1 session(?:,|$)/);
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

const otherAlphabets = ["시각표", "만조", "ज्वार", "والجزر", "thủy", "thuy", "рыбаки"];

test("Pagefind’s own client reads the index, its texts and its filters", async () => {
  const page = await browser.newPage();
  // A file without a policy of its own.
  await page.goto(served.address("pagefind/shards.json"));
  // As text: Vitest would make a call of its own of the import.
  const found: {
    others: Record<string, string | undefined>;
    first: { url: string; excerpt: string };
    projects: string[];
  } = await page.evaluate(`(async () => {
    const pagefind = await import("${served.address("pagefind/pagefind.js")}");
    const others = {};
    for (const word of ${JSON.stringify(otherAlphabets)}) {
      const [first] = (await pagefind.search(word)).results;
      others[word] = first && (await first.data()).url;
    }
    const { results, totalFilters } = await pagefind.search("slack water", { filters: { project: "tidemark" } });
    return { others, first: await results[0].data(), projects: Object.keys(totalFilters.project) };
  })()`);
  expect(found.first.url).toMatch(/\/sessions\/[\w-]+\/index\.html/);
  expect(found.first.excerpt).toMatch(/<mark>[^<]*(?:slack|water)[^<]*<\/mark>/i);
  expect(found.projects).toContain("tidemark");
  for (const word of otherAlphabets) expect(found.others[word], word).toContain(languages);
  await page.close();
});
