import { describe, expect, test } from "vitest";
import { monthPages } from "../../src/archive/months.ts";
import { projectPages } from "../../src/archive/stories.ts";
import type { Archive, SessionRecord } from "../../src/model/archive.ts";
import { asset } from "../../src/system/asset.ts";
import { indexPage } from "../../templates/pages/index.11ty.ts";
import { monthPage } from "../../templates/pages/month.11ty.ts";
import { projectPage } from "../../templates/pages/project.11ty.ts";
import { reportPage } from "../../templates/pages/report.11ty.ts";
import { searchPage } from "../../templates/pages/search.11ty.ts";
import { sha256 } from "../hostile/markup.ts";
import { byId, byRole, byTag, dom, type Element, textOf } from "../support/dom.ts";
import * as make from "./support.ts";

function many(count: number, more: (index: number) => Partial<SessionRecord> = () => ({})): SessionRecord[] {
  const steps = Array.from({ length: 120 }, (_, index) =>
    index % 9 === 0 ? make.call("Bash", { command: "x" }, make.failed("Exit code 1")) : make.bash("ls"),
  );
  return Array.from({ length: count }, (_, index) => {
    const from = make.iso(new Date(Date.UTC(2026, 1, 20) - index * 3_600_000).toISOString());
    const made = make.session([make.turn("Do it.", steps)], {
      id: make.sessionId(`s${index}`),
      title: `Session ${index}`,
      span: { from, to: from },
    });
    return make.record(made, { firstPrompt: "A prompt of ordinary length, ".repeat(12), ...more(index) });
  });
}
const site = (archive: Archive) => ({ archive, version: "t" });
const hrefs = (page: Element): (string | undefined)[] =>
  byRole(page, "link").map((link) => link.attributes.get("href"));
const policyOf = (page: Element): string =>
  byTag(page, "meta")
    .find(({ attributes }) => attributes.has("http-equiv"))
    ?.attributes.get("content") ?? "";
const size = (html: unknown) => Buffer.byteLength(String(html));

describe("thousands of sessions", () => {
  const sessions = many(3000);
  const archive = make.archive(sessions);
  test("no list is over 300 kB, and each session is in one", () => {
    expect(size(indexPage(site(archive)))).toBeLessThan(300_000);
    const pages = archive.projects.flatMap((project) => projectPages(project, archive));
    expect(pages.length).toBeGreaterThan(10);
    const html = pages.map((about) => String(projectPage(about, site(archive))));
    for (const each of html) expect(size(each)).toBeLessThan(300_000);
    const titles = new Set(html.flatMap((each) => byRole(dom(each), "heading").map(textOf)));
    for (let index = 0; index < 3000; index += 111) expect(titles).toContain(`Session ${index}`);
    const months = monthPages({ month: "2026-02", sessions });
    for (const each of months) expect(size(monthPage(each, site(archive), ["2026-02"]))).toBeLessThan(300_000);
    expect(months.reduce((sum, each) => sum + each.sessions.length, 0)).toBe(3000);
  });
});

test("the front page has search, year, projects and days, in the archive's zone", () => {
  const late = make.iso("2026-02-17T23:30:00Z");
  const session = make.record(
    make.session([make.turn("Do it.", [make.bash("ls")])], { span: { from: late, to: late } }),
  );
  const page = dom(indexPage(site(make.archive([session], { timeZone: "Asia/Tokyo" }))));
  expect(byRole(page, "search")).toHaveLength(1);
  expect(byRole(page, "heading").map(textOf)).toEqual(
    expect.arrayContaining(["The year", "Projects", "Sessions", "Wednesday 18 February"]),
  );
  expect(byId(page, "projects")).toBeDefined();
  expect(hrefs(page)).toContain("sessions/s1/index.html");
  expect(textOf(byRole(page, "contentinfo")[0])).toContain("Times are in Asia/Tokyo");
});

test("an archive without a session still has a front page", () => {
  const page = dom(indexPage(site(make.archive([]))));
  expect(textOf(byRole(page, "main")[0])).toContain("0 sessions in 1 project");
});

test("the busiest projects come first, and all but eight are folded", () => {
  const projects = Array.from({ length: 12 }, (_, index) => ({
    ...make.tidemark,
    id: `p${index}`,
    name: `harbour-${index}`,
  }));
  const busy = ["p11", "p11", "p3"].map((project, index) =>
    make.record(make.session([], { id: make.sessionId(`s${index}`) }), { project }),
  );
  const page = dom(indexPage(site(make.archive(busy, { projects }))));
  const named = (within: Element): string[] => byRole(within, "link", /^harbour-\d+$/).map(textOf);
  const [table] = byRole(page, "table").filter((each) => named(each).length > 0);
  expect(named(page).slice(0, 2)).toEqual(["harbour-11", "harbour-3"]);
  expect(named(page)).toHaveLength(12);
  expect(table === undefined ? [] : named(table)).toHaveLength(8);
  expect(byRole(page, "group", "4 more projects").flatMap(named)).toHaveLength(4);
});

test("a chain is one story, in its order", () => {
  const sessions = many(3, (index) => ({
    chain: "c",
    role: (["follow-up", "implementation", "planning"] as const)[index] ?? "single",
  }));
  const chain = {
    id: "c",
    key: "c",
    title: "The story",
    links: [
      { session: make.sessionId("s2"), joinedBy: "start" },
      { session: make.sessionId("s1"), joinedBy: "slug" },
      { session: make.sessionId("s0"), joinedBy: "slug" },
    ],
  } as const;
  const archive = make.archive(sessions, { chains: [chain] });
  const [front] = projectPages(archive.projects[0] ?? make.tidemark, archive);
  const page = dom(projectPage(front as never, site(archive)));
  const titles = byRole(page, "heading").map(textOf);
  expect(titles.slice(titles.indexOf("The story"))).toEqual(["The story", "Session 2", "Session 1", "Session 0"]);
});

test("filter rules hold no text from the logs, and the policy knows them", () => {
  const branches = many(4, (index) => ({ gitBranches: [`x"]{}</style><script>${index}`] }));
  const archive = make.archive(branches);
  const [front] = projectPages(archive.projects[0] ?? make.tidemark, archive);
  const page = dom(projectPage(front as never, site(archive)));
  const rules = byTag(page, "style").map(({ children }) => children.join(""));
  expect(rules).toHaveLength(1);
  expect(rules[0]).not.toContain("script");
  expect(rules[0]).toContain('#f-branch [value="b0"]:checked');
  expect(policyOf(page)).toContain(`style-src 'self' ${sha256(rules[0] ?? "")}`);
});

test("the report lists what was not understood, with file and line", () => {
  const diagnostics = [
    { code: "unknown-entry", level: "warning", at: { file: "a.jsonl", line: 212 }, message: "Odd." },
  ] as const;
  const reasons = [{ what: "mode", why: "Says nothing." }];
  const page = dom(reportPage(site(make.archive([], { diagnostics })), reasons));
  expect(byRole(page, "row").map(textOf)).toEqual(
    expect.arrayContaining([expect.stringContaining("a.jsonl:212"), expect.stringContaining("Says nothing.")]),
  );
});

test("the search page has its places and says what it needs", () => {
  const page = dom(searchPage(site(make.archive([]))));
  expect(byId(page, "results")).toBeDefined();
  expect(byRole(page, "status").map(textOf)).toEqual([expect.stringContaining("Type to search")]);
  expect(byTag(page, "noscript").map(textOf)).toEqual([expect.stringContaining("Search needs JavaScript")]);
});

test("one stylesheet and one script, within their sizes, with nothing from elsewhere", async () => {
  const [stylesheet, script] = [await asset("annals.css"), await asset("annals.js")];
  expect(size(stylesheet)).toBeLessThan(90_000);
  expect(size(script)).toBeLessThan(15_000);
  expect(stylesheet).not.toMatch(/@import|url\((?!"data:)/);
  expect(() => new Function(script)).not.toThrow();
});

describe("a title that is the beginning of the prompt is said once", () => {
  const row = (title: string, firstPrompt: string): string => {
    const record = make.record(make.session([make.turn("Do it.", [])]), { title, firstPrompt });
    const page = dom(indexPage(site(make.archive([record]))));
    const [session] = byRole(page, "article", title);
    return textOf(session === undefined ? undefined : byTag(session, "p")[0]);
  };
  test.each([
    ["Fix the week", "Fix the week", ""],
    ["Fix the week", "Fix the week.", ""],
    ["Fix the week", "Fix  the\nweek", ""],
    ["Fix the week", "Fix the week: it shows January again.", "… it shows January again."],
    ["Every page of 2025 should…", "Every page of 2025 should be issued again", "… be issued again"],
    ["Fix the week", "Fix the weekday names", "Fix the weekday names"],
    ["Fix", "Please fix the week", "Please fix the week"],
    ["/review", "/review 12", "… 12"],
  ])("%s / %s", (title, prompt, shown) => expect(row(title, prompt)).toBe(shown));
});
