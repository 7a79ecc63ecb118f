/** A real Chromium: the machine's own, else the one that comes as a package. */
import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium } from "playwright-core";

const known = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];
const quiet = [
  "--no-sandbox",
  "--disable-gpu",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export async function launchBrowser(): Promise<Browser> {
  const own = [process.env.ANNALS_BROWSER, ...known].find((path) => path !== undefined && existsSync(path));
  if (own !== undefined) return patient(await started(own));
  // Read when the package loads: it unpacks its libraries only where it believes to be on such a machine, and into TMPDIR.
  process.env.AWS_LAMBDA_JS_RUNTIME ??= "nodejs20.x";
  process.env.TMPDIR =
    process.env.ANNALS_BROWSER_FOLDER ??
    mkdtempSync(join(process.env.ANNALS_TEST_FOLDER ?? tmpdir(), "annals-chromium-"));
  const { default: packed } = await import("@sparticuz/chromium");
  const executablePath = await packed.executablePath();
  process.env.FONTCONFIG_FILE = fonts(process.env.TMPDIR);
  // Not with the package's own arguments: one process for everything ends when a window closes, and without the
  // browser's rules for files a search that works proves nothing.
  return patient(await started(executablePath));
}

const mostStarts = 3;

/** The browser itself crashes while it starts, seldom (seen once in a hundred starts): that says nothing about a page. */
async function started(executablePath: string, tries = 1): Promise<Browser> {
  try {
    return await chromium.launch({ executablePath, args: quiet, headless: true });
  } catch (error) {
    if (tries === mostStarts) throw error;
    return started(executablePath, tries + 1);
  }
}

/** Waits longer than Playwright does by itself: on a busy machine a page takes its time. */
function patient(browser: Browser): Browser {
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    context.setDefaultTimeout(120_000);
    return context;
  };
  return browser;
}

/** The package's own list looks for its fonts in /tmp only, and without any font a page ends the browser. */
function fonts(folder: string): string {
  const file = join(folder, "annals-fonts.conf");
  const folders = [join(folder, "fonts"), "/usr/share/fonts"].map((each) => `<dir>${each}</dir>`).join("");
  writeFileSync(file, `<fontconfig>${folders}<cachedir>${join(folder, "fonts-cache")}</cachedir></fontconfig>\n`);
  return file;
}
