/** Pages outside of `sessions/` stay below 300 kB, whatever the logs hold, and count what they leave out. */
import { describe, expect, it, test, vi } from "vitest";
import { decisionPages } from "../../src/archive/decision-pages.ts";
import { fileHistory } from "../../src/archive/file-history.ts";
import { monthPages } from "../../src/archive/months.ts";
import { projectPages } from "../../src/archive/stories.ts";
import { noWork } from "../../src/archive/work.ts";
import type { Archive, FileRecord, SessionRecord } from "../../src/model/archive.ts";
import type { DecisionRecord } from "../../src/model/decisions.ts";
import type { Blame, BlameLine, BlamePrompt, FileHistory } from "../../src/model/file-history.ts";
import type { StoryDocument } from "../../src/model/story.ts";
import { html } from "../../src/text/html.ts";
import { decisionsPage } from "../../templates/pages/decisions.11ty.ts";
import { filePages } from "../../templates/pages/file.ts";
import { filesPage } from "../../templates/pages/files.11ty.ts";
import { indexPage } from "../../templates/pages/index.11ty.ts";
import { monthPage } from "../../templates/pages/month.11ty.ts";
import { projectPage } from "../../templates/pages/project.11ty.ts";
import { projectFilesPage } from "../../templates/pages/project-files.11ty.ts";
import { reportPage } from "../../templates/pages/report.11ty.ts";
import { usagePage } from "../../templates/pages/usage.11ty.ts";
import { projectsPage } from "../../templates/portal/pages.ts";
import { fitting, isTight, withinPage } from "../../templates/within-page.ts";
import { documentOf, longest, archive as sample, storyHtml } from "./story-pages.ts";
import * as make from "./support.ts";

const most = 300_000;
const size = (page: unknown): number => Buffer.byteLength(String(page));
const times = <Item>(count: number, item: (at: number) => Item): Item[] =>
  Array.from({ length: count }, (_, at) => item(at));
/** One letter of it is twelve bytes on a page. */
const bidi = (length: number): string => "\u202e\u2066".repeat(length / 2);
const site = (archive: Archive) => ({ archive, version: "t" });
/** Every link within the page has its place. */
function expectPlaces(page: string): void {
  const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
  for (const [, to] of page.matchAll(/ href="#([^"]+)"/g)) expect(ids).toContain(to);
}

function sessions(count: number, more: (at: number) => Partial<SessionRecord> = () => ({})): SessionRecord[] {
  return times(count, (at) => {
    const from = make.iso(new Date(Date.UTC(2026, 4, 1) - at * 3_600_000).toISOString());
    const made = make.session([make.turn("Do it.", [make.bash("ls")])], {
      id: make.sessionId(`s${at}`),
      title: `Session ${at}`,
      span: { from, to: from },
    });
    return make.record(made, { firstPrompt: "Look at the module and mend it. ".repeat(9), ...more(at) });
  });
}

describe("withinPage", () => {
  it("draws a page that fits once, whatever its lists hold", () => {
    const draw = vi.fn(() => html`${fitting(times(100, String), (each) => html`<p>${each}</p>`).drawn}`);
    expect(String(withinPage(draw))).toContain("<p>99</p>");
    expect(draw).toHaveBeenCalledTimes(1);
  });

  it("ends the long lists of a page that does not, leaves the short ones, and has no room left over", () => {
    const long = times(5000, (at) => `${at} ${"word ".repeat(20)}`);
    let left: readonly string[] = [];
    const page = withinPage(() => {
      const lists = [fitting(long, (each) => html`<p>${each}</p>`), fitting(["short"], (each) => html`<b>${each}</b>`)];
      left = lists[0]?.left ?? [];
      return html`${times(20_000, () => "frame")}${lists.map(({ drawn }) => drawn)}`;
    });
    expect(size(page)).toBeLessThanOrEqual(most);
    expect(size(page)).toBeGreaterThan(most * 0.8);
    expect(String(page)).toContain("<b>short</b>");
    expect(left.length + String(page).split("<p>").length - 1).toBe(5000);
  });

  it("has its room again after a page that fails", () => {
    const draw = vi.fn((): never => {
      throw new Error("no");
    });
    expect(() => withinPage(draw)).toThrow("no");
    expect(isTight()).toBe(false);
  });
});

test("a front page, usage and files of hundreds of projects, models and tools", () => {
  const projects = times(900, (at) => ({
    id: `p${at}`,
    name: `customer-project-with-a-long-name-${at}`,
    path: `/home/mara/src/customer-project-with-a-long-name-${at}`,
    sessions: [make.sessionId(`s${at}`)],
  }));
  const usage = times(900, (at) => make.usage(`some-model-${at}`, { input: 10, output: 10 }));
  const all = sessions(900, (at) => ({ project: `p${at}`, usage: [usage[at] as never] }));
  const tools = times(900, (at) => ({
    ...{ name: `tool-of-a-server-${at}`, verb: "run", calls: 900 - at, failures: 0, refused: 0, unknown: 0 },
  }));
  const files = times(900, (at) => ({ ...fileOf(at, `${bidi(300)}${at}.ts`), project: `p${at}` }));
  const archive = make.archive(all, { projects, usage, files, work: { ...noWork, tools: tools as never } });
  const [front, spent, changed] = [indexPage(site(archive)), usagePage(site(archive)), filesPage(site(archive))];
  for (const page of [front, spent, changed]) expect(size(page)).toBeLessThanOrEqual(most);
  expect(String(front)).toMatch(/and \d+ projects used less/);
  expect(String(front)).toContain("892 more projects");
  expect(String(spent)).toMatch(/and \d+ more models/);
  expect(String(spent)).toMatch(/and \d+ more tools/);
  expect(String(changed)).toMatch(/and \d+ more projects/);
});

test("a coverage page of hundreds of long types, and a portal of thousands of projects", () => {
  const diagnostics = times(3000, (at) => {
    const code = (["unknown-entry", "unknown-block", "invalid-json"] as const)[at % 3] ?? "invalid-json";
    return { code, level: "warning", at: { file: `${bidi(200)}.jsonl`, line: at }, message: bidi(100) } as const;
  });
  const report = String(reportPage(site(make.archive([], { diagnostics }))));
  expect(size(report)).toBeLessThanOrEqual(most);
  const listed = report.match(/<td>warning</g)?.length ?? 0;
  const left = [...report.matchAll(/and ([\d,]+) more</g)].map(([, value = ""]) => Number(value.replaceAll(",", "")));
  expect(left.reduce((sum, value) => sum + value, listed)).toBe(3000);

  const view = { title: "All", timeZone: "UTC", version: "t", rows: [], archives: [] } as never;
  const projects = times(3000, (at) => ({ name: `project-${at}`, path: `projects/project-${at}.html`, rows: [] }));
  const portal = String(projectsPage(view, projects));
  expect(size(portal)).toBeLessThanOrEqual(most);
  expect(portal).toMatch(/and [\d,]+ more projects with fewer sessions/);
});

test("a chain of 700 sessions is several pieces, each in its month, that say which they hold", () => {
  const all = sessions(700, () => ({ chain: "c", role: "follow-up" }));
  const links = all.toReversed().map(({ id }) => ({ session: id, joinedBy: "slug" }) as const);
  const archive = make.archive(all, { chains: [{ id: "c", key: "c", title: "The story", links } as never] });
  const pages = projectPages(archive.projects[0] ?? make.tidemark, archive);
  const drawn = pages.map((about) => String(projectPage(about, site(archive))));
  for (const page of drawn) expect(size(page)).toBeLessThanOrEqual(most);
  expect(drawn[0]).toContain("sessions 641 to 700 of 700");
  const listed = pages.filter(({ month }) => month !== undefined).flatMap(({ stories }) => stories);
  expect(new Set(listed.flatMap((story) => story.sessions.map(({ id }) => id))).size).toBe(700);
  for (const { month, stories } of pages)
    for (const { date } of stories) if (month !== undefined) expect(date.slice(0, 7)).toBe(month);
});

test("sessions whose titles and prompts become long in HTML", () => {
  const odd = (at: number) => ({
    title: `${at} ${bidi(118)}`,
    firstPrompt: bidi(400),
    gitBranches: [bidi(60)],
  });
  const all = sessions(200, odd);
  const archive = make.archive(all);
  expect(size(indexPage(site(archive)))).toBeLessThanOrEqual(most);
  const months = monthPages({ month: "2026-04", sessions: all });
  for (const each of months) expect(size(monthPage(each, site(archive), ["2026-04"]))).toBeLessThanOrEqual(most);
  expect(months.flatMap((each) => each.sessions)).toEqual(all);
  for (const each of projectPages(archive.projects[0] ?? make.tidemark, archive))
    expect(size(projectPage(each, site(archive)))).toBeLessThanOrEqual(most);
});

test("decisions full of quotes and of what turns text around", () => {
  const [session] = sessions(1, () => ({ title: bidi(120) }));
  const decisions = times(300, (at): DecisionRecord => {
    const words = at % 2 === 0 ? '"'.repeat(900) : bidi(900);
    const place = { session: session?.id as never, path: "sessions/s0/index.html", anchor: `a${at}` };
    const time = make.iso("2026-05-01T10:00:00Z");
    return {
      ...place,
      ...{ kind: "question", project: "tidemark", time, title: `${at}${words}`, chosen: [words], fate: "answered" },
    };
  });
  const archive = make.archive([session as SessionRecord]);
  const pages = decisionPages(decisions, archive);
  for (const about of pages) expect(size(decisionsPage(about, site(archive), decisions))).toBeLessThanOrEqual(most);
  const listed = pages.filter(({ month }) => month !== undefined);
  expect(listed.flatMap((about) => about.decisions)).toEqual(decisions);
});

function fileOf(at: number, path: string): FileRecord {
  const [first] = sample.files;
  return { ...(first as FileRecord), path, address: `f${at}`, edits: 2000 - at };
}

test("the files of a project with long paths, those edited most first", () => {
  const files = times(1500, (at) =>
    fileOf(
      at,
      `modules/module-${at % 40}/src/main/java/${"com/example/".repeat(9)}feature${at % 97}/Factory${at}.java`,
    ),
  );
  const project = sample.projects.find(({ id }) => id === files[0]?.project) ?? expect.unreachable();
  const page = String(projectFilesPage(project, site({ ...sample, files })));
  expect(size(page)).toBeLessThanOrEqual(most);
  expect(page).toContain(">Factory0.java<");
  const shown = page.match(/class="leaf"/g)?.length ?? 0;
  expect(page).toContain(`and ${(1500 - shown).toLocaleString("en-GB")} more files with fewer edits`);
});

describe("a file", () => {
  const file = sample.files.find(({ path }) => path === "src/feed/ics.ts") ?? expect.unreachable();
  const history = fileHistory(file, sample, sample.digest);
  const blame = history.blame ?? expect.unreachable();
  const [prompt] = blame.prompts;
  const blamed = (lines: readonly BlameLine[], prompts: readonly BlamePrompt[]): string => {
    const made: Blame = { ...blame, lines, lineCount: lines.length, prompts, gaps: [] };
    return String(filePages({ ...history, blame: made }, site(sample))[1]?.content);
  };
  const leftOf = (page: string, noun: string): number =>
    Number(new RegExp(`and ([\\d,]+) ${noun}`).exec(page)?.[1]?.replaceAll(",", "") ?? 0);

  it("that 2,000 prompts wrote, a line each: most of the room is for the lines", () => {
    const prompts = times(2000, (at) => ({ ...(prompt as BlamePrompt), number: at + 1, lines: 1 }));
    const page = blamed(
      prompts.map((each, at) => ({ text: `const value${at} = compute("${at}");`, prompt: each })),
      prompts,
    );
    expect(size(page)).toBeLessThanOrEqual(most);
    const lines = page.match(/<i id="L/g)?.length ?? 0;
    const listed = page.split('class="who-list"')[1]?.match(/<li>/g)?.length ?? 0;
    expect([leftOf(page, "more lines"), leftOf(page, "later prompts")]).toEqual([2000 - lines, 2000 - listed]);
    expect(lines).toBeGreaterThan(listed);
    expectPlaces(page);
  });

  it.each([
    ["Japanese", "メッセージ番号は、保存されていない変更があることを示しています。続けますか。"],
    ["quotes", '"'.repeat(60)],
    ["bidi controls", bidi(60)],
  ])("whose lines are %s", (_, text) => {
    const lines = times(2600, (at): BlameLine => ({ text: `${at}${text}`, prompt: prompt as BlamePrompt }));
    const page = blamed(lines, [prompt as BlamePrompt]);
    expect(size(page)).toBeLessThanOrEqual(most);
    expect(leftOf(page, "more lines") + (page.match(/<i id="L/g)?.length ?? 0)).toBe(2600);
    expectPlaces(page);
  });

  it.each([
    ["Japanese", "漢字".repeat(200)],
    ["bidi controls", bidi(400)],
  ])("with large edits of %s", (_, text) => {
    const [first] = history.edits;
    const hunk = { oldStart: 1, newStart: 1, lines: times(170, (at) => `+${at}${text}`) };
    const edits = times(300, () => ({ ...first, edit: { ...first?.edit, hunks: [hunk] } }));
    const long = { ...history, edits } as never as FileHistory;
    const page = String(filePages(long, site(sample))[0]?.content);
    expect(size(page)).toBeLessThanOrEqual(most);
    const shown = page.match(/<article/g)?.length ?? 0;
    const rows = page.split('class="earlier"')[1]?.match(/<th scope="row">/g)?.length ?? 0;
    expect(shown + rows + leftOf(page, "earlier edits")).toBe(300);
  });
});

describe("a story", () => {
  const story = documentOf(longest);
  const [first] = story.parts;
  const long = (count: number, more: Partial<StoryDocument> = {}): StoryDocument => ({
    ...story,
    parts: times(count, (at) => {
      const { session, beats } = story.parts[at % story.parts.length] ?? first ?? expect.unreachable();
      return { session: { ...session, title: `Part number ${at + 1}` }, beats };
    }),
    ...more,
  });

  it.each([100, 200, 700, 3000])(
    "of %i sessions has the first and the last ones, and a way to those between",
    (count) => {
      const page = storyHtml(long(count));
      expect(size(page)).toBeLessThanOrEqual(most);
      for (const at of [1, 2, count - 1, count]) expect(page).toContain(`id="part-${at}"`);
      const whole = page.match(/<section class="annal sticky"/g)?.length ?? 0;
      const rows = page.match(/<li id="part-/g)?.length ?? 0;
      const left = Number(/and ([\d,]+) more sessions?, <a/.exec(page)?.[1]?.replaceAll(",", "") ?? 0);
      expect(whole + rows + left).toBe(count);
      expectPlaces(page);
    },
  );

  it("of hostile prompts, files, tasks and ends", () => {
    const words = { text: bidi(4000) };
    const beats = times(20, () => first?.beats[0] ?? expect.unreachable()).map((beat) => ({
      ...beat,
      turns: times(10, () => ({ ...(beat.turns[0] ?? expect.unreachable()), words })),
    }));
    const [changed] = story.filesChanged;
    const rows = times(200, () => ({ ...(story.tasks.rows[0] ?? expect.unreachable()), subject: bidi(300) }));
    const page = storyHtml({
      ...story,
      title: bidi(120),
      parts: times(30, () => ({ ...(first ?? expect.unreachable()), beats })),
      filesChanged: times(300, (at) => ({
        ...(changed as never as typeof changed & object),
        path: `${bidi(3000)}${at}`,
      })),
      planned: times(100, (at) => ({ path: `${bidi(3000)}${at}`, isChanged: false })),
      tasks: { ...story.tasks, rows },
      ends: times(300, () => story.ends[0] ?? expect.unreachable()),
    });
    expect(size(page)).toBeLessThanOrEqual(most);
    expectPlaces(page);
  });
});
