/** A reader before `annals serve` while the log grows: what is open stays open, and the page stays where it is. */
import { type ChildProcess, spawn } from "node:child_process";
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { launchBrowser } from "../support/browser.ts";

const id = "cccccccc-0000-4000-8000-00000000000c";
const scratch = mkdtempSync(join(tmpdir(), "annals-live-"));
const log = join(scratch, "logs", "-home-ines-one", `${id}.jsonl`);
let command: ChildProcess;
let address = "";
let browser: Browser;
let page: Page;
let faults: string[] = [];

let lines = 0;
function entry(type: "user" | "assistant", content: unknown): string {
  const at = new Date(Date.UTC(2026, 2, 1, 10, 0, ++lines)).toISOString();
  const about = {
    uuid: `u${lines}`,
    parentUuid: lines === 1 ? null : `u${lines - 1}`,
    timestamp: at,
    cwd: "/home/ines/one",
  };
  return `${JSON.stringify({ type, ...about, message: { role: type, content } })}\n`;
}
const prompt = (text: string) => entry("user", text);
const say = (text: string) => entry("assistant", [{ type: "text", text }]);
const call = (name: string, run: string) =>
  entry("assistant", [{ type: "tool_use", id: name, name: "Bash", input: { command: run } }]);
const result = (name: string, content: string) => entry("user", [{ type: "tool_result", tool_use_id: name, content }]);
const long = (words: string) => Array.from({ length: 90 }, (_, line) => `${words} ${line}`).join("\n");

const session = () => `${address}sessions/${id}/`;
const write = (text: string) => appendFileSync(log, text);
const seen = (words: string) =>
  page.getByText(words, { exact: false }).first().waitFor({ timeout: 30_000, state: "attached" });
const row = (name: string) => page.locator(`#s-${name} > details`);

beforeAll(async () => {
  mkdirSync(join(log, ".."), { recursive: true });
  const turns = Array.from({ length: 12 }, (_, number) => {
    const name = `t${number}`;
    return (
      prompt(`Question ${number}`) +
      call(name, `count ${number}`) +
      result(name, long(`gauge ${number} reads`)) +
      say(`Answer ${number}. ${"More about the tide. ".repeat(60)}`)
    );
  });
  writeFileSync(log, turns.join(""));
  command = spawn(
    process.execPath,
    ["bin/annals.js", "serve", join(scratch, "logs"), "--port", "0", "-o", join(scratch, "site")],
    {
      env: { PATH: process.env.PATH ?? "", TZ: "UTC", HOME: scratch, XDG_CACHE_HOME: join(scratch, "cache") },
    },
  );
  let said = "";
  address = await new Promise((done, failed) => {
    command.stdout?.on("data", (part: Buffer) => {
      said += part.toString();
      if (said.endsWith("\n")) done(said.trim());
    });
    command.once("exit", () => failed(new Error(`annals serve ended: ${said}`)));
  });
  browser = await launchBrowser();
}, 120_000);
afterAll(async () => {
  await browser?.close();
  const ended = new Promise((done) => command.once("exit", done));
  if (command.kill("SIGKILL")) await ended;
  rmSync(scratch, { recursive: true, force: true });
});
beforeEach(async () => {
  page = await browser.newPage({ viewport: { width: 1200, height: 800 } });
  faults = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
});
afterEach(async () => {
  expect(faults).toEqual([]);
  await page.close();
});

const topOf = (selector: string): Promise<number> =>
  page.locator(selector).evaluate((each) => Math.round(each.getBoundingClientRect().top));

describe("a page that grows", () => {
  test("keeps what is open, closed, marked, copied and focused, and does not move", async () => {
    await page.goto(`${session()}?hl=tide#s-t5`);
    await page.locator("mark.hl").first().waitFor({ state: "attached" });
    await row("t5").evaluate((each) => each.setAttribute("open", ""));
    await row("t5").locator(".cut > summary").click();
    expect(await page.locator("#s-t5 pre.out").innerText()).toContain("gauge 5 reads 60");
    await page.locator("#s-t5 pre").first().hover();
    await page.locator("#s-t5 .copy-code").waitFor();
    await row("t3").evaluate((each) => each.setAttribute("open", ""));
    await row("t5").locator("summary").first().focus();
    await page.evaluate(() => {
      (window as { wasHere?: boolean }).wasHere = true;
    });
    await page.mouse.wheel(0, 40);
    let before = Number.NaN;
    const isStill = async () => {
      const last = before;
      before = await topOf("#s-t5");
      return last === before;
    };
    await expect.poll(isStill, { interval: 250 }).toBe(true);
    write(prompt("What comes next?") + say("Something **new** came."));
    await seen("Something new came.");
    await page.waitForTimeout(200);
    expect(Math.abs((await topOf("#s-t5")) - before)).toBeLessThan(3);
    expect(await row("t5").evaluate((each: HTMLDetailsElement) => each.open)).toBe(true);
    expect(await row("t3").evaluate((each: HTMLDetailsElement) => each.open)).toBe(true);
    expect(await row("t6").evaluate((each: HTMLDetailsElement) => each.open)).toBe(false);
    expect(await page.locator("#s-t5 pre.out").innerText()).toContain("gauge 5 reads 60");
    expect(await page.locator("#s-t5 .copy-code").count()).toBe(1);
    expect(await page.evaluate(() => document.activeElement?.closest("li")?.id)).toBe("s-t5");
    expect(await page.evaluate(() => (window as { wasHere?: boolean }).wasHere)).toBe(true);
    expect(new URL(page.url()).hash).toBe("#s-t5");
    // The outline has the new prompt, and its mark follows the reader there.
    const link = page.locator(".outline a", { hasText: "What comes next?" });
    expect(await link.count()).toBe(1);
    await page.keyboard.press("End");
    await page.keyboard.press("End");
    await expect.poll(() => link.getAttribute("aria-current")).toBe("true");
  }, 60_000);

  test("is what a page that is loaded now is", async () => {
    await page.goto(session());
    for (const words of ["First of three", "Second of three", "Third of three"]) {
      write(prompt(words) + call(words, "ls") + result(words, words) + say(`${words}, done.`));
      await seen(`${words}, done.`);
    }
    // Links to other sessions follow with the whole build.
    const isSame = () =>
      page.evaluate(async () => {
        const text = await (await fetch(location.pathname)).text();
        const sent = new DOMParser().parseFromString(text, "text/html").querySelector("main");
        const shown = document.querySelector("main")?.cloneNode(true) as HTMLElement;
        const bare = (main: Element | null): string => {
          for (const each of main?.querySelectorAll("[aria-current]") ?? []) each.removeAttribute("aria-current");
          for (const each of main?.querySelectorAll<HTMLElement>(".cursor") ?? []) {
            each.removeAttribute("style");
            each.hidden = false;
          }
          return main?.innerHTML ?? "";
        };
        return bare(sent) === bare(shown);
      });
    await expect.poll(isSame, { timeout: 30_000 }).toBe(true);
  }, 60_000);

  test("follows a reader who is at the end", async () => {
    const isAtEnd = () => page.evaluate(() => innerHeight + scrollY > document.documentElement.scrollHeight - 100);
    await page.goto(session());
    // Turns get their height when they come into sight, and scrolling takes its time.
    const stays: boolean[] = [];
    await expect
      .poll(async () => {
        await page.keyboard.press("End");
        stays.push(await isAtEnd());
        return stays.slice(-4);
      })
      .toEqual([true, true, true, true]);
    write(say(`At the end there is more. ${"Much more. ".repeat(400)}`) + say("And this is the last word."));
    await seen("And this is the last word.");
    await expect.poll(isAtEnd).toBe(true);
  }, 60_000);

  test("a list shows a new session and keeps its place", async () => {
    await page.goto(address);
    await page.evaluate(() => {
      (window as { wasHere?: boolean }).wasHere = true;
      document.querySelector("details.data")?.setAttribute("open", "");
    });
    writeFileSync(log.replace(id, id.replaceAll("c", "d")), prompt("Another session begins"));
    await seen("Another session begins");
    expect(await page.evaluate(() => (window as { wasHere?: boolean }).wasHere)).toBe(true);
    expect(
      await page
        .locator("details.data")
        .first()
        .evaluate((each: HTMLDetailsElement) => each.open),
    ).toBe(true);
  }, 60_000);
});

describe("a call without a result", () => {
  const state = (name: string) => row(name).locator("> summary .state").textContent();

  test("runs while its log is being written, until its result is there", async () => {
    await page.goto(session());
    write(
      prompt("Build it") +
        call("left", "lost") +
        say("It was lost.") +
        call("one", "make one") +
        call("two", "make two"),
    );
    await row("two").waitFor({ state: "attached", timeout: 30_000 });
    await expect.poll(() => state("two")).toBe("running");
    expect(await state("one")).toBe("running");
    expect(await state("left")).toBe("no result recorded");
    write(result("one", "one is made"));
    await expect.poll(() => row("one").locator("> summary .state").count(), { timeout: 20_000 }).toBe(0);
    expect(await state("two")).toBe("running");
    await page.reload();
    await expect.poll(() => state("two")).toBe("running");
  }, 60_000);

  test("is only not recorded where the log has been silent for long", async () => {
    const before = new Date(Date.now() - 3_600_000);
    utimesSync(log, before, before);
    await page.goto(session());
    await page.waitForTimeout(500);
    expect(await state("two")).toBe("no result recorded");
  });
});

describe("a page of another origin", () => {
  let other: Server;
  let elsewhere = "";
  beforeAll(async () => {
    other = createServer((_, response) =>
      response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><p>other"),
    );
    await new Promise<void>((done) => other.listen(0, "127.0.0.1", done));
    elsewhere = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`;
  });
  afterAll(() => new Promise((done) => other.close(done)));

  test.each(["127.0.0.1", "localhost"])("on %s can load no script, read no page and hold no frame", async (host) => {
    await page.goto(elsewhere.replace("127.0.0.1", host));
    const found = await page.evaluate(
      async ([root, own]) => {
        const loaded = (tag: "script" | "img" | "link") =>
          new Promise((done) => {
            const each = document.createElement(tag);
            each.onload = () => done(true);
            each.onerror = () => done(false);
            if (each instanceof HTMLLinkElement)
              Object.assign(each, { rel: "stylesheet", href: `${root}assets/annals.css` });
            else
              (each as HTMLScriptElement).src =
                each instanceof HTMLScriptElement ? `${root}assets/annals.js` : `${root}index.html`;
            document.body.append(each);
          });
        const read = (mode: RequestMode) =>
          fetch(own as string, { mode }).then(
            (response) => response.text() as Promise<unknown>,
            () => false,
          );
        const frame = document.createElement("iframe");
        frame.src = own as string;
        document.body.append(frame);
        return {
          script: await loaded("script"),
          style: await loaded("link"),
          cors: await read("cors"),
          open: await read("no-cors"),
        };
      },
      [address, session()],
    );
    expect(found).toMatchObject({ script: false, style: false, cors: false });
    // What Chromium shows in a frame that the page refused.
    await expect.poll(() => page.frames()[1]?.url()).toBe("chrome-error://chromewebdata/");
    expect(found.open || "").toBe("");
    const inner = page.frames().map((frame) => frame.url());
    expect(inner.filter((url) => url.startsWith(address))).toEqual([]);
    faults = [];
  });

  test("may lead here with a link", async () => {
    await page.goto(elsewhere);
    await page.evaluate((to) => {
      document.body.innerHTML = `<a href="${to}">there</a>`;
    }, session());
    await page.getByText("there").click();
    await page.waitForURL(session());
    expect(await page.locator("h1").count()).toBe(1);
  });
});
