/** A reader in front of a site: one browser, the site's two addresses, and a note of whatever should not happen. */

import { pathToFileURL } from "node:url";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { launchBrowser } from "./browser.ts";
import { type Served, serve } from "./serve.ts";

export type Origin = "file" | "http";
export const origins: readonly Origin[] = ["file", "http"];

export interface Reader {
  readonly address: (origin: Origin, path: string) => string;
  /** A context that notes errors, refusals of the policy, failed requests, and requests to elsewhere. */
  readonly context: (options?: BrowserContextOptions) => Promise<Watched>;
}

export interface Watched {
  readonly context: BrowserContext;
  readonly page: Page;
  /** What went wrong so far; empties the list. */
  readonly faults: () => readonly string[];
}

export const desktop = { width: 1440, height: 900 } as const;

/** To be called at the top of a test file; browser and server live as long as it. */
export function useReader(folder: () => string): Reader {
  let browser: Browser | undefined;
  let served: Served | undefined;
  beforeAll(async () => {
    [browser, served] = await Promise.all([launchBrowser(), serve(folder())]);
  });
  afterAll(async () => {
    await browser?.close();
    await served?.close();
  });
  const root = (origin: Origin): string =>
    origin === "file" ? `${pathToFileURL(folder()).href}/` : (served?.address("") ?? "");
  return {
    address: (origin, path) => `${root(origin)}${path}`,
    context: async (options = {}) => {
      if (browser === undefined) throw new Error("No browser yet: ask in a test or in beforeAll.");
      const context = await browser.newContext({ viewport: desktop, reducedMotion: "reduce", ...options });
      const found = watch(context, [root("file"), root("http")]);
      const faults = () => found.splice(0);
      return { context, page: await context.newPage(), faults };
    },
  };
}

function watch(context: BrowserContext, homes: readonly string[]): string[] {
  const found: string[] = [];
  context.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") found.push(`console: ${message.text()}`);
  });
  context.on("weberror", (error) => found.push(`error: ${error.error().message}`));
  context.on("request", (request) => {
    const url = request.url();
    if (!homes.some((home) => url.startsWith(home)) && !/^(?:data|blob):/.test(url)) found.push(`elsewhere: ${url}`);
  });
  context.on("requestfailed", (request) => {
    // What a navigation cuts off is no failure.
    if (request.failure()?.errorText !== "net::ERR_ABORTED") found.push(`failed: ${request.url()}`);
  });
  context.on("response", (response) => {
    if (response.status() >= 400) found.push(`${response.status()}: ${response.url()}`);
  });
  return found;
}

/** Whether a reader sees it now: laid out, not folded away, not transparent. */
export const isSeen = (page: Page, selector: string): Promise<boolean> =>
  page.evaluate((wanted) => {
    const element = document.querySelector(wanted);
    return element?.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ?? false;
  }, selector);
