/** A real Chromium: the machine's own, else the one that comes as a package. */
import { existsSync, mkdtempSync } from "node:fs";
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
  if (own !== undefined) return chromium.launch({ executablePath: own, args: quiet });
  // Read when the package loads: it unpacks its libraries only where it believes to be on such a machine, and into TMPDIR.
  process.env.AWS_LAMBDA_JS_RUNTIME ??= "nodejs20.x";
  process.env.TMPDIR = process.env.ANNALS_BROWSER_FOLDER ?? mkdtempSync(join(tmpdir(), "annals-chromium-"));
  const { default: packed } = await import("@sparticuz/chromium");
  return chromium.launch({
    executablePath: await packed.executablePath(),
    args: [...packed.args, ...quiet],
    headless: true,
  });
}
