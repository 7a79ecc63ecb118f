/**
 * What the largest pages cost a reader: `npx tsx test/browser/figures.ts SITE...`. For the three largest session pages
 * of each site: bytes, elements, and times in Chromium on this machine (median of five loads from disk).
 */
import { readdirSync, statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser } from "playwright-core";
import { launchBrowser } from "../support/browser.ts";

interface Figures {
  readonly page: string;
  readonly bytes: number;
  readonly nodes: number;
  readonly firstPaint: number;
  readonly interactive: number;
  readonly load: number;
  /** When the page first rested for 50 ms after it had loaded: from then on a click is answered at once. */
  readonly idle: number;
  /** Of all files that belong to the session. */
  readonly folder: number;
}

const loads = 5;

function largestPages(site: string, count: number): readonly string[] {
  return readdirSync(join(site, "sessions"))
    .map((key) => join("sessions", key, "index.html"))
    .sort((a, b) => statSync(join(site, b)).size - statSync(join(site, a)).size)
    .slice(0, count);
}

async function measure(browser: Browser, site: string, path: string): Promise<Figures> {
  const runs: Omit<Figures, "page" | "bytes" | "folder">[] = [];
  for (let run = 0; run < loads; run++) {
    // A context of its own has an empty cache.
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await page.addInitScript(observeTasks);
    await page.goto(pathToFileURL(join(site, path)).href, { waitUntil: "load" });
    runs.push(await page.evaluate(readTimes));
    await context.close();
  }
  const folder = join(site, path, "..");
  return {
    page: `${basename(site)} ${basename(folder).slice(0, 8)}`,
    bytes: statSync(join(site, path)).size,
    nodes: median(runs.map(({ nodes }) => nodes)),
    firstPaint: median(runs.map(({ firstPaint }) => firstPaint)),
    interactive: median(runs.map(({ interactive }) => interactive)),
    load: median(runs.map(({ load }) => load)),
    idle: median(runs.map(({ idle }) => idle)),
    folder: folderSize(folder),
  };
}

/** In the page, before anything else: when the last long task ended. */
function observeTasks(): void {
  const state = window as unknown as { lastTask: number };
  state.lastTask = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) state.lastTask = entry.startTime + entry.duration;
  }).observe({ type: "longtask", buffered: true });
}

/** In the page, once it has loaded. */
async function readTimes() {
  await new Promise((done) => requestIdleCallback(done));
  await new Promise((done) => setTimeout(done, 300));
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const paint = performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN;
  const load = navigation?.loadEventEnd ?? Number.NaN;
  return {
    nodes: document.querySelectorAll("*").length,
    firstPaint: paint,
    interactive: navigation?.domInteractive ?? Number.NaN,
    load,
    idle: Math.max(load, (window as unknown as { lastTask: number }).lastTask),
  };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return Math.round(sorted[Math.floor(sorted.length / 2)] ?? Number.NaN);
}

function folderSize(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

const sites = process.argv.slice(2).map((site) => resolve(site));
if (sites.length === 0) {
  console.error("Usage: npx tsx test/browser/figures.ts SITE...");
  process.exit(2);
}
const browser = await launchBrowser();
const rows: Figures[] = [];
for (const site of sites) for (const path of largestPages(site, 3)) rows.push(await measure(browser, site, path));
await browser.close();
console.log("| page | HTML | whole session | elements | first paint | interactive | loaded | at rest |");
console.log("|---|--:|--:|--:|--:|--:|--:|--:|");
for (const row of rows) {
  const kB = (bytes: number) => `${Math.round(bytes / 1000).toLocaleString("en")} kB`;
  console.log(
    `| ${row.page} | ${kB(row.bytes)} | ${kB(row.folder)} | ${row.nodes.toLocaleString("en")} | ${row.firstPaint} ms | ${row.interactive} ms | ${row.load} ms | ${row.idle} ms |`,
  );
}
