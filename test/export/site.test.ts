/** What lies beside the pages for programs, and how it is left out. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { annals, log, put, session } from "../cli/in-process.ts";
import { dom } from "../support/dom.ts";

const scratch = mkdtempSync(join(tmpdir(), "annals-twins-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
const logs = join(scratch, "logs");
const hostile = `=HYPERLINK("http://evil.invalid") </title><script>alert(1)</script> & \u0001\uffff`;
const secret = `ghp_${"aB3dE5fG7h".repeat(4).slice(0, 36)}`;

const build = (name: string, ...options: readonly string[]) =>
  annals("build", logs, "-o", join(scratch, name), "--no-keep", "--no-cache", "--time-zone", "UTC", "-q", ...options);
const read = (site: string, path: string): string => readFileSync(join(scratch, site, path), "utf8");
const has = (site: string, path: string): boolean => existsSync(join(scratch, site, path));
const page = `sessions/${session(1)}`;

beforeAll(async () => {
  log(logs, 1, "/work/tides", [
    { time: "2026-02-10T09:00:00Z", prompt: hostile },
    { time: "2026-02-10T09:01:00Z", output: 5 },
    { time: "2026-02-10T09:02:00Z", prompt: `the token is ${secret}` },
  ]);
  log(logs, 2, "/work/tides", [{ time: "2026-02-11T09:00:00Z", prompt: "-2+3 is a formula, too" }]);
  expect((await build("site")).code).toBe(0);
  expect((await build("published", "--url", "https://example.org/log")).code).toBe(0);
});

const always = [
  ...["sessions.ndjson", "sessions.csv", "feed.xml", "feed.json", "llms.txt", "schema/session.schema.json"],
  ...[`${page}/index.md`, `${page}/index.json`],
];
const onlyPublished = ["sitemap.xml", "robots.txt", "social.png"];

describe("files for programs", () => {
  it("lie beside the pages, and pages lead to them", () => {
    for (const path of always) expect(has("site", path), path).toBe(true);
    for (const path of onlyPublished) expect(has("site", path), path).toBe(false);
    for (const path of [...always, ...onlyPublished]) expect(has("published", path), path).toBe(true);
    const links = read("site", `${page}/index.html`).match(/<link rel="alternate"[^>]*>/g) ?? [];
    expect(links.join("\n")).toMatch(/text\/markdown.*index\.md[\s\S]*application\/json.*index\.json/);
    expect(read("site", "index.html")).toContain('href="feed.xml"');
  });

  it("are all left out by one option, of the command and of the configuration", async () => {
    const config = put(join(scratch, "config.json"), JSON.stringify({ twins: false, url: "https://example.org/" }));
    for (const [name, options] of [
      ["without", ["--no-twins", "--url", "https://example.org/log"]],
      ["configured", ["--config", config]],
    ] as const) {
      expect((await build(name, ...options)).code).toBe(0);
      for (const path of [...always, ...onlyPublished]) expect(has(name, path), path).toBe(false);
      const markup = read(name, `${page}/index.html`);
      expect(markup).not.toMatch(/rel="alternate"|og:title|share-menu/);
    }
  });

  it("hold no secret, whoever shows it", () => {
    for (const path of always) expect(read("site", path), path).not.toContain(secret);
    expect(read("site", `${page}/index.md`)).toContain("[redacted: GitHub token");
  });

  it("name the page where it is published, else by its path", () => {
    expect(JSON.parse(read("published", "feed.json")).items[1].url).toBe(`https://example.org/log/${page}/`);
    expect(JSON.parse(read("site", "sessions.ndjson").split("\n")[1] ?? "").page).toBe(`${page}/index.html`);
    expect(read("published", "sitemap.xml")).toContain(
      `<loc>https://example.org/log/${page}/</loc><lastmod>2026-02-10<`,
    );
    expect(read("published", "robots.txt")).toContain("Sitemap: https://example.org/log/sitemap.xml");
  });

  it("say which picture goes with a link, which is one", () => {
    expect(read("published", `${page}/index.html`)).toContain(
      'property="og:image" content="https://example.org/log/social.png"',
    );
    const bytes = readFileSync(join(scratch, "published/social.png"));
    expect(bytes.subarray(1, 4).toString()).toBe("PNG");
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);
  });
});

describe("hostile text", () => {
  it("begins no formula in the table, and ends no cell", () => {
    const rows = read("site", "sessions.csv").trim().split("\r\n");
    expect(rows).toHaveLength(3);
    for (const row of rows) expect(row).not.toMatch(/(?:^|,)"[=+\-@]/);
    expect(rows.join("\n")).toContain(`"'=HYPERLINK(""http://evil.invalid"")`);
  });

  it("is text in the feed, which stays XML", () => {
    const feed = read("site", "feed.xml").replace(/^<\?xml[^>]*\?>\s*/, "");
    expect(() => dom(feed.replace(/<category([^<>]*)\/>/g, "<category$1></category>"))).not.toThrow();
    expect(feed).not.toContain("<script");
    expect(feed).not.toMatch(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/);
  });
});

describe("robots.txt", () => {
  it("of a person stays as it is, and no longer ours where there is no address any more", async () => {
    const own = join(scratch, "own");
    expect((await build("own")).code).toBe(0);
    writeFileSync(join(own, "robots.txt"), "User-agent: *\nDisallow: /\n");
    expect((await build("own", "--url", "https://example.org/")).code).toBe(0);
    expect(read("own", "robots.txt")).toContain("Disallow: /");
    expect((await build("published")).code).toBe(0);
    for (const path of onlyPublished) expect(has("published", path), path).toBe(false);
  });

  it("needs an address of the web", async () => {
    const { code, stderr } = await build("wrong", "--url", "example.org");
    expect(code).toBe(2);
    expect(stderr).toContain("--url");
  });
});
