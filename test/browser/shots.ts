/**
 * Pictures of the pages that matter, to look at beside the mockups:
 * `npm run shots [-- --site DIR --out DIR --session KEY]`. Without `--site` the sample is built first. `--docs` takes
 * those of README instead, into docs/.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import type { Browser, Page } from "playwright-core";
import { launchBrowser } from "../support/browser.ts";

interface Shot {
  readonly name: string;
  readonly path: string;
  /** What must be in sight, near the top. */
  readonly at?: string;
  /** Typed into the search field. */
  readonly words?: string;
}

export const widths = [1440, 820, 390] as const;
export const themes = ["light", "dark"] as const;

/** The sample's richest sessions, by what they show. */
const samples: readonly Shot[] = [
  { name: "index", path: "index.html" },
  { name: "project", path: "projects/tidemark/index.html" },
  { name: "session-head", path: "sessions/228b4ba3-e4d9-4309-a08d-07cc0ee94989/index.html" },
  {
    name: "session-middle",
    path: "sessions/228b4ba3-e4d9-4309-a08d-07cc0ee94989/index.html",
    at: ".tool.k-run.failed",
  },
  { name: "session-cards", path: "sessions/f02bc0f1-56a1-4395-b2ae-e7abec79342c/index.html", at: ".card.question" },
  { name: "agent", path: "sessions/2bef3ebc-f89b-42f0-85ea-9ff8d44950a3/agents/a0140d3bbd91c6c95/index.html" },
  { name: "story", path: "stories/f02bc0f1-56a1-4395-b2ae-e7abec79342c/index.html" },
  { name: "decisions", path: "decisions/index.html" },
  { name: "files", path: "files/tidemark/index.html" },
  { name: "file", path: "files/tidemark/src/feed/ics.ts/index.html" },
  { name: "blame", path: "files/tidemark/src/feed/ics.ts/blame.html" },
  { name: "usage", path: "usage/index.html" },
  { name: "coverage", path: "report/index.html" },
  { name: "search", path: "search/index.html", words: "tide" },
];

/** Of any site: the given session from head to foot. */
const sessionShots = (key: string): readonly Shot[] => [
  { name: `session-${key.slice(0, 8)}`, path: `sessions/${key}/index.html` },
];

async function take(browser: Browser, site: string, out: string, shots: readonly Shot[], isWhole: boolean) {
  for (const theme of themes) {
    const context = await browser.newContext({ colorScheme: theme, reducedMotion: "reduce" });
    const page = await context.newPage();
    for (const width of widths) {
      await page.setViewportSize({ width, height: width === 390 ? 844 : 1000 });
      for (const shot of shots) {
        await open(page, site, shot);
        const path = join(out, `${shot.name}-${width}-${theme}.png`);
        await page.screenshot({ path, ...(isWhole ? { fullPage: true, clip: await wholePage(page) } : {}) });
      }
    }
    await context.close();
  }
}

/** What README shows. */
const inDocs: readonly Shot[] = [
  { name: "index", path: "index.html" },
  { name: "session", path: "sessions/228b4ba3-e4d9-4309-a08d-07cc0ee94989/index.html" },
  { name: "story", path: "stories/f02bc0f1-56a1-4395-b2ae-e7abec79342c/index.html" },
  { name: "search", path: "search/index.html", words: "tide" },
];

async function takeForDocs(browser: Browser, site: string): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 960 }, reducedMotion: "reduce" });
  const page = await context.newPage();
  for (const shot of inDocs) {
    await open(page, site, shot);
    await page.screenshot({ path: join("docs", `${shot.name}.png`) });
  }
  await context.close();
}

async function open(page: Page, site: string, { path, at, words }: Shot): Promise<void> {
  await page.goto(pathToFileURL(join(site, path)).href);
  if (at !== undefined) {
    await page.evaluate((selector) => {
      const target = document.querySelector(selector);
      if (target !== null) scrollTo({ top: target.getBoundingClientRect().top + scrollY - 220, behavior: "instant" });
    }, at);
  }
  if (words !== undefined) {
    await page.fill("input[type=search]", words);
    await page.waitForSelector(".hit");
  }
  // Lazy pictures, and turns that are only laid out when they come near.
  await page.waitForTimeout(250);
}

/** Chromium cannot draw more than 16,384 px. */
async function wholePage(page: Page) {
  const size = await page.evaluate(() => ({
    width: document.documentElement.clientWidth,
    height: document.documentElement.scrollHeight,
  }));
  return { x: 0, y: 0, width: size.width, height: Math.min(size.height, 12_000) };
}

const [, script] = process.argv;
if (script?.endsWith("shots.ts")) {
  const { values } = parseArgs({
    options: {
      site: { type: "string" },
      out: { type: "string" },
      session: { type: "string", multiple: true },
      docs: { type: "boolean" },
    },
  });
  const out = resolve(values.out ?? mkdtempSync(join(tmpdir(), "annals-shots-")));
  mkdirSync(out, { recursive: true });
  const site = values.site === undefined ? join(out, "site") : resolve(values.site);
  if (!existsSync(site)) {
    execFileSync(process.execPath, ["bin/annals.js", "build", "fixtures/sample/projects", "-o", site, "--quiet"], {
      stdio: "inherit",
      // No logs of a person are ever read.
      env: { PATH: process.env.PATH ?? "", HOME: out, TZ: "UTC" },
    });
  }
  const browser = await launchBrowser();
  const sessions = values.session ?? [];
  const shots = sessions.length > 0 ? sessions.flatMap(sessionShots) : samples;
  if (values.docs) await takeForDocs(browser, site);
  else await take(browser, site, out, shots, sessions.length > 0);
  await browser.close();
  console.log(
    values.docs
      ? `${inDocs.length} pictures in docs`
      : `${shots.length * widths.length * themes.length} pictures in ${out}`,
  );
}
