/** Filters in templates of each language that people write Eleventy sites in. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import Eleventy from "@11ty/eleventy";
import { afterAll, describe, expect, it } from "vitest";
import annals, { type EleventyConfig } from "../../src/plugin/index.ts";
import { byRole, byTag, dom, textOf } from "../support/dom.ts";

const sample = join(process.cwd(), "fixtures/sample/projects");
const scratch = mkdtempSync(join(tmpdir(), "annals-filters-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

let sites = 0;
/** What this template becomes at `posts/one/`, with the data but without pages of ours. */
async function page(name: string, template: string): Promise<{ readonly text: string; readonly site: string }> {
  const [input, site] = [join(scratch, `in-${++sites}`), join(scratch, `out-${sites}`)];
  mkdirSync(join(input, "posts"), { recursive: true });
  writeFileSync(join(input, "posts", name), template);
  const eleventy = new Eleventy(input, site, {
    quietMode: true,
    configPath: null,
    config: (config) => annals(config as EleventyConfig, { sources: [sample], base: "log", pages: false }),
  });
  eleventy.disableLogger();
  await eleventy.write();
  return { text: readFileSync(join(site, "posts/one/index.html"), "utf8"), site };
}

const first = `{% set opened = annals.sessions[0].id | openSession %}{{ opened.session.turns[0] | renderTurn(opened) | safe }}`;
const languages: readonly (readonly [name: string, template: string])[] = [
  ["one.njk", first],
  [
    "one.liquid",
    `{% assign opened = annals.sessions[0].id | openSession %}{{ opened.session.turns[0] | renderTurn: opened }}`,
  ],
  [
    "one.11ty.js",
    `export async function render({ annals }) {
  const opened = await annals.open(annals.sessions[0].id);
  return this.renderTurn(opened.session.turns[0], opened);
}`,
  ],
];

describe("renderTurn", () => {
  it.each(languages)("%s draws a turn with its prompt and what followed", async (name, template) => {
    const { text } = await page(name, template);
    const [turn = expect.unreachable()] = byRole(dom(text), "article");
    const [heading = expect.unreachable()] = byTag(turn, "h2");
    expect(textOf(heading)).toMatch(/^Prompt 1: \S/);
    expect(byTag(turn, "details").length).toBeGreaterThan(0);
  });

  it("gives the same in each of them", async () => {
    const drawn = await Promise.all(
      languages.map(async ([name, template]) => (await page(name, template)).text.trim()),
    );
    expect(new Set(drawn).size).toBe(1);
  });

  it("writes what the turn links to, and our stylesheet, though there are no pages of ours", async () => {
    const all = `{% for session in annals.sessions %}{% set opened = session.id | openSession %}{% for turn in opened.session.turns %}{{ turn | renderTurn(opened) | safe }}{% endfor %}{% endfor %}`;
    const { text, site } = await page("one.njk", all);
    const files = [...text.matchAll(/(?:href|src|data-src)="(\.\.\/\.\.\/log\/[^"#]+)"/g)]
      .map(([, link]) => join(dirname(join(site, "posts/one/index.html")), decodeURIComponent(link ?? "")))
      .filter((file) => !file.endsWith("index.html"));
    expect(files.length).toBeGreaterThan(3);
    expect(files.filter((file) => !existsSync(file))).toEqual([]);
    expect(existsSync(join(site, "log/assets/annals.css"))).toBe(true);
    expect(existsSync(join(site, "log/index.html"))).toBe(false);
  });
});

it("renderCall draws one call with its result", async () => {
  const template = `{% set opened = annals.sessions[0].id | openSession %}{% for step in opened.session.turns[0].steps %}{% if step.kind == "call" %}<section>{{ step | renderCall(opened) | safe }}</section>{% endif %}{% endfor %}`;
  const { text } = await page("one.njk", template);
  const calls = byTag(dom(text), "section").filter((section) => byTag(section, "summary").length > 0);
  expect(calls.length).toBeGreaterThan(1);
});

it.each(["{{ 'a' | renderMarkdown | safe }}", "{{ { before: 'a', after: 'b' } | renderDiff | safe }}"])(
  "%s has its stylesheet, though there are no pages of ours",
  async (template) => {
    const { site } = await page("one.njk", template);
    expect(existsSync(join(site, "log/assets/annals.css"))).toBe(true);
  },
);

it("renderMarkdown shows raw HTML as text", async () => {
  const { text } = await page("one.njk", "{{ '**bold** <img src=x onerror=alert(1)>' | renderMarkdown | safe }}");
  expect(byTag(dom(text), "strong").map(textOf)).toEqual(["bold"]);
  expect(byTag(dom(text), "img")).toEqual([]);
});

it("renderDiff draws two texts, and a patch", async () => {
  const two = `{{ { before: "one\\ntwo\\n", after: "one\\nthree\\n" } | renderDiff("a.txt") | safe }}`;
  const { text } = await page("one.njk", two);
  expect(byTag(dom(text), "del").map(textOf)).toEqual(["two"]);
  expect(byTag(dom(text), "ins").map(textOf)).toEqual(["three"]);
  const patch = `diff --git a/a.txt b/a.txt\n--- a/a.txt\n+++ b/a.txt\n@@ -1,1 +1,1 @@\n-old\n+new\n`;
  const drawn = await page(
    "one.11ty.js",
    `export function render() { return this.renderDiff(${JSON.stringify(patch)}); }`,
  );
  expect(byTag(dom(drawn.text), "ins").map(textOf)).toEqual(["new"]);
});

it("annalsUrl leads from the page to every kind of record", async () => {
  const names = ["sessions", "projects", "chains", "agents", "plans", "snapshots", "prompts"];
  const { text } = await page("one.njk", names.map((name) => `{{ annals.${name}[0] | annalsUrl }}`).join("\n"));
  const links = text.trim().split("\n");
  expect(links).toHaveLength(names.length);
  for (const link of links)
    expect(link).toMatch(/^\.\.\/\.\.\/log\/(?:sessions|projects)\/[\w/-]+\/index\.html(?:#s-[\w-]+)?$/);
  await expect(page("one.njk", "{{ 'x' | annalsUrl }}")).rejects.toThrow();
});
