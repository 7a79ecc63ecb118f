/** A session that is too large for its page: parts open in place, links find them, and they are pages by themselves. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { sessionPage } from "../../templates/pages/session-pages.ts";
import { origins, useReader } from "../support/reader.ts";
import { samplePages } from "../templates/look.ts";
import { main } from "../templates/sample.ts";
import * as make from "../templates/support.ts";

const site = mkdtempSync(join(tmpdir(), "annals-parts-"));
const files = await samplePages({ budget: 12_000 });
for (const { path, content } of files) {
  mkdirSync(dirname(join(site, path)), { recursive: true });
  writeFileSync(join(site, path), content);
}
/** Hundreds of turns of which the browser knows the height only when they come near. */
const long = make.session(
  Array.from({ length: 300 }, (_, at) =>
    make.turn(`Prompt ${at}.`, [make.say("Words. ".repeat(20 + ((at * 37) % 200))), make.bash(`echo ${at}`)], {
      id: make.entryId(`long-${at}`),
    }),
  ),
);
const record = make.record(long);
const made = sessionPage({ archive: make.archive([record]), version: "test", record, open: make.opened(long) });
const longPage = "sessions/long/index.html";
mkdirSync(dirname(join(site, longPage)), { recursive: true });
writeFileSync(join(site, longPage), String(made.html));

afterAll(() => rmSync(site, { recursive: true, force: true }));

const reader = useReader(() => site);
const session = `sessions/${main.key}/index.html`;
const table = String(files.find(({ path }) => path === session.replace("index.html", "places.js"))?.content);
const places = Object.entries(JSON.parse(/\((\{.*\})\)/s.exec(table)?.[1] ?? "{}") as Record<string, string>);
const moved = places.filter(([, place]) => !place.includes("/"));

describe.each(origins)("parts, from %s", (origin) => {
  test("a fold fetches its part when it is opened", async () => {
    const { page, context, faults } = await reader.context();
    await page.goto(reader.address(origin, session));
    const link = page.locator("details:not([open]) a.part").first();
    const name = await link.getAttribute("data-part");
    await link.evaluate((each) => {
      for (let fold: Element | null = each; fold; fold = fold.parentElement)
        if (fold.tagName === "DETAILS") (fold as HTMLDetailsElement).open = true;
    });
    await page.waitForFunction((part) => document.querySelector(`[data-part="${part}"]`) === null, name);
    expect(faults()).toEqual([]);
    await context.close();
  });

  test("a link to anything that moved opens its part, its folds, and goes there", async () => {
    expect(moved.length).toBeGreaterThan(5);
    const { page, context, faults } = await reader.context();
    // First, last and middle: parts hold several slots.
    for (const index of new Set([0, Math.floor(moved.length / 2), moved.length - 1])) {
      const [id = ""] = moved[index] ?? [];
      await page.goto("about:blank");
      faults();
      await page.goto(`${reader.address(origin, session)}#${id}`);
      await page.waitForFunction((wanted) => document.getElementById(wanted)?.checkVisibility(), id);
      expect(faults()).toEqual([]);
    }
    await context.close();
  });

  test("without JavaScript a part is a page with a way back", async () => {
    const { page, context } = await reader.context({ javaScriptEnabled: false });
    await page.goto(reader.address(origin, session));
    const href = (await page.locator("a.part").first().getAttribute("href")) ?? "";
    await page.goto(new URL(href, page.url()).href);
    expect(await page.locator(".slot").count()).toBeGreaterThan(0);
    expect(await page.locator(`.slot${new URL(page.url()).hash}`).isVisible()).toBe(true);
    await page.locator(".crumbs a").first().click();
    expect(new URL(page.url()).pathname).toMatch(/\/index\.html$/);
    await context.close();
  });

  test("a part whose file is gone leaves the link as it was", async () => {
    const { page, context } = await reader.context();
    await page.route("**/part-1.js", (route) => route.abort());
    await page.goto(reader.address(origin, session));
    const link = page.locator("a.part[data-part^='part-1:']").first();
    await link.evaluate((each) => (each as HTMLElement).click());
    await page.waitForURL(/part-1\.html#p\d+$/);
    expect(await page.evaluate(() => document.querySelector(location.hash)?.textContent?.trim())).toMatch(/\w/);
    await context.close();
  });
});

describe("a long page", () => {
  const top = (id: string) => document.getElementById(id)?.getBoundingClientRect().top ?? Number.NaN;
  /** In the page: until it has scrolled away from where it was, and then stood for half a second of frames. */
  const stands = (from: number) =>
    new Promise<void>((done) => {
      let [last, frames] = [Number.NaN, 0];
      const look = () => {
        frames = scrollY === last && scrollY !== from ? frames + 1 : 0;
        last = scrollY;
        if (frames < 30) requestAnimationFrame(look);
        else done();
      };
      look();
    });
  test.each(["reduce", "no-preference"] as const)("a link ends at its place, with motion %s", async (reducedMotion) => {
    const { page, context, faults } = await reader.context({ reducedMotion });
    await page.goto(`${reader.address("file", longPage)}#s-long-211`);
    await page.evaluate(stands, 0);
    expect(Math.abs(await page.evaluate(top, "s-long-211"))).toBeLessThan(140);
    const before = await page.evaluate(() => scrollY);
    await page.evaluate(() => {
      location.hash = "s-long-20";
    });
    await page.evaluate(stands, before);
    expect(Math.abs(await page.evaluate(top, "s-long-20"))).toBeLessThan(140);
    expect(faults()).toEqual([]);
    await context.close();
  });
});
