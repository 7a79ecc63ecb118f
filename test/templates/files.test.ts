/** Pages of files and of usage: by structure and text, within their bounds. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { filePath } from "../../src/address/paths.ts";
import { cost, costText } from "../../src/archive/cost.ts";
import { fileHistory } from "../../src/archive/file-history.ts";
import { readArchive } from "../../src/archive/index.ts";
import { usageReport } from "../../src/archive/usage-report.ts";
import { filePages } from "../../templates/pages/file.ts";
import { projectFilesPage } from "../../templates/pages/project-files.11ty.ts";
import { fixtures } from "../support/archive.ts";
import { byTag, dom, textOf } from "../support/dom.ts";
import { usageHtml } from "./file-pages.ts";
import { longHistory } from "./long-history.ts";
import { archive } from "./story-pages.ts";

const site = { archive, version: "t" };
const pagesOf = (path: string): readonly string[] => {
  const file = archive.files.find((each) => each.path === path);
  if (file === undefined) throw new Error(`No ${path}`);
  return filePages(fileHistory(file, archive, archive.digest), site).map(({ content }) => String(content));
};

describe("the page of a file", () => {
  it("has every edit with its prompt, newest first, and leads to blame", () => {
    const [history = "", blame = ""] = pagesOf("src/feed/ics.ts");
    const edits = byTag(dom(history), "article");
    expect(edits.length).toBe(3);
    expect(history).toContain("Agreed, 1 and 2. Plan it, then do it.");
    expect(history.indexOf("20 May 2026")).toBeLessThan(history.lastIndexOf("2 Sept 2025"));
    expect(history).toContain('href="blame.html"');
    expect(blame).toContain("The prompts, oldest first");
    expect(blame).toContain("The file was there before edit 1.");
  });

  it("says of a file with one edit who wrote its lines, and leads to a blame of all others", () => {
    const histories = archive.files.map((file) => fileHistory(file, archive, archive.digest));
    const made = histories.filter(({ blame }) => blame?.edits === 1);
    expect(new Set(made.map(({ blame }) => blame?.gaps.length))).toEqual(new Set([0, 1]));
    for (const history of made) {
      const [page, ...others] = filePages(history, site).map(({ content }) => String(content));
      expect(others).toEqual([]);
      expect(page).not.toContain("blame.html");
      const { lines = [], prompts: [prompt] = [] } = history.blame ?? {};
      const words =
        prompt?.lines === lines.length
          ? `All ${lines.length} lines of it were written by one prompt.`
          : `Of its ${lines.length} lines ${prompt?.lines} were written by one prompt; the others were there before.`;
      const said = byTag(dom(page ?? ""), "p").find((each) => textOf(each).includes(words)) ?? expect.unreachable();
      expect(byTag(said, "a").map((each) => each.attributes.get("href"))).toEqual([
        expect.stringContaining(`${prompt?.session.id}/index.html#${prompt?.turn?.anchor}`),
      ]);
    }
    for (const history of histories.filter((each) => each.blame !== undefined && !made.includes(each)))
      expect(filePages(history, site).length).toBe(2);
  });

  it("numbers the lines of a blame without a gap, by which the stylesheet counts them", () => {
    const [, blame = ""] = pagesOf("src/feed/ics.ts");
    const lines = byTag(dom(blame), "i").flatMap((each) => each.attributes.get("id") ?? []);
    expect(lines).toEqual(lines.map((_, at) => `L${at + 1}`));
    expect(lines.length).toBeGreaterThan(10);
  });

  it("does not number the lines of a passage as if they were those of the file", () => {
    const file = archive.files.find(({ path }) => path === "src/feed/ics.ts") ?? expect.unreachable();
    const history = fileHistory(file, archive, archive.digest);
    const edits = history.edits.map(({ edit: { isNumbered: _, ...edit }, ...about }) => ({ ...about, edit }));
    const made = edits.map((each) => ({
      ...each,
      edit: { ...each.edit, hunks: [{ oldStart: 1, oldLines: 0, newStart: 1, newLines: 1, lines: ["+tide"] }] },
    }));
    const [page, whole] = [edits, made].map((each) => String(filePages({ ...history, edits: each }, site)[0]?.content));
    expect(page).toContain("Lines counted in the passage; its place in the file is not in the log");
    expect(page).not.toContain("@@ -");
    expect(whole).toContain("@@ -0,0 +1 @@");
  });

  it("stays below 300 kB with 5,000 edits, and says how many it does not show", () => {
    for (const { content } of filePages(longHistory(archive), site)) expect(content.length).toBeLessThan(300_000);
    const [{ content } = { content: "" }] = filePages(longHistory(archive), site);
    expect(String(content)).toMatch(/and [\d,]+ earlier edits, in these sessions/);
  });

  it("leads from the strip of a blame only to what the page has room for", () => {
    const file = archive.files.find(({ path }) => path === "src/feed/ics.ts") ?? expect.unreachable();
    const history = fileHistory(file, archive, archive.digest);
    const { blame } = history;
    if (blame === undefined) return expect.unreachable();
    const lines = Array.from({ length: 4000 }, (_, at) => blame.lines[at % blame.lines.length] ?? expect.unreachable());
    const [, { content } = { content: "" }] = filePages({ ...history, blame: { ...blame, lines } }, site);
    const page = String(content);
    expect(page).toContain('href="#more-lines"');
    for (const [, anchor] of page.matchAll(/href="#([^"]+)"/g)) expect(page).toContain(`id="${anchor}"`);
  });
});

it("has the figures of annals stats on the usage page", async () => {
  const report = await usageReport({ sources: [join(fixtures, "sample/projects")], timeZone: archive.timeZone });
  const page = usageHtml();
  expect(archive.usage).toEqual(report.usage);
  expect(archive.days).toEqual(report.days);
  expect(page).toContain(costText(cost(report.usage)) ?? "none");
  expect(page).toContain("API-equivalent estimate");
  for (const { model, input, output } of report.usage) {
    expect(page).toContain(model);
    for (const value of [input, output]) expect(page).toContain(value.toLocaleString("en-GB"));
  }
});

it("keeps pages of hostile paths below their folder", async () => {
  const folder = mkdtempSync(join(tmpdir(), "annals-paths-"));
  const names = [
    "../../x.ts",
    "a#b%20c d.ts",
    "港/海.ts",
    `${"long".repeat(75)}.ts`,
    "README.md",
    "readme.md",
    "index.html",
  ];
  const lines = names.map((name, at) => ({
    ...{
      type: "assistant",
      uuid: `u${at}`,
      parentUuid: at === 0 ? null : `u${at - 1}`,
      sessionId: "s",
      cwd: "/w/tide",
    },
    ...{ timestamp: `2026-01-05T10:0${at}:00Z`, isSidechain: false, version: "2.1.0" },
    message: {
      ...{ id: `m${at}`, role: "assistant", model: "claude-opus-4-6" },
      content: [
        { type: "tool_use", id: `t${at}`, name: "Write", input: { file_path: `/w/tide/${name}`, content: "<b>\n" } },
      ],
    },
  }));
  const results = lines.map((line, at) => ({
    ...{ ...line, type: "user", uuid: `r${at}`, parentUuid: `u${at}`, toolUseResult: { type: "create" } },
    message: { role: "user", content: [{ type: "tool_result", tool_use_id: `t${at}`, content: "ok" }] },
  }));
  mkdirSync(join(folder, "-w-tide"));
  const log = [...lines, ...results].map((line) => JSON.stringify(line)).join("\n");
  writeFileSync(join(folder, "-w-tide", "5f0c2a1e-0000-4000-8000-000000000000.jsonl"), log);
  const read = await readArchive({ sources: [folder], title: "", timeZone: "UTC" });
  rmSync(folder, { recursive: true });
  expect(read.files.length).toBe(names.length);
  const paths = read.files.map(filePath);
  expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(names.length);
  for (const path of paths) expect(path).toMatch(/^files\/tide\/(?:[a-z0-9_][a-z0-9_.+@~-]*\/)+index\.html$/);
  const list = String(projectFilesPage(read.projects[0] as never, { archive: read, version: "t" }));
  for (const [, href = ""] of list.matchAll(/<li class="leaf"><a href="([^"]+)"/g))
    expect(paths).toContain(decodeURIComponent(new URL(href, "http://x/files/tide/index.html").pathname.slice(1)));
});
