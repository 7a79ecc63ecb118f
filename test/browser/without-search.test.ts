/** An archive built with `--no-search` offers no search: no box, no page, no key, also where pages were kept from before. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { useReader } from "../support/reader.ts";
import { run } from "../support/run.ts";
import { planning } from "./sample.ts";

const scratch = mkdtempSync(join(tmpdir(), "annals-without-search-"));
const site = join(scratch, "site");
const reader = useReader(() => site);
const logs = join(process.cwd(), "fixtures/sample/projects");
const build = (...more: string[]) => run(scratch, ["build", logs, "-o", site, "--quiet", ...more]);

const pages = (): readonly string[] =>
  readdirSync(site, { recursive: true, encoding: "utf8" }).filter(
    (name) => name.endsWith(".html") && statSync(join(site, name)).isFile(),
  );
const withSearch = (): readonly string[] =>
  pages().filter((name) =>
    /type="search"|role="search"|search\/index\.html/.test(readFileSync(join(site, name), "utf8")),
  );

beforeAll(() => {
  expect(build().code).toBe(0);
  expect(withSearch().length).toBe(pages().length - 1); // all but 404.html
  expect(build("--no-search").code).toBe(0);
}, 120_000);
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe("--no-search", () => {
  test("leaves no box, no link and no file of search", () => {
    expect(pages().length).toBeGreaterThan(20);
    expect(withSearch()).toEqual([]);
    for (const path of ["search", "pagefind", "assets/search.js", "assets/search-engine.js"])
      expect(existsSync(join(site, path)), path).toBe(false);
  });

  test.each(["index.html", planning])("%s does not take the key and does not name it", async (path) => {
    const { context, page, faults } = await reader.context();
    await page.goto(reader.address("file", path));
    await page.evaluate(() => {
      addEventListener("keydown", (event) => document.body.setAttribute("data-taken", String(event.defaultPrevented)));
    });
    await page.keyboard.press("/");
    expect(await page.getAttribute("body", "data-taken")).toBe("false");
    expect(await page.locator("#display kbd").allTextContents()).toEqual(["j", "k", "e", "d", "x", "y", "?", "Esc"]);
    expect(await page.locator("main").innerText()).not.toContain("Search");
    expect(faults()).toEqual([]);
    await context.close();
  });

  test("the box is back with the next build that has search", () => {
    expect(build().code).toBe(0);
    expect(withSearch().length).toBe(pages().length - 1);
    expect(existsSync(join(site, "assets/search.js"))).toBe(true);
  }, 60_000);
});
