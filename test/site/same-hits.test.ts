/** `annals search` against the search page in a browser: the same sessions and places in the same order. */
import { relative, resolve } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { annals } from "../cli/in-process.ts";
import { launchBrowser } from "../support/browser.ts";
import { fileAddress, samplePath } from "../support/site.ts";

let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  page = await (await browser.newContext()).newPage();
});
afterAll(() => browser?.close());

/** What is typed, as options of the command and as what narrows the page's address. */
const questions: readonly (readonly [words: string, options?: readonly string[], address?: string])[] = [
  ["harbour"],
  ["tide"],
  ["week"],
  ["trawler"],
  ["weekKey"],
  ["yearOfWeek"],
  ["drop_spikes"],
  ["src/tables/month.ts"],
  ["overloaded_error"],
  ["翻译"],
  ["시각표"],
  ["Übersetzungen"],
  ["slack water"],
  ["month table"],
  ["tests pass"],
  ['"slack water"'],
  ['"the year of the week"'],
  ['"count the readings per month"'],
  ["harb"],
  ["wee"],
  ["cal"],
  ["ichthyosaur"],
  ["ichthyosaur tide"],
  ["tide", ["--kind", "typed"], "&kind=typed"],
  [
    "tide",
    ["--project", "tidemark", "--kind", "output", "--kind", "command"],
    "&project=tidemark&kind=output&kind=command",
  ],
  ["week", ["--tool", "Bash"], "&tool=Bash"],
  ["tide", ["--sort", "newest"], "&sort=newest"],
  ["tide", ["--since", "2026-02-01", "--until", "2026-05-31"], "&from=2026-02-01&to=2026-05-31"],
  ["week", ["--failures"], "&failures=yes"],
  ["", ["--kind", "plan"], "&kind=plan"],
  ["", ["--branch", "main", "--sort", "oldest"], "&branch=main&sort=oldest"],
  ["", ["--project", "nowhere"], "&project=nowhere"],
];

const pathOf = (address: string): string => relative(samplePath(), resolve(address));

async function printed(words: string, options: readonly string[]) {
  const { stdout, code } = await annals("search", words, ...options, "--json", "--in", samplePath());
  const told = JSON.parse(stdout) as {
    sessions: number;
    results: { title: string; address: string; moments: { address: string; excerpt: string }[] }[];
  };
  expect(code).toBe(told.sessions === 0 ? 2 : 0);
  return {
    sessions: told.sessions,
    results: told.results.map(({ title, address, moments }) => ({
      title,
      page: pathOf(address),
      places: moments.map((moment) => ({ address: pathOf(moment.address), excerpt: moment.excerpt })),
    })),
  };
}

async function shown(words: string, address: string) {
  await page.goto(`${fileAddress("search/index.html")}?q=${encodeURIComponent(words)}${address}`);
  await page.waitForFunction(
    () =>
      document.querySelector(".hit") !== null || /0 sessions/.test(document.querySelector("#res")?.textContent ?? ""),
  );
  for (const hit of await page.locator(".hit").all()) {
    await hit.scrollIntoViewIfNeeded();
    await expect.poll(() => hit.getAttribute("aria-busy")).toBeNull();
  }
  const root = fileAddress("").replace(/\/?$/, "/");
  const results = await page.locator(".hit").evaluateAll((hits) =>
    hits.map((hit) => ({
      title: hit.querySelector("h3")?.textContent ?? "",
      page: hit.querySelector<HTMLAnchorElement>("h3 a")?.href ?? "",
      places: [...hit.querySelectorAll<HTMLAnchorElement>("li > a")].map((link) => ({
        address: link.href.replace(/\?[^#]*/, ""),
        // What stands before it is the call, or whose words they are.
        text: link.querySelector(".what")?.textContent ?? "",
      })),
    })),
  );
  const status = (await page.locator("#res").textContent()) ?? "";
  return {
    sessions: Number(/([\d,]+) sessions?/.exec(status)?.[1]?.replaceAll(",", "")),
    results: results.map((each) => ({
      title: each.title,
      page: decodeURIComponent(each.page.slice(root.length)),
      places: each.places.map(({ address, text }) => ({
        address: decodeURIComponent(address.slice(root.length)),
        text,
      })),
    })),
  };
}

describe("the same in the terminal as on the search page", () => {
  test("thirty questions or more", () => expect(questions.length).toBeGreaterThanOrEqual(30));
  test.each(questions.map(([words, options = [], address = ""]) => ({ words, options, address })))(
    "$words $address",
    async ({ words, options, address }) => {
      const [terminal, browserPage] = [await printed(words, options), await shown(words, address)];
      const hits = ({ results }: { results: readonly { places: readonly { address: string }[] }[] }) =>
        results.map((each) => ({ ...each, places: each.places.map((place) => place.address) }));
      expect(terminal.sessions).toBe(browserPage.sessions);
      expect(hits(terminal)).toEqual(hits(browserPage));
      for (const [at, { places }] of terminal.results.entries())
        for (const [which, { excerpt }] of places.entries())
          expect(browserPage.results[at]?.places[which]?.text).toContain(excerpt);
    },
  );
});
