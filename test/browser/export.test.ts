/** `annals export`: one file that asks for nothing, reads without scripts, and in which hostile text stays text. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { AxeResults } from "axe-core";
import { marked, type Token } from "marked";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isHarmfulAddress } from "../../src/text/safe-markdown.ts";
import { annals, complaint, put, session } from "../cli/in-process.ts";
import { Log } from "../hostile/log.ts";
import { ownPayloads, writeSource } from "../hostile/source.ts";
import { launchBrowser } from "../support/browser.ts";
import { firefoxPath, launchFirefox } from "../support/firefox.ts";

const scratch = mkdtempSync(join(tmpdir(), "annals-export-"));
const sample = "fixtures/sample/projects";
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  rmSync(scratch, { recursive: true, force: true });
});

async function exported(target: string, format: string, ...more: readonly string[]): Promise<string> {
  const file = join(scratch, `${target.replace(/\W/g, "-")}-${more.join("").length}.${format}`);
  const sources = more.includes("--") ? [] : [sample];
  const told = await annals(
    "export",
    target,
    ...sources,
    "--format",
    format,
    "-o",
    file,
    "--time-zone",
    "UTC",
    ...more,
  );
  if (told.code !== 0) throw new Error(told.stderr);
  return file;
}

/** Everything that it asks for or complains of. */
async function opened(
  file: string,
  options: { readonly javaScriptEnabled?: boolean; readonly bypassCSP?: boolean } = {},
) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const faults: string[] = [];
  const own = pathToFileURL(file).href;
  page.on("request", (request) => {
    if (request.url() !== own && !request.url().startsWith("data:"))
      faults.push(`request ${request.url().slice(0, 100)}`);
  });
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning")
      faults.push(`console ${message.text().slice(0, 200)}`);
  });
  page.on("pageerror", (error) => faults.push(`error ${error.message}`));
  page.on("dialog", (dialog) => {
    faults.push(`dialog ${dialog.message()}`);
    void dialog.dismiss().catch(() => undefined);
  });
  page.on("popup", () => faults.push("popup"));
  await page.goto(own);
  return { page, faults, close: () => context.close() };
}

const targets = ["228b4ba3", "2bef3ebc", "694b4c25", "20c437af", "3446f27a", "story:f02bc0f1"];

describe("one HTML file", () => {
  test.each(targets)("%s asks for nothing, has no fault, and axe finds nothing", async (target) => {
    const file = await exported(target, "html");
    expect(statSync(file).size).toBeLessThan(5_000_000);
    const { page, faults, close } = await opened(file);
    for (const width of [390, 920, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    }
    await page.evaluate(() => {
      for (const fold of document.querySelectorAll("details")) fold.open = true;
    });
    await page.evaluate(axe);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      const found = await page.evaluate(() => {
        const { axe: tool } = window as unknown as { axe: { run: (options: object) => Promise<AxeResults> } };
        return tool.run({ preload: false, resultTypes: ["violations"] });
      });
      expect(
        found.violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html.slice(0, 200)}`),
        colorScheme,
      ).toEqual([]);
    }
    expect(faults).toEqual([]);
    await close();
  });

  test("reads without JavaScript: prompts, answers, a picture, agents and the prompts of its chain", async () => {
    const { page, faults, close } = await opened(await exported("228b4ba3", "html"), { javaScriptEnabled: false });
    const text = (await page.locator("body").textContent()) ?? "";
    expect(text).toContain("Find out how an old week can come back");
    expect(text).toContain("Other sessions of its story");
    expect(faults).toEqual([]);
    await close();
    const agents = readFileSync(await exported("2bef3ebc", "html"), "utf8");
    expect(agents).toContain("Its work");
    expect(agents).not.toContain("On a page of its own");
    expect(readdirSync(scratch).filter((name) => !/\.(?:html|md|json|txt)$/.test(name))).toEqual([]);
  });

  test("a link into a fold opens it", async () => {
    const { page, close } = await opened(await exported("228b4ba3", "html"));
    const id = await page.evaluate(() => {
      const inside = document.querySelector("details:not([open]) [id^='s-']");
      location.hash = inside?.id ?? "";
      return inside?.id;
    });
    expect(id).toBeDefined();
    const isOpen = () => page.evaluate((place) => document.getElementById(place ?? "")?.closest("details")?.open, id);
    await expect.poll(isOpen, { timeout: 30_000 }).toBe(true);
    await close();
  });

  test.skipIf(firefoxPath === undefined)("opens in Firefox from file:// without a fault", async () => {
    const firefox = await launchFirefox(firefoxPath as string);
    try {
      await firefox.goto(pathToFileURL(await exported("228b4ba3", "html")).href);
      expect(
        await firefox.evaluate(
          "performance.getEntriesByType('resource').filter(e => !e.name.startsWith('data:')).length",
        ),
      ).toBe(0);
      expect(await firefox.evaluate("document.documentElement.classList.contains('js')")).toBe(true);
      expect(await firefox.evaluate("getComputedStyle(document.body).fontFamily !== ''")).toBe(true);
    } finally {
      await firefox.close();
    }
  });

  test("is never over 5 MB: long outputs are cut, and that is said", async () => {
    const log = new Log(session(7), { cwd: "/work/tides" });
    for (let turn = 0; turn < 40; turn++) {
      log.prompt(`Turn ${turn}`);
      for (let call = 0; call < 6; call++)
        log.call(
          "Bash",
          { command: `seq ${turn}.${call}` },
          `row ${turn} ${call} abcdefghijklmnopqrstuvwxyz\n`.repeat(1100),
        );
    }
    const folder = join(scratch, "long-md");
    put(join(folder, "-work-tides", `${session(7)}.jsonl`), log.toString());
    const file = join(scratch, "long.html");
    const told = await annals("export", session(7), folder, "-o", file);
    expect(told.code).toBe(0);
    expect(statSync(file).size).toBeLessThanOrEqual(5_000_000);
    expect(told.stderr).toMatch(/Left out for its size: \d+ long texts in part/);
    expect(readFileSync(file, "utf8")).toContain("Left out for its size");
    rmSync(folder, { recursive: true, force: true });
  });
});

describe("hostile text", () => {
  const payloads = ownPayloads().slice(0, 24);
  const folder = join(scratch, "hostile-md");
  const ids: string[] = [];
  beforeAll(() => {
    writeSource(folder, payloads);
    for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
      const id = /-lines-\d+[\\/]([\w-]+)\.jsonl$/.exec(name)?.[1];
      if (id !== undefined) ids.push(id);
    }
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const isSession = new Ajv2020({ strict: true }).compile(
    JSON.parse(readFileSync("schema/session.schema.json", "utf8")),
  );
  const ask = async (id: string, format: string): Promise<string> => {
    const file = join(scratch, `${id}.${format}`);
    const told = await annals("export", id, folder, "--format", format, "-o", file, "-q", "--no-redact");
    if (told.code !== 0) throw new Error(told.stderr);
    return file;
  };

  test("does nothing in HTML, with the policy off", { timeout: 300_000 }, async () => {
    expect(ids.length).toBe(payloads.length);
    for (const id of ids.slice(0, 12)) {
      const { page, faults, close } = await opened(await ask(id, "html"), { bypassCSP: true });
      await page.evaluate(() => {
        for (const fold of document.querySelectorAll("details")) fold.open = true;
      });
      expect(faults).toEqual([]);
      expect(await page.locator("script").count()).toBe(2);
      expect(await page.locator("iframe, object, embed, form, base, link:not([rel=icon])").count()).toBe(0);
      await close();
    }
  });

  test("is text in Markdown, data in JSON, and signs that can be seen in plain text", {
    timeout: 300_000,
  }, async () => {
    for (const id of ids.slice(0, 12)) {
      const markdown = readFileSync(await ask(id, "md"), "utf8").replace(/^---[\s\S]*?\n---\n/, "");
      const harm: string[] = [];
      marked.walkTokens(marked.lexer(markdown), (token: Token) => {
        const isBad = token.type === "link" && isHarmfulAddress(String(token.href));
        if (token.type === "html" || token.type === "image" || isBad) harm.push(token.raw);
      });
      expect(harm).toEqual([]);
      expect(isSession(JSON.parse(readFileSync(await ask(id, "json"), "utf8")))).toBe(true);
      expect(readFileSync(await ask(id, "txt"), "utf8")).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]/);
    }
  });
});

describe("the command", () => {
  const secret = `ghp_${"aB3dE5fG7h".repeat(4).slice(0, 36)}`;
  const folder = join(scratch, "told-md");
  beforeAll(() => {
    const told = new Log(session(1), { cwd: "/work/tides" });
    told.prompt(`The token is ${secret}`);
    put(join(folder, "-work-tides", `${session(1)}.jsonl`), told.toString());
    // Without a label or a shape of its own it is known only from the other session.
    const quiet = new Log(session(2), { cwd: "/work/tides" });
    quiet.prompt("password: kZ8vQ2mX9tL4wR7yB3nF");
    put(join(folder, "-work-tides", `${session(2)}.jsonl`), quiet.toString());
    const bare = new Log(session(3), { cwd: "/work/tides" });
    bare.prompt("It printed kZ8vQ2mX9tL4wR7yB3nF again");
    put(join(folder, "-work-tides", `${session(3)}.jsonl`), bare.toString());
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.each(["html", "md", "json", "txt"])(
    "takes secrets out of %s, by all that the archive knows, and says so",
    async (format) => {
      const file = join(scratch, `told.${format}`);
      const told = await annals("export", session(1), folder, "--format", format, "-o", file);
      expect(told.stderr).toMatch(/Taken out: \d+ × GitHub token/);
      expect(readFileSync(file, "utf8")).not.toContain(secret);
      const log = join(folder, "-work-tides", `${session(3)}.jsonl`);
      expect((await annals("export", log, "--format", format, "-o", file)).code).toBe(0);
      expect(readFileSync(file, "utf8")).not.toContain("kZ8vQ2");
    },
  );

  test.each([
    [["aaaaaaaa"], /is the beginning of 3 session ids/],
    [["zzzz"], /There is no session "zzzz"/],
    [["story:zzzz"], /There is no story "zzzz"/],
    [[session(1), "--format", "pdf"], /--format: "pdf" is none of html, md, json, txt/],
    [[session(1), "--level", "half"], /--level: "half" is none of/],
  ])("says in a sentence what is wrong: %s", async ([target = "", ...options], words) => {
    const told = await annals("export", target, folder, ...options, "-o", join(scratch, "no.html"));
    expect(told.code).toBe(2);
    expect(complaint(told)).toMatch(words);
  });

  test("prints to the terminal where it is told so", async () => {
    const told = await annals("export", session(3), folder, "--format", "md", "-o", "-", "-q");
    expect(told.stdout).toMatch(/^---\nid: /);
  });
});
