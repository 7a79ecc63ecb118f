import { describe, expect, test } from "vitest";
import type { SessionRecord } from "../../src/model/archive.ts";
import { script, stylesheet } from "../../templates/pages/assets.ts";
import { indexPage } from "../../templates/pages/index-page.ts";
import { monthPage, monthPages } from "../../templates/pages/month-page.ts";
import { projectPage, projectPages } from "../../templates/pages/project-page.ts";
import { reportPage } from "../../templates/pages/report-page.ts";
import { searchPage } from "../../templates/pages/search-page.ts";
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
const size = (html: unknown) => Buffer.byteLength(String(html));

describe("thousands of sessions", () => {
  const sessions = many(3000);
  const archive = make.archive(sessions);
  test("no list is over 300 kB, and each session is in one", () => {
    expect(size(indexPage(archive, "t"))).toBeLessThan(300_000);
    const pages = archive.projects.flatMap((project) => projectPages(project, archive));
    expect(pages.length).toBeGreaterThan(10);
    const html = pages.map((about) => String(projectPage(about, archive, "t")));
    for (const each of html) expect(size(each)).toBeLessThan(300_000);
    const all = html.join("");
    for (let index = 0; index < 3000; index += 111) expect(all).toContain(`>Session ${index}<`);
    const months = monthPages({ month: "2026-02", sessions });
    for (const each of months) expect(size(monthPage(each, archive, "t", ["2026-02"]))).toBeLessThan(300_000);
    expect(months.reduce((sum, each) => sum + each.sessions.length, 0)).toBe(3000);
  });
});

test("the front page has search, year, projects and days, in the archive's zone", () => {
  const late = make.iso("2026-02-17T23:30:00Z");
  const session = make.record(
    make.session([make.turn("Do it.", [make.bash("ls")])], { span: { from: late, to: late } }),
  );
  const html = String(indexPage(make.archive([session], { timeZone: "Asia/Tokyo" }), "t"));
  expect(html).toContain('role="search"');
  expect(html).toContain("Wednesday 18 February");
  expect(html).toContain('id="projects"');
  expect(html).toContain('href="sessions/s1/index.html"');
  expect(html).toContain("Times are in Asia/Tokyo");
});

test("an archive without a session still has a front page", () => {
  const html = String(indexPage(make.archive([]), "t"));
  expect(html).toContain("<b>0</b> sessions");
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
  const html = String(indexPage(make.archive(busy, { projects }), "test"));
  const names = [...html.matchAll(/>(harbour-\d+)<\/a><small/g)].map(([, name]) => name);
  expect(names.slice(0, 2)).toEqual(["harbour-11", "harbour-3"]);
  expect(names).toHaveLength(12);
  expect(html.split("4 more projects")[1]?.match(/<small>/g)).toHaveLength(4);
});

test("a chain is one story, in its order", () => {
  const sessions = many(3, (index) => ({
    chain: "c",
    role: (["follow-up", "implementation", "planning"] as const)[index] ?? "single",
  }));
  const chain = {
    id: "c",
    title: "The story",
    links: [
      { session: make.sessionId("s2"), joinedBy: "start" },
      { session: make.sessionId("s1"), joinedBy: "slug" },
      { session: make.sessionId("s0"), joinedBy: "slug" },
    ],
  } as const;
  const archive = make.archive(sessions, { chains: [chain] });
  const [front] = projectPages(archive.projects[0] ?? make.tidemark, archive);
  const html = String(projectPage(front as never, archive, "t"));
  expect(html).toContain("<h3>The story</h3>");
  expect(html.indexOf(">Session 2<")).toBeLessThan(html.indexOf(">Session 1<"));
  expect(html.indexOf(">Session 1<")).toBeLessThan(html.indexOf(">Session 0<"));
});

test("filter rules hold no text from the logs, and the policy knows them", () => {
  const branches = many(4, (index) => ({ gitBranches: [`x"]{}</style><script>${index}`] }));
  const archive = make.archive(branches);
  const [front] = projectPages(archive.projects[0] ?? make.tidemark, archive);
  const html = String(projectPage(front as never, archive, "t"));
  expect(html.match(/<style>([^<]*)<\/style>/)?.[1]).not.toContain("script");
  expect(html).toMatch(/style-src &#39;self&#39; &#39;sha256-/);
  expect(html).toContain('#f-branch [value="b0"]:checked');
});

test("the report lists what was not understood, with file and line", () => {
  const diagnostics = [
    { code: "unknown-entry", level: "warning", at: { file: "a.jsonl", line: 212 }, message: "Odd." },
  ] as const;
  const html = String(reportPage(make.archive([], { diagnostics }), "t", [{ what: "mode", why: "Says nothing." }]));
  expect(html).toContain("a.jsonl:212");
  expect(html).toContain("Says nothing.");
});

test("the search page has its places and says what it needs", () => {
  const html = String(searchPage(make.archive([]), "t"));
  expect(html).toContain('id="results"');
  expect(html).toContain("<noscript>");
});

test("one stylesheet and one script, within their sizes, with nothing from elsewhere", () => {
  expect(size(stylesheet())).toBeLessThan(60_000);
  expect(size(script())).toBeLessThan(15_000);
  expect(stylesheet()).not.toMatch(/@import|url\((?!"data:)/);
  expect(() => new Function(script())).not.toThrow();
});

describe("a title that is the beginning of the prompt is said once", () => {
  const row = (title: string, firstPrompt: string): string => {
    const record = make.record(make.session([make.turn("Do it.", [])]), { title, firstPrompt });
    const page = String(indexPage(make.archive([record]), "t"));
    return page.match(/<p class="srow-q">([\s\S]*?)<\/p>/)?.[1] ?? "";
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
