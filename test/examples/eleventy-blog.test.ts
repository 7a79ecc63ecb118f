/** Somebody's blog: its own pages and layout, the archive below `log/`, a part and a tool view of its own. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser } from "../support/browser.ts";
import { exampleProject } from "../support/project.ts";
import { type Served, serve } from "../support/serve.ts";

const scratch = mkdtempSync(join(tmpdir(), "annals-blog-"));
let site = "";
let served: Served;
let browser: Browser;
beforeAll(async () => {
  const folder = exampleProject("eleventy-blog", scratch);
  execFileSync(process.execPath, ["node_modules/@11ty/eleventy/cmd.cjs", "--quiet"], {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, HOME: scratch, TZ: "UTC" },
  });
  site = join(folder, "_site");
  served = await serve(site, "/");
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await served?.close();
  rmSync(scratch, { recursive: true, force: true });
});

const read = (path: string): string => readFileSync(join(site, path), "utf8");

/** A page, and what went wrong on it. */
async function opened(path: string): Promise<{ readonly page: Page; readonly problems: readonly string[] }> {
  const page = await browser.newPage();
  const problems: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("requestfailed", (request) => problems.push(request.url()));
  page.on("response", (response) => {
    if (response.status() >= 400) problems.push(`${response.status()} ${response.url()}`);
  });
  await page.goto(served.address(path));
  return { page, problems };
}

describe("its own pages", () => {
  it("list sessions and plans that lead into the archive", async () => {
    const { page, problems } = await opened("");
    expect(await page.locator("ul.work li").count()).toBe(5);
    expect(await page.locator("ul.plans li").count()).toBeGreaterThan(1);
    const plan = page.locator("ul.plans a").first();
    const title = await plan.innerText();
    await plan.click();
    await page.waitForURL(/\/log\/sessions\/[\w-]+\/index\.html#s-[\w-]+-plan$/);
    const anchor = new URL(page.url()).hash.slice(1);
    // Not `innerText`: a turn that is not in sight yet is not drawn, and has none.
    expect((await page.locator(`[id="${anchor}"] h3`).textContent())?.trim()).toBe(title);
    expect(problems).toEqual([]);
    await page.close();
  });

  it("show a turn with its prompt, calls and links, in their own layout", async () => {
    const { page, problems } = await opened("posts/how-we-fixed-it/");
    expect(await page.locator("header").innerText()).toContain("Harbour notes");
    const turn = page.locator(".session article.turn");
    expect(await turn.count()).toBe(1);
    expect((await turn.locator(".prompt").first().textContent())?.trim().length).toBeGreaterThan(10);
    const links = await turn
      .locator("a[href]:not([href^='#']):not([href^='http'])")
      .evaluateAll((all) => all.map((each) => (each as HTMLAnchorElement).href));
    for (const link of links) expect((await page.request.get(link)).status(), link).toBe(200);
    expect(problems).toEqual([]);
    await page.close();
  });
});

describe("the archive below it", () => {
  it("draws plans and commands by the components of the blog, in its own colours", async () => {
    const session = /href="(log\/sessions\/[\w-]+\/index\.html)#s-[\w-]+-plan"/.exec(read("index.html"))?.[1] ?? "";
    const { page, problems } = await opened(session);
    const plan = page.locator(".harbour-plan");
    expect(await plan.first().getAttribute("data-status")).toMatch(/approved|rejected|pending/);
    expect(await plan.first().locator("section.plan").count()).toBe(1);
    expect(await plan.first().evaluate((element) => getComputedStyle(element).borderInlineStartWidth)).toBe("4px");
    expect(problems).toEqual([]);
    await page.close();
    expect(read("log/index.html")).toContain('href="assets/theme/log.css"');
    const commands = readFileSync(join(site, session), "utf8").match(/class="shell-line"/g) ?? [];
    expect(commands.length).toBeGreaterThan(0);
  });

  it("has its search", async () => {
    const { page, problems } = await opened("log/search/index.html?q=calendar");
    await page.locator("#results a").first().waitFor();
    expect(problems).toEqual([]);
    await page.close();
  });
});
