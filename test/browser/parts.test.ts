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

/** An output and a file of which both ends are shown, in a folder of their own; gives the path of the page. */
function cutPage(folder: string, lines: readonly string[]): string {
  const cut = make.session([
    make.turn("Show both.", [
      make.bash("cat a", lines.join("\n")),
      make.call("Read", { file_path: "a.ts" }, make.ok(lines.map((line, at) => `${at + 1}→${line}`).join("\n"))),
    ]),
  ]);
  const cutRecord = make.record(cut);
  const drawn = sessionPage({
    ...{ archive: make.archive([cutRecord]), version: "test" },
    ...{ record: cutRecord, open: make.opened(cut) },
  });
  const assets = files.filter(({ path }) => path.startsWith("assets/"));
  for (const { path, content } of [{ path: drawn.path, content: String(drawn.html) }, ...drawn.files, ...assets]) {
    mkdirSync(dirname(join(site, folder, path)), { recursive: true });
    writeFileSync(join(site, folder, path), content);
  }
  return `${folder}/${drawn.path}`;
}
const linesOf = (length: number): string[] => Array.from({ length }, (_, at) => `const line${at + 1} = "<${at + 1}>";`);
const few = linesOf(90);
const lines = linesOf(500);
const folded = cutPage("folded", few);
const cut = cutPage("cut", lines);

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

  test("the middle of a cut output or file opens between its ends, once, coloured and numbered", async () => {
    const { page, context, faults } = await reader.context();
    await page.goto(reader.address(origin, cut));
    await page.evaluate(() => {
      for (const fold of document.querySelectorAll("details")) fold.open = true;
    });
    for (const selector of ["pre.out", "pre.code"]) {
      const pre = page.locator(selector).first();
      await pre.locator("a.cut").click();
      await pre.locator("a.cut").waitFor({ state: "detached" });
      expect((await pre.evaluate((each) => each.textContent ?? "")).trim().split("\n")).toEqual(lines);
    }
    const numbers = await page
      .locator("pre.code .l")
      .evaluateAll((all) => all.flatMap((each) => (each.getAttribute("data-l") ?? "").split("\n")));
    expect(numbers).toEqual(lines.map((_, at) => String(at + 1)));
    const heights = await page
      .locator("pre.code .l")
      .evaluateAll((all) =>
        all.map((each) => (each as HTMLElement).offsetHeight / parseFloat(getComputedStyle(each).lineHeight)),
      );
    expect(heights.map(Math.round).reduce((sum, each) => sum + each)).toBe(lines.length);
    const keywords = () =>
      page.evaluate(() => (CSS.highlights.get("code-keyword") as unknown as Set<unknown> | undefined)?.size);
    await expect.poll(keywords, { timeout: 60_000 }).toBe(lines.length);
    expect(faults()).toEqual([]);
    await context.close();
  });

  test.each([true, false])("a middle that is not long is folded in the page (JavaScript: %s)", async (isOn) => {
    const { page, context, faults } = await reader.context({ javaScriptEnabled: isOn });
    await page.goto(reader.address(origin, folded));
    expect(await page.locator("a.cut").count()).toBe(0);
    for (const selector of ["pre.out", "pre.code"]) {
      const pre = page.locator(selector).first();
      await page.locator("details", { has: pre }).locator("> summary").last().click();
      expect(await pre.locator(".cut > summary").innerText()).toBe("show all 90 lines");
      expect((await pre.innerText()).split("\n").length).toBeLessThan(50);
      await pre.locator(".cut > summary").click();
      const shown = (await pre.innerText()).split("\n").filter((line) => line !== "");
      expect(shown.filter((line) => !line.startsWith("show all"))).toEqual(few);
    }
    if (isOn) {
      const keywords = () =>
        page.evaluate(() => (CSS.highlights.get("code-keyword") as unknown as Set<unknown> | undefined)?.size);
      await expect.poll(keywords, { timeout: 60_000 }).toBe(few.length);
    }
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

  test("without JavaScript a link to anything that moved leads on to it", async () => {
    const { page, context } = await reader.context({ javaScriptEnabled: false, reducedMotion: "reduce" });
    for (const index of new Set([0, Math.floor(moved.length / 2), moved.length - 1])) {
      const [id = ""] = moved[index] ?? [];
      await page.goto("about:blank");
      await page.goto(`${reader.address(origin, session)}#${id}`);
      await page.locator(`.places > a[id="${id}"], noscript:has(> i[id="${id}"]) + a.part`).click();
      expect(new URL(page.url()).pathname).toMatch(/\/part-\d+\.html$/);
      expect(await page.locator(`[id="${id}"]`).count(), id).toBe(1);
    }
    await context.close();
  });

  test("every link of a part leads to something that is there", () => {
    const idsOf = (content: string) => new Set([...content.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    const index = idsOf(String(files.find(({ path }) => path === session)?.content));
    for (const { path, content } of files.filter(({ path }) => /\/part-\d+\.html$/.test(path))) {
      const own = idsOf(String(content));
      for (const [, file, id] of String(content).matchAll(/ href="((?:index\.html)?)#([^"]+)"/g))
        expect((file === "" ? own : index).has(id), `${path}: ${file}#${id}`).toBe(true);
    }
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
