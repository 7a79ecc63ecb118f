/**
 * What a search costs until its first result stands there: `npx tsx test/browser/search-figures.ts SITE [QUERY...]`.
 * Bytes that came after the page had loaded, the work of the page's thread (its processor time, and how long its tasks
 * took by the clock, which also counts waiting for a busy machine) and what is in it, and the time that went by, from
 * file:// and from a server (medians of several fresh browsers' pages).
 */
import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, CDPSession } from "playwright-core";
import { launchBrowser } from "../support/browser.ts";
import { serve } from "../support/serve.ts";

const runs = 9;
const parts = ["TaskDuration", "ScriptDuration", "LayoutDuration", "RecalcStyleDuration", "V8CompileDuration"] as const;

interface Figures extends Record<(typeof parts)[number], number> {
  readonly bytes: number;
  readonly processor: number;
  /** Until the first session stands there, and until what was found in it does. */
  readonly listed: number;
  readonly wall: number;
}

async function once(browser: Browser, address: string, query: string, fileBytes: (url: string) => number) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(address, { waitUntil: "load" });
  await page.waitForTimeout(300);
  const clock = await context.newCDPSession(page);
  await clock.send("Performance.enable");
  const ticks = await context.newCDPSession(page);
  await ticks.send("Performance.enable", { timeDomain: "threadTicks" });
  let bytes = 0;
  page.on("request", (request) => {
    bytes += fileBytes(request.url());
  });
  const [before, processorBefore] = [await read(clock), await read(ticks)];
  // As one keystroke would, but for the pause that waits for the next one.
  const times = await page.evaluate(async (text) => {
    const box = document.querySelector<HTMLInputElement>("form.find.big input[name=q]");
    if (box === null) throw new Error("This is not a search page.");
    box.value = text;
    const start = performance.now();
    let listed = 0;
    box.form?.requestSubmit();
    await new Promise<void>((done) => {
      const observer = new MutationObserver(() => {
        if (listed === 0 && document.querySelector("#results .hit")) listed = performance.now() - start;
        if (!document.querySelector("#results .hit:not([aria-busy])")) return;
        observer.disconnect();
        requestAnimationFrame(() => setTimeout(done));
      });
      observer.observe(document.body, { subtree: true, childList: true, attributes: true });
    });
    return { listed, wall: performance.now() - start };
  }, query);
  const [after, processorAfter] = [await read(clock), await read(ticks)];
  await context.close();
  const spent = parts.map((part) => [part, between(before, after, part)]);
  const processor = between(processorBefore, processorAfter, "TaskDuration");
  return { bytes, processor, ...times, ...Object.fromEntries(spent) } as Figures;
}

const between = (before: Record<string, number>, after: Record<string, number>, name: string): number =>
  ((after[name] ?? 0) - (before[name] ?? 0)) * 1000;

async function read(session: CDPSession): Promise<Record<string, number>> {
  const { metrics } = await session.send("Performance.getMetrics");
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const [site, ...given] = process.argv.slice(2);
if (site === undefined) {
  console.error("Usage: npx tsx test/browser/search-figures.ts SITE [QUERY...]");
  process.exit(2);
}
const queries = given.length > 0 ? given : ["function", "function return"];
const folder = resolve(site);
const served = await serve(folder);
const browser = await launchBrowser();
const ways = {
  "file://": (path: string) => pathToFileURL(join(folder, path)).href,
  "http://": served.address,
};
console.log(
  "| from | query | KB | work ms | listed ms | readable ms | tasks by the clock | script | layout | style | compile |",
);
console.log("|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
for (const query of queries) {
  for (const [way, address] of Object.entries(ways)) {
    const base = address("");
    const sizeOf = (url: string): number =>
      url.startsWith(base) ? statSync(join(folder, decodeURIComponent(url.slice(base.length)))).size : 0;
    const rows: Figures[] = [];
    for (let run = 0; run < runs; run++) rows.push(await once(browser, address("search/index.html"), query, sizeOf));
    const of = (name: keyof Figures): number => Math.round(median(rows.map((row) => row[name])));
    const bytes = Math.round(of("bytes") / 1000);
    console.log(
      `| ${way} | ${query} | ${bytes} | ${[of("processor"), of("listed"), of("wall"), ...parts.map(of)].join(" | ")} |`,
    );
  }
}
await browser.close();
await served.close();
