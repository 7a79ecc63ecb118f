/** Where logs, site and cache lie, what a person keeps in a site's folder, and folders that cannot be written. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { cacheFolder } from "../../src/build/cache/folder.ts";
import { prepareOutput } from "../../src/build/output/output-folder.ts";
import { annals, complaint, log, put, session } from "./in-process.ts";

const scratch = mkdtempSync(join(tmpdir(), "annals-folders-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
const at = (name: string): string => join(scratch, name);
const logs = at("logs");
beforeAll(() => {
  log(logs, 1, "/home/ines/tides", [{ time: "2026-02-10T09:00:00Z", prompt: "Which tide?" }]);
  log(logs, 2, "/home/ines/harbour", [{ time: "2026-03-01T09:00:00Z", prompt: "Which harbour?" }]);
});

const build = (site: string, ...more: readonly string[]) =>
  annals("build", logs, "-o", site, "-q", "--no-search", ...more);

describe("logs, site and cache lie apart", () => {
  it("a copy of the logs in the site is neither a source nor deleted", async () => {
    const site = at("copied/site");
    expect((await build(site)).code).toBe(0);
    cpSync(logs, join(site, "logs"), { recursive: true });
    const ran = await annals("build", join(site, "logs"), "-o", site, "-q");
    expect([ran.code, complaint(ran)]).toEqual([2, expect.stringMatching(/The logs in .* lie in the site's folder/)]);
    expect((await build(site, "--project", "tides")).code).toBe(0);
    expect(readdirSync(join(site, "logs")).sort()).toEqual(readdirSync(logs).sort());
    expect(readdirSync(join(site, "projects"))).toEqual(["tides"]);
  });

  it.each([
    ["the site in the logs", () => [logs, "-o", join(logs, "site")], /would lie in the logs/],
    ["the site in place of the logs", () => [logs, "-o", logs], /lie in the site's folder/],
    [
      "the cache in the site",
      () => [logs, "-o", at("apart"), "--cache", at("apart/cache")],
      /cache .* would lie in the site/,
    ],
    [
      "the site in the cache",
      () => [logs, "-o", at("apart/site"), "--cache", at("apart")],
      /site .* would lie in the cache/,
    ],
    ["the logs in the cache", () => [logs, "-o", at("apart"), "--cache", scratch], /lie in the cache|lie in the site/],
  ] as const)("%s", async (_name, args, words) => {
    const before = readdirSync(logs).sort();
    const ran = await annals("build", ...args());
    expect([ran.code, complaint(ran)]).toEqual([2, expect.stringMatching(words)]);
    expect(readdirSync(logs).sort()).toEqual(before);
    expect(existsSync(at("apart"))).toBe(false);
  });

  it("folders whose names only begin alike are apart", async () => {
    expect((await build(at("logs-site"))).code).toBe(0);
  });
});

describe("what a person put into the site's folder", () => {
  const site = at("kept/site");
  const own: Readonly<Record<string, string>> = {
    "robots.txt": "User-agent: *",
    "favicon.ico": "icon",
    ".gitattributes": "* -text",
    CNAME: "tides.example",
    ".git/HEAD": "ref: refs/heads/main",
    "photos/2026/a.jpg": "jpg",
    "assets/logo.svg": "<svg/>",
    [`sessions/${session(2)}/notes.md`]: "mine",
    "media/photo.png": "mine",
    "pagefind/notes.txt": "mine",
  };
  const theirs = (): Record<string, string> =>
    Object.fromEntries(
      Object.keys(own).map((path) => [
        path,
        existsSync(join(site, path)) ? readFileSync(join(site, path), "utf8") : "",
      ]),
    );
  beforeEach(async () => {
    rmSync(at("kept"), { recursive: true, force: true });
    expect((await build(site)).code).toBe(0);
    for (const [path, text] of Object.entries(own)) put(join(site, path), text);
  });

  it("is there after each build, while pages of sessions that are left out are not", async () => {
    for (const more of [[], ["--project", "tides"], ["--project", "tides", "--title", "Other"], ["--no-cache"]]) {
      expect((await build(site, ...more)).code).toBe(0);
      expect(theirs()).toEqual(own);
      expect(existsSync(join(site, "sessions", session(2), "index.html"))).toBe(!more.includes("--project"));
    }
    expect(readdirSync(at("kept"))).toEqual(["site"]);
  });

  it("does not make a site look changed", async () => {
    // A log that was written just now may change again without its time telling.
    for (const name of readdirSync(logs))
      for (const file of readdirSync(join(logs, name)))
        utimesSync(join(logs, name, file), new Date(2026, 0, 1), new Date(2026, 0, 1));
    await new Promise((resolve) => setTimeout(resolve, 2_100));
    const again = () => annals("build", logs, "-o", site, "--no-search");
    await again();
    expect((await again()).stdout).toMatch(/unchanged/);
    rmSync(join(site, "index.html"));
    expect((await again()).stdout).not.toMatch(/unchanged/);
  }, 60_000);

  it("is there also where an earlier version made the site, whose marker lists nothing", async () => {
    writeFileSync(join(site, ".annals.json"), '{"made by":"annals"}\n');
    // These it did not make: a folder of that name was a person's.
    const later = ["schema", "feed.xml", "feed.json", "llms.txt", "sessions.csv", "sessions.ndjson"];
    for (const name of ["stories", "decisions", "files", "usage", "coverage", ...later])
      rmSync(join(site, name), { recursive: true, force: true });
    const { "assets/logo.svg": _logo, ...known } = own;
    expect((await build(site, "--project", "tides")).code).toBe(0);
    expect(theirs()).toMatchObject(known);
  });

  it("stops the build where a page has to stand there", async () => {
    const place = prepareOutput(site);
    put(join(place.folder, "robots.txt"), "ours");
    expect(() => place.finish()).toThrow(/robots\.txt" was not made by annals/);
    place.abandon();
    expect(theirs()).toEqual(own);
  });

  it("follows when a build was killed between the moves", async () => {
    const place = prepareOutput(site);
    place.abandon();
    const old = at("kept/.site.old-999999");
    cpSync(site, old, { recursive: true });
    for (const path of ["robots.txt", "photos", "assets/logo.svg"]) rmSync(join(site, path), { recursive: true });
    expect((await build(site, "--title", "Next")).code).toBe(0);
    expect(theirs()).toEqual(own);
    // What is there twice is never thrown away.
    expect(readdirSync(old)).toContain("CNAME");
  });
});

describe("a folder that cannot be written", () => {
  it("is named, not a file of ours", async () => {
    put(at("file"), "a file");
    const ran = await build(join(at("file"), "below", "site"));
    expect(ran.code).toBe(1);
    expect(ran.stderr).toMatch(/The site ".*below\/site" cannot be written: .*folder ".*file\/below" \(ENOTDIR\)/);
    expect(ran.stderr).not.toMatch(/lock/);
  });

  it("costs the cache, not the build", async () => {
    put(at("no-cache"), "a file");
    const ran = await annals("build", logs, "-o", at("uncached"), "--cache", join(at("no-cache"), "cache"));
    expect([ran.code, ran.stderr]).toEqual([0, expect.stringMatching(/The cache .* cannot be written \(ENOTDIR\)/)]);
    expect(existsSync(join(at("uncached"), "pagefind"))).toBe(true);
  }, 60_000);
});

describe("annals cache", () => {
  const before = process.env.XDG_CACHE_HOME;
  beforeAll(() => {
    process.env.XDG_CACHE_HOME = at("caches");
  });
  afterAll(() => {
    if (before === undefined) delete process.env.XDG_CACHE_HOME;
    else process.env.XDG_CACHE_HOME = before;
  });

  it("lists, clears, and tidies what belongs to sites that are gone", async () => {
    const sites = ["one", "two", "three"].map((name) => at(`of/${name}`));
    const [one = "", two = ""] = sites;
    for (const site of sites) expect((await build(site)).code).toBe(0);
    mkdirSync(join(at("caches"), "annals", "not-a-cache"));
    const listed = await annals("cache");
    expect([listed.code, listed.stderr]).toEqual([0, ""]);
    for (const site of sites) expect(listed.stdout).toContain(site);
    expect(listed.stdout).toMatch(/3 caches in/);
    rmSync(two, { recursive: true });
    const { caches } = JSON.parse((await annals("cache", "--json")).stdout);
    expect(caches.filter(({ isGone }: { isGone: boolean }) => isGone)).toMatchObject([{ site: two }]);
    expect((await annals("cache", "clear", one)).stdout).toMatch(/^1 cache cleared/);
    expect(existsSync(cacheFolder(one))).toBe(false);
    // The next build of any site takes away what is gone for two days, not what was used just now.
    expect((await build(one)).code).toBe(0);
    expect(existsSync(cacheFolder(two))).toBe(true);
    const used = new Date(Date.now() - 2 * 86_400_000);
    utimesSync(join(cacheFolder(two), "owner.json"), used, used);
    expect((await build(one, "--title", "Other")).code).toBe(0);
    expect(existsSync(cacheFolder(two))).toBe(false);
    expect((await annals("cache", "clear")).stdout).toMatch(/^2 caches cleared/);
    expect(existsSync(join(at("caches"), "annals", "not-a-cache"))).toBe(true);
    const wrong = await annals("cache", "clean");
    expect([wrong.code, complaint(wrong)]).toEqual([2, expect.stringMatching(/no "clean"/)]);
  });
});
