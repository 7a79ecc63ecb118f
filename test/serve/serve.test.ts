/** `annals serve` as a person uses it: the real command, a log that grows, a page that follows. */
import { type ChildProcess, spawn } from "node:child_process";
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const id = "aaaaaaaa-0000-4000-8000-00000000000a";
let scratch = "";
let log = "";
let command: ChildProcess;
let address = "";
let errors = "";

let lines = 0;
const prompt = (content: string): string =>
  `${JSON.stringify({ type: "user", uuid: `u${++lines}`, parentUuid: lines === 1 ? null : `u${lines - 1}`, timestamp: `2026-03-01T10:00:${String(lines).padStart(2, "0")}Z`, cwd: "/home/ines/one", message: { role: "user", content } })}\n`;

/** A command that said more than a page shows at once. */
function longOutput(): string {
  const entry = (type: string, content: unknown): string =>
    `${JSON.stringify({ type, uuid: `u${++lines}`, parentUuid: `u${lines - 1}`, timestamp: `2026-03-01T10:00:${String(lines).padStart(2, "0")}Z`, cwd: "/home/ines/one", message: { role: type, content: [content] } })}\n`;
  const said = Array.from({ length: 900 }, (_, line) => `gauge ${line} reads ${line * 7}`).join("\n");
  return (
    entry("assistant", { type: "tool_use", id: "t1", name: "Bash", input: { command: "gauges" } }) +
    entry("user", { type: "tool_result", tool_use_id: "t1", content: said })
  );
}

/** Waits for something to happen, for as long as a busy machine may need. */
async function until(is: () => Promise<boolean> | boolean): Promise<void> {
  const given = Date.now() + 240_000;
  while (!(await is()) && Date.now() < given) await new Promise((next) => setTimeout(next, 50));
  expect(await is(), `It never came. ${errors}`).toBe(true);
}

const text = async (path: string): Promise<string> => (await fetch(`${address}${path}`)).text();
const page = `sessions/${id}/`;

beforeAll(async () => {
  scratch = mkdtempSync(join(tmpdir(), "annals-serve-"));
  const folder = join(scratch, "logs", "-home-ines-one");
  mkdirSync(folder, { recursive: true });
  log = join(folder, `${id}.jsonl`);
  writeFileSync(log, prompt("Hello there") + longOutput());
  const args = ["serve", join(scratch, "logs"), "--port", "0", "-o", join(scratch, "site")];
  command = spawn(process.execPath, ["bin/annals.js", ...args], {
    env: { PATH: process.env.PATH ?? "", TZ: "UTC", HOME: scratch, XDG_CACHE_HOME: join(scratch, "cache") },
  });
  command.stdout?.on("data", (part: Buffer) => {
    address += part.toString();
  });
  command.stderr?.on("data", (part: Buffer) => {
    errors += part.toString();
  });
  await until(() => address.endsWith("\n"));
  address = address.trim();
});
afterAll(async () => {
  const ended = new Promise((done) => command.once("exit", done));
  if (command.kill("SIGKILL")) await ended;
  rmSync(scratch, { recursive: true, force: true });
});

describe("annals serve", () => {
  it("says its address and serves the site there", async () => {
    expect(address).toMatch(/^http:\/\/localhost:\d+\/$/);
    expect(await text("")).toContain("Hello there");
    expect(await text(page)).toContain("Hello there");
    expect((await fetch(`${address}assets/annals.css`)).headers.get("content-type")).toContain("text/css");
    expect((await fetch(`${address}nowhere`)).status).toBe(404);
  });

  it("shows a new turn of a session that is being written, and tells open pages", async () => {
    const told: string[] = [];
    const listening = get(`${address}-live/events`, (response) => {
      response.on("data", (part: Buffer) => told.push(part.toString()));
    });
    await until(() => told.length > 0);
    appendFileSync(log, prompt("And another thing"));
    await until(async () => (await text(page)).includes("And another thing"));
    await until(() => told.some((each) => each.includes(`["${page}"]`)));
    listening.destroy();
  });

  it("leaves the files of that session alone that are as they were", async () => {
    const folder = join(scratch, "site", page);
    const outputs = readdirSync(join(folder, "text")).map((name) => join(folder, "text", name));
    expect(outputs.length).toBeGreaterThan(0);
    const inodes = () => outputs.map((path) => statSync(path).ino);
    const before = inodes();
    const index = statSync(join(folder, "index.html")).ino;
    appendFileSync(log, prompt("One thing more"));
    await until(async () => (await text(page)).includes("One thing more"));
    expect(statSync(join(folder, "index.html")).ino).not.toBe(index);
    expect(inodes()).toEqual(before);
  });

  it("keeps secrets out of what it draws on the way", async () => {
    const secret = `ghp_${"k3Yb".repeat(9)}`;
    appendFileSync(log, prompt(`Use ${secret} for it`));
    await until(async () => (await text(page)).includes("GitHub token"));
    expect(await text(page)).not.toContain(secret);
  });

  it("brings lists and links up to date once it is quiet, with sessions that are new", async () => {
    writeFileSync(log.replace(id, id.replaceAll("a", "b")), prompt("A second session"));
    await until(async () => (await text("")).includes("A second session"));
    const second = `sessions/${id.replaceAll("a", "b")}/`;
    expect(await text(second)).toContain("A second session");
  });

  it("answers only to this machine's own names, and only with files of the site", async () => {
    const { port } = new URL(address);
    const asked = (path: string, host: string): Promise<number | undefined> =>
      new Promise((done) => {
        get({ host: "127.0.0.1", port, path, headers: { host } }, (response) => {
          response.resume();
          done(response.statusCode);
        });
      });
    expect(await asked("/", "evil.example")).toBe(403);
    expect(await asked("/", `localhost:${port}`)).toBe(200);
    expect(await asked("/../../../../etc/passwd", "localhost")).toBe(404);
    expect(await asked("/%2e%2e%2f%2e%2e%2f%2e%2e%2fetc/passwd", "localhost")).toBe(404);
    expect(await asked("/%zz", "localhost")).toBe(404);
    for (const host of ["localhost.evil.example", "127.0.0.1.nip.io", "evil.example:80", "localhost@evil.example"])
      expect(await asked("/", host), host).toBe(403);
  });

  it("leads an address without its last / to the page, with what was asked", async () => {
    const asked = (path: string) => fetch(`${address}${path}`, { redirect: "manual" });
    const folder = page.slice(0, -1);
    for (const [path, to] of [
      [folder, `/${page}`],
      [`${folder}?hl=a%20b`, `/${page}?hl=a%20b`],
      ["search?q=tide", "/search/?q=tide"],
    ]) {
      const response = await asked(path ?? "");
      expect([response.status, response.headers.get("location")]).toEqual([302, to]);
    }
    // An address that would be another site's as a redirect.
    const { port } = new URL(address);
    const odd = await fetch(`http://localhost:${port}//search`, { redirect: "manual" });
    expect([odd.status, odd.headers.get("location")]).toEqual([302, "/search/"]);
    for (const path of ["assets", "pagefind", `${folder}/index.html/`, "nowhere"])
      expect((await asked(path)).status, path).toBe(404);
    expect(await (await fetch(`${address}${folder}`)).text()).toContain("Hello there");
  });

  it("serves nothing behind a link and nothing that begins with a dot", async () => {
    const site = join(scratch, "site");
    writeFileSync(join(scratch, "outside.txt"), "outside");
    mkdirSync(join(scratch, "elsewhere"));
    writeFileSync(join(scratch, "elsewhere", "index.html"), "outside");
    symlinkSync(join(scratch, "outside.txt"), join(site, "linked.txt"));
    symlinkSync(join(scratch, "elsewhere"), join(site, "linked"));
    symlinkSync(join(site, "index.html"), join(site, "inside.html"));
    mkdirSync(join(site, ".git"));
    writeFileSync(join(site, ".git", "config"), "outside");
    writeFileSync(join(site, "plain.txt"), "inside");
    const status = async (path: string): Promise<number> =>
      (await fetch(`${address}${path}`, { redirect: "manual" })).status;
    for (const path of [
      "linked.txt",
      "linked",
      "linked/",
      "linked/index.html",
      "inside.html",
      ".git/config",
      ".git",
      ".nojekyll",
      "%2egit/config",
      "assets/..%2f.git/config",
      "assets\\..\\.git\\config",
      "plain.txt/",
    ])
      expect(await status(path), path).toBe(404);
    expect(await status("plain.txt")).toBe(200);
  });

  it("gives other origins nothing, whatever they say of themselves", async () => {
    const { port } = new URL(address);
    const asked = (headers: Record<string, string>, path = "/assets/annals.js"): Promise<number | undefined> =>
      new Promise((done) => {
        get({ host: "127.0.0.1", port, path, headers: { host: `localhost:${port}`, ...headers } }, (response) => {
          response.resume();
          response.on("end", () => done(response.statusCode));
          if (path.includes("events")) {
            done(response.statusCode);
            response.destroy();
          }
        }).on("error", () => undefined);
      });
    const fetching = (site: string, mode: string, dest: string) => ({
      "sec-fetch-site": site,
      "sec-fetch-mode": mode,
      "sec-fetch-dest": dest,
    });
    for (const path of ["/", "/assets/annals.js", `/${page}`, "/-live/events", "/-live/live.js", "/search"]) {
      for (const site of ["cross-site", "same-site"]) {
        expect(await asked(fetching(site, "no-cors", "script"), path), path).toBe(403);
        expect(await asked(fetching(site, "cors", "empty"), path), path).toBe(403);
        expect(await asked(fetching(site, "navigate", "iframe"), path), path).toBe(403);
        expect(await asked(fetching(site, "navigate", "object"), path), path).toBe(403);
      }
      expect(await asked({ origin: "https://evil.example" }, path), path).toBe(403);
      expect(await asked({ origin: "null" }, path), path).toBe(403);
      expect(await asked(fetching("same-origin", "cors", "empty"), path), path).not.toBe(403);
    }
    expect(await asked(fetching("cross-site", "navigate", "document"), "/")).toBe(200);
    expect(await asked(fetching("none", "navigate", "document"), "/")).toBe(200);
    expect(await asked({ origin: `http://localhost:${port}` })).toBe(200);
  });

  it("seals every answer against loading and framing from elsewhere", async () => {
    for (const path of ["", page, "assets/annals.js", "nowhere", "search", "-live/live.js"]) {
      const { headers } = await fetch(`${address}${path}`, { redirect: "manual" });
      expect(headers.get("cross-origin-resource-policy"), path).toBe("same-origin");
      expect(headers.get("x-frame-options"), path).toBe("DENY");
      expect(headers.get("content-security-policy"), path).toContain("frame-ancestors 'none'");
      expect(headers.get("x-content-type-options"), path).toBe("nosniff");
    }
  });

  it("ends cleanly", async () => {
    const code = new Promise((done) => command.once("exit", done));
    command.kill("SIGINT");
    expect(await code).toBe(0);
    const left = readdirSync(scratch, { recursive: true, encoding: "utf8" });
    expect(left.filter((name) => /update-|\.lock$|\.new-/.test(name))).toEqual([]);
  });
});
