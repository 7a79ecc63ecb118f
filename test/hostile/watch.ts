/** Opens pages in Chromium and tells of everything that text from a log must never do. */
import type { Browser, BrowserContext, Page } from "playwright-core";
import { sha256 } from "./markup.ts";
import type { Policy } from "./policy.ts";

export interface WatchOptions {
  readonly browser: Browser;
  /** The site's address, ending in a slash. */
  readonly home: string;
  readonly has: (path: string) => boolean;
  /** Off: what the policy would have stopped shows as well. */
  readonly csp: boolean;
  /** Hashes of the inline scripts that our own frame has. */
  readonly inline: ReadonlySet<string>;
}

export interface Watch {
  /** Opens a page; gives what happened that should not. */
  readonly open: (path: string, act?: (page: Page) => Promise<void>, patience?: number) => Promise<readonly string[]>;
  readonly close: () => Promise<void>;
}

export async function watch({ browser, home, has, csp, inline }: WatchOptions): Promise<Watch> {
  const context: BrowserContext = await browser.newContext({ bypassCSP: !csp });
  let faults: string[] = [];
  let pending: Promise<unknown>[] = [];
  const isOurs = (address: string): boolean => {
    if (address === "data:," || address === "about:blank") return true;
    if (!address.startsWith(home)) return false;
    const path = decodeURIComponent(new URL(address).pathname.slice(new URL(home).pathname.length));
    return has(path === "" || path.endsWith("/") ? `${path}index.html` : path);
  };
  await context.route("**/*", async (route) => {
    const address = route.request().url();
    if (isOurs(address)) return route.continue();
    faults.push(`request for ${address.slice(0, 120)}`);
    await route.abort();
  });
  const page = await context.newPage();
  page.on("dialog", (dialog) => {
    faults.push(`dialog ${dialog.message().slice(0, 60)}`);
    void dialog.dismiss().catch(() => undefined);
  });
  page.on("console", (message) => {
    if (/Content Security Policy|Refused to/i.test(message.text()))
      faults.push(`policy violation: ${message.text().slice(0, 160)}`);
  });
  page.on("popup", (popup) => faults.push(`window ${popup.url()}`));
  page.on("framenavigated", (frame) => {
    if (!isOurs(frame.url())) faults.push(`went to ${frame.url().slice(0, 120)}`);
    if (frame !== page.mainFrame()) faults.push("a frame");
  });
  page.on("download", (download) => faults.push(`download ${download.url()}`));
  const cdp = await context.newCDPSession(page);
  cdp.on("Debugger.scriptParsed", ({ scriptId, url, executionContextAuxData, length }) => {
    // Only the page's own world counts: Playwright has one beside it.
    if ((executionContextAuxData as { isDefault?: unknown } | undefined)?.isDefault !== true || length === 0) return;
    // Pagefind's own program, as text cannot be one.
    if (url.startsWith("wasm://")) return;
    if (isOurs(url) && new URL(url).pathname.endsWith(".js")) return;
    pending.push(
      cdp.send("Debugger.getScriptSource", { scriptId }).then(
        ({ scriptSource }) => {
          if (!inline.has(sha256(scriptSource)))
            faults.push(`script ${JSON.stringify(scriptSource.slice(0, 80))} of ${url}`);
        },
        () => undefined,
      ),
    );
  });
  await cdp.send("Debugger.enable");
  return {
    open: async (path, act, patience = 0) => {
      faults = [];
      pending = [];
      await page
        .goto(home + path, { waitUntil: "load" })
        .catch((error: Error) => faults.push(`did not open: ${error.message.slice(0, 100)}`));
      if (act !== undefined)
        await act(page).catch((error: Error) => faults.push(`could not be used: ${error.message.slice(0, 200)}`));
      // Handlers of errors and of loading run after it.
      await page.waitForTimeout(csp ? 20 : 60);
      for (let waited = 0; waited < patience && faults.length === 0; waited += 50) await page.waitForTimeout(50);
      await Promise.all(pending);
      return faults;
    },
    close: () => context.close(),
  };
}

export interface Parsed {
  readonly path: string;
  readonly elements: number;
  readonly faults: readonly string[];
}

/** How Chromium itself reads each page: elements and attributes that no template made, and how many there are. */
export async function parsedBy(page: Page, paths: readonly string[], policy: Policy): Promise<readonly Parsed[]> {
  const known = Object.fromEntries(
    [...policy.elements].map(([name, attributes]) => [
      name.toLowerCase(),
      [...attributes].map((key) => key.toLowerCase()),
    ]),
  );
  return page.evaluate(
    async ([addresses, allowed]) => {
      // Through the prototypes: a form field of a payload can stand in for a property.
      const names = Element.prototype.getAttributeNames;
      const value = Element.prototype.getAttribute;
      const local = Object.getOwnPropertyDescriptor(Element.prototype, "localName")?.get as () => string;
      const all = Document.prototype.querySelectorAll;
      const found: { path: string; elements: number; faults: string[] }[] = [];
      for (const path of addresses) {
        const document = new DOMParser().parseFromString(await (await fetch(path)).text(), "text/html");
        const faults: string[] = [];
        const elements = all.call(document, "*");
        for (const element of elements) {
          const name = local.call(element);
          const attributes = Object.hasOwn(allowed, name) ? allowed[name] : undefined;
          if (attributes === undefined) faults.push(`element ${name}`);
          for (const key of names.call(element)) {
            const text = value.call(element, key) ?? "";
            if (attributes?.includes(key.toLowerCase()) !== true || /^on|^style$/i.test(key))
              faults.push(`attribute ${name} ${key}=${text.slice(0, 60)}`);
            if (/^(?:href|src|action|xlink:href)$/.test(key) && text !== "data:,") {
              const { protocol } = new URL(text, "https://site.invalid/");
              if (!["http:", "https:", "mailto:"].includes(protocol)) faults.push(`address ${text.slice(0, 60)}`);
            }
          }
          if (faults.length > 5) break;
        }
        found.push({ path, elements: elements.length, faults });
      }
      return found;
    },
    [paths, known] as const,
  );
}
