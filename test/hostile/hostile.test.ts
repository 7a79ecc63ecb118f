/**
 * Session text is hostile: each payload goes into each place of a log, the archive is built as users build it, and
 * nothing of it may become more than text. A few payloads of our own by default; `npm run test:hostile` takes all of
 * them, and every string of every public collection that is here.
 */
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser } from "../support/browser.ts";
import { run } from "../support/run.ts";
import { type Served, serve } from "../support/serve.ts";
import { samplePath } from "../support/site.ts";
import { holes } from "./holes.ts";
import { readMarkup, sha256 } from "./markup.ts";
import { filePlaces, linePlaces, placeCount, titlePlaces } from "./places.ts";
import { filesOf, learn, type Policy, pageFaults, pagesOf, siteFaults } from "./policy.ts";
import { collections, ownPayloads, publicPayloads, sample, writeFixtures, writeLong, writeSource } from "./source.ts";
import { parsedBy, type WatchOptions, watch } from "./watch.ts";

const isWhole = process.env.ANNALS_LONG !== undefined;
const chunk = 350;
/** Pages that are open at the same time. */
const tabs = 3;
const minutes = 60_000;

const scratch = mkdtempSync(join(tmpdir(), "annals-hostile-"));
let browser: Browser;
let policy: Policy;
let control: string;
const inline = new Set<string>();

beforeAll(async () => {
  browser = await launchBrowser();
  const sampleSite = samplePath();
  policy = learn(sampleSite);
  control =
    "sessions/" +
    (filesOf(sampleSite)
      .find((name) => /^sessions\/[^/]+\/index\.html$/.test(name))
      ?.split("/")[1] ?? "") +
    "/index.html";
  for (const page of [control, "404.html"])
    for (const { name, text } of readMarkup(readFileSync(join(sampleSite, page), "utf8")).inline)
      if (name === "script") inline.add(sha256(text));
});
afterAll(async () => {
  await browser?.close();
  rmSync(scratch, { recursive: true, force: true });
});

function built(source: string, site: string, ...options: readonly string[]): string {
  const { code, stderr } = run(scratch, ["build", source, "-o", site, "--time-zone", "UTC", "--quiet", ...options]);
  if (code !== 0) throw new Error(`The build failed: ${stderr}`);
  return site;
}

const tellsOf = (site: string): ((path: string) => boolean) => {
  const files = new Set(filesOf(site));
  return (path) => files.has(path);
};

async function withServer<Result>(site: string, use: (served: Served) => Promise<Result>): Promise<Result> {
  const served = await serve(site);
  try {
    return await use(served);
  } finally {
    await served.close();
  }
}

describe("the checker", () => {
  it("finds nothing in the sample", async () => {
    const site = samplePath();
    expect(siteFaults(site, policy)).toEqual([]);
    await withServer(site, async ({ address }) => {
      for (const csp of [false, true]) {
        const watcher = await watch({ browser, home: address(""), has: tellsOf(site), csp, inline });
        for (const path of ["index.html", control, "search/index.html"]) expect(await watcher.open(path)).toEqual([]);
        await watcher.close();
      }
    });
  });

  it("sees every hole that we make", async () => {
    const site = join(scratch, "holes");
    cpSync(samplePath(), site, { recursive: true });
    const whole = readFileSync(join(site, control), "utf8");
    const seen = await withServer(site, async ({ address }) => {
      const found: string[] = [];
      for (const csp of [false, true]) {
        const watcher = await watch({ browser, home: address(""), has: tellsOf(site), csp, inline });
        for (const { markup, runs, isStopped } of holes) {
          const page = whole.replace("</main>", () => `${markup}</main>`);
          if (!csp && pageFaults(page, policy, control, tellsOf(site)).length === 0) found.push(`not read: ${markup}`);
          if (csp ? !isStopped : !runs) continue;
          writeFileSync(join(site, control), page);
          const faults = await watcher.open(control, undefined, 3000);
          if (faults.length === 0) found.push(`not seen with the policy ${csp ? "on" : "off"}: ${markup}`);
        }
        await watcher.close();
      }
      return found;
    });
    expect(seen).toEqual([]);
  });

  it("puts payloads where pages show them", () => {
    const names = linePlaces.map(([name]) => name);
    expect([...new Set(names)]).toEqual(names);
    expect(placeCount).toBeGreaterThan(150);
    const source = join(scratch, "markers");
    const site = join(scratch, "markers-site");
    // One payload per place, so that it can be told which place reached the site.
    writeSource(source, ["zqmarkerqz"], (name, text) => `${text}${names.indexOf(name)}z`);
    built(source, site, "--no-search", "--no-redact");
    const text = pagesOf(site)
      .map((page) => readFileSync(join(site, page), "utf8"))
      .join("\n");
    const silent = names.filter((_, index) => !text.includes(`zqmarkerqz${index}z`));
    expect(silent).toEqual(notShown);
  });
});

/** Places that no page shows as they are; payloads go there all the same. */
const notShown: readonly string[] = [
  // Unknown languages, operations and modes are not named; an interruption has words of its own.
  "markdown fence language",
  "queue operation",
  "interruption",
  "permission mode",
  "tool details",
  // Become bytes of a file.
  "image data",
  "image bytes",
  // Deliberately folded away.
  "bridge",
  "fork reference",
  "last prompt",
  // Ids and numbers that are only compared; folder and slug show in the sessions that have no other.
  "message id",
  "usage",
  "working folder",
  "slug",
  "session id in a line",
  "time",
  "parent",
  // Only counted, with their length.
  "line that is no JSON",
  "line that is only text",
];

describe("hostile text stays text", () => {
  const own = ownPayloads();
  const payloads = isWhole ? [...new Set([...own, ...publicPayloads()])] : sample(own, 32);
  const chunks = Array.from({ length: Math.ceil(payloads.length / chunk) }, (_, index) =>
    payloads.slice(index * chunk, (index + 1) * chunk),
  );
  let tried = 0;
  let escapes = 0;
  let pages = 0;
  let opened = 0;
  let leaves = 0;

  it.each(chunks.map((part, index) => [index + 1, part] as const))(
    `part %i of ${chunks.length}`,
    { timeout: 20 * minutes },
    async (number, part) => {
      const source = join(scratch, `source-${number}`);
      const site = join(scratch, `site-${number}`);
      writeSource(source, part);
      if (number === 1) {
        writeLong(source, sample(part, 12));
        const both = ['"><img src=x onerror=alert(1)><!--', "javascript:alert(1)//\u202e\x1b[31m`](x"];
        leaves = writeFixtures(source, isWhole ? both : both.slice(0, 1));
      }
      built(source, site, "--no-search", "--no-redact");
      const faults: string[] = [...siteFaults(site, policy)];
      const all = pagesOf(site);
      pages += all.length;
      await withServer(site, async ({ address }) => {
        faults.push(...(await readByBrowser(site, all, address)));
        // A payload's page with all places is opened, and some of its others.
        const full = all.filter((path) => /^sessions\/0{7}[19]-.*index\.html$/.test(path));
        const others = all.filter((path) => !full.includes(path));
        const some = [...(isWhole ? full : sample(full, 16)), ...sample(others, isWhole ? 60 : 10)];
        for (const [csp, paths] of [[false, some] as const, [true, sample(some, isWhole ? 60 : 6)] as const]) {
          faults.push(...(await opening(paths, { browser, home: address(""), has: tellsOf(site), csp, inline })));
          opened += paths.length;
        }
      });
      escapes += faults.length;
      tried += part.length;
      if (chunks.length > 1) console.log(`part ${number}: ${part.length} payloads, ${faults.length} escapes`);
      expect(faults.slice(0, 20)).toEqual([]);
      rmSync(source, { recursive: true, force: true });
      rmSync(site, { recursive: true, force: true });
    },
  );

  it("says how much was tried", () => {
    const result = `${tried} payloads x ${placeCount} places, ${escapes} escapes`;
    console.log(
      `${result} (${pages} pages read by us and by Chromium, ${opened} opened; ${isWhole ? 2 : 1} in each of ${leaves} texts of our fixtures)`,
    );
    expect(linePlaces.length + titlePlaces.length + filePlaces.length).toBe(placeCount);
    expect([tried, escapes]).toEqual([payloads.length, 0]);
    // README may claim no more than was tried.
    const [, claimed, places] = /(\d+) payloads x (\d+) places, 0 escapes/.exec(readme()) ?? [];
    expect(Number(places)).toBe(placeCount);
    if (isWhole && existsSync(collections)) expect(Number(claimed)).toBeLessThanOrEqual(tried);
  });
});

async function opening(paths: readonly string[], options: WatchOptions): Promise<readonly string[]> {
  const waiting = [...paths];
  const inOneTab = async (): Promise<string[]> => {
    const watcher = await watch(options);
    const faults: string[] = [];
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop())
      for (const fault of await watcher.open(path)) faults.push(`${path}: ${fault}`);
    await watcher.close();
    return faults;
  };
  return (await Promise.all(Array.from({ length: tabs }, inOneTab))).flat();
}

const readme = (): string => readFileSync(join(import.meta.dirname, "../../README.md"), "utf8");

/** Chromium finds the same elements on each page that we read there. */
async function readByBrowser(
  site: string,
  pages: readonly string[],
  address: (path: string) => string,
): Promise<readonly string[]> {
  const context = await browser.newContext({ bypassCSP: true });
  const page = await context.newPage();
  await page.goto(address("404.html"));
  const faults: string[] = [];
  for (let at = 0; at < pages.length; at += 100) {
    const some = pages.slice(at, at + 100);
    for (const parsed of await parsedBy(page, some.map(address), policy)) {
      const path = parsed.path.slice(address("").length);
      const { elements } = readMarkup(readFileSync(join(site, path), "utf8"));
      if (parsed.elements !== elements.length)
        faults.push(`${path}: ${elements.length} elements written, ${parsed.elements} in Chromium`);
      faults.push(...parsed.faults.map((fault) => `${path}: in Chromium: ${fault}`));
    }
  }
  await context.close();
  return faults;
}

describe("what opens later", () => {
  let site = "";
  const payloads = sample(ownPayloads(), isWhole ? 24 : 14);
  beforeAll(() => {
    const source = join(scratch, "search-source");
    writeSource(source, payloads);
    writeLong(source, payloads);
    // As users build it: with the search index, and redacted.
    site = built(source, join(scratch, "search-site"), "--title", "</title><script>alert(1)</script>");
  });

  it("is text in parts that open in place", async () => {
    const long = pagesOf(site).find((path) => /00000009-[^/]*\/index\.html$/.test(path)) ?? "";
    expect(existsSync(join(site, long.replace("index.html", "part-1.js")))).toBe(true);
    await withServer(site, async ({ address }) => {
      const watcher = await watch({ browser, home: address(""), has: tellsOf(site), csp: false, inline });
      const faults = await watcher.open(long, async (page) => {
        const opened = await page.evaluate(async () => {
          let count = 0;
          for (; count < 40; count++) {
            const link = document.querySelector("a[data-part]");
            if (link === null) break;
            await (window as unknown as { annals: { openPart(link: Element): Promise<void> } }).annals.openPart(link);
          }
          for (const fold of document.querySelectorAll("details")) fold.open = true;
          return count;
        });
        expect(opened).toBeGreaterThan(5);
        await page.waitForTimeout(500);
      });
      await watcher.close();
      expect(faults.filter((fault) => !isOurEvaluation(fault))).toEqual([]);
    });
  });

  it.each(["http", "file"])("is text in search results over %s", async (way) => {
    await withServer(site, async ({ address }) => {
      const home = way === "http" ? address("") : `file://${site}/`;
      const watcher = await watch({ browser, home, has: tellsOf(site), csp: true, inline });
      for (const query of ["alert", "img onerror", "evil.invalid", '"><img src=x onerror=alert(1)>']) {
        let hits = 0;
        const faults = await watcher.open(`search/index.html?q=${encodeURIComponent(query)}`, async (page) => {
          // Until all that can be seen of the hits is there: the others are loaded when they come into sight.
          await page.waitForFunction(
            () =>
              /\d+ sessions?/.test(document.querySelector("#res")?.textContent ?? "") &&
              [...document.querySelectorAll(".hit[aria-busy]")].every(
                (hit) => hit.getBoundingClientRect().top >= innerHeight,
              ),
          );
          hits = await page.locator(".hit").count();
          const made = await page.locator("#results").evaluate((results) => {
            const bad: string[] = [];
            for (const element of results.querySelectorAll("*"))
              for (const key of element.getAttributeNames())
                if (
                  /^on|^style$|^srcdoc$/.test(key) ||
                  /^\s*(?:javascript|data|vbscript):/i.test(element.getAttribute(key) ?? "")
                )
                  bad.push(`${element.localName} ${key}`);
            const names = new Set([...results.querySelectorAll("*")].map((element) => element.localName));
            for (const name of ["script", "img", "iframe", "style", "object", "embed", "form", "link", "base", "meta"])
              if (names.has(name)) bad.push(name);
            return bad;
          });
          expect(made).toEqual([]);
        });
        expect(faults.filter((fault) => !isOurEvaluation(fault))).toEqual([]);
        // The others have no match; what is asked for is shown back.
        expect(hits > 0, query).toBe(query === "alert" || query === "evil.invalid");
      }
      await watcher.close();
    });
  });

  it("is text in the site's own name", () => {
    expect(siteFaults(site, policy)).toEqual([]);
  });
});

/** Playwright's own calls into the page have no address. */
function isOurEvaluation(fault: string): boolean {
  return /^script .* of $/.test(fault);
}
