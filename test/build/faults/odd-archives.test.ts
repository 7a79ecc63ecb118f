/** Pages over several sessions, of archives that nobody would write by hand: clear pages, and nothing outside of the folder. */
import { existsSync, readFileSync, rmSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sourceAddress } from "../../../src/address/source-file.ts";
import { run } from "../../support/run.ts";
import { contents, id, Log, newScratch, put } from "./support.ts";

const scratch = newScratch();
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const cwd = "/home/ines/tides";
const site = join(scratch, "out/site");
const odd = [
  "../../../etc/climb.ts",
  "src/a#b.ts",
  "src/50%25.ts",
  "src/with spaces here.ts",
  "src/潮汐/満潮.ts",
  `src/${"long-name/".repeat(30)}end.ts`,
  "src/Case.ts",
  "src/case.ts",
  "src/index.html",
  "CON",
];
const edits = 5000;
const longPlan = `# A plan of many words\n\n${Array.from({ length: 4000 }, (_, at) => `${at}. Mend src/case.ts, step ${at}, and look at it again.`).join("\n")}`;

let pages: readonly string[] = [];
beforeAll(() => {
  const source = join(scratch, "logs");
  const planning = new Log(id(1), { cwd, version: "2.1.50", slug: "one-slug" });
  planning.prompt("Make a plan of it");
  planning.call("ExitPlanMode", { plan: longPlan }, "User has approved your plan.", { plan: longPlan });
  put(join(source, "-tides", `${id(1)}.jsonl`), String(planning));
  const work = new Log(id(2), { cwd, version: "2.1.50", slug: "one-slug" });
  work.prompt(
    `Implement the following plan:\n\n${longPlan}\n\nIf you need specific details from before exiting plan mode, read the full transcript at: ${join(source, "-tides", `${id(1)}.jsonl`)}`,
  );
  for (const path of odd)
    work.call("Write", { file_path: `${cwd}/${path}`, content: "one\ntwo\n" }, "done", {
      type: "create",
      filePath: `${cwd}/${path}`,
      content: "one\ntwo\n",
      structuredPatch: [],
    });
  for (let at = 0; at < edits; at++)
    work.call(
      "Edit",
      { file_path: `${cwd}/src/case.ts`, old_string: `step ${at}`, new_string: `step ${at + 1}` },
      "done",
    );
  put(join(source, "-tides", `${id(2)}.jsonl`), String(work));
  // Two sessions that each say they go on from the other.
  for (const [own, other] of [
    [id(3), id(4)],
    [id(4), id(3)],
  ] as const) {
    const log = new Log(own, { cwd, version: "2.1.50" });
    log.prompt(
      `Implement the following plan:\n\n# Round and round\n\nAgain.\n\nread the full transcript at: ${join(source, "-tides", `${other}.jsonl`)}`,
    );
    log.call("Edit", { file_path: `${cwd}/src/round.ts`, old_string: "a", new_string: "b" }, "done");
    put(join(source, "-tides", `${own}.jsonl`), String(log));
  }
  const built = run(scratch, ["build", source, "-o", site, "--time-zone", "UTC", "--quiet", "--no-keep"]);
  expect(built.code, built.stderr).toBe(0);
  pages = [...contents(site).keys()].filter((path) => path.endsWith(".html"));
}, 240_000);

describe("an odd archive", () => {
  it("is written into its folder and nowhere else", () => {
    const written = [...contents(join(scratch, "out")).keys()];
    expect(written.filter((path) => !path.startsWith("site/"))).toEqual([]);
    expect(existsSync(join(scratch, "etc"))).toBe(false);
  });

  it("has a page for every file, whatever its path, and two for names that differ by case", () => {
    const [project = ""] = pages.filter((path) => /^files\/[^/]+\/index\.html$/.test(path)).map(dirname);
    for (const path of odd.slice(1))
      expect(pages, path.slice(0, 40)).toContain(`${project}/${sourceAddress(path)}/index.html`);
    const lower = pages.map((path) => path.toLowerCase());
    expect(new Set(lower).size).toBe(pages.length);
  });

  it("has no page over several sessions above 300 kB: not with 5,000 edits, nor with a plan of 200 kB", () => {
    expect(longPlan.length).toBeGreaterThan(200_000);
    const large = pages
      .filter((path) => /^(?:stories|files|decisions|usage|report)\//.test(path))
      .filter((path) => statSync(join(site, path)).size > 300_000);
    expect(large).toEqual([]);
    const edited = pages.find((path) => path.endsWith("src/case.ts/index.html")) ?? "";
    expect(readFileSync(join(site, edited), "utf8")).toMatch(/5,00[01]/);
  });

  it("tells the story of the plan, and one at most of sessions that go on from each other", () => {
    const stories = pages.filter((path) => path.startsWith("stories/"));
    expect(stories.length).toBeGreaterThanOrEqual(1);
    const told = stories.map((path) => readFileSync(join(site, path), "utf8"));
    expect(told.filter((text) => text.includes("A plan of many words")).length).toBe(1);
    expect(told.filter((text) => text.includes("Round and round")).length).toBeLessThanOrEqual(1);
    for (const own of [3, 4]) expect(pages).toContain(`sessions/${id(own)}/index.html`);
  });

  it("leads nowhere that is not there", () => {
    const lost = new Set<string>();
    for (const path of pages) {
      const text = readFileSync(join(site, path), "utf8");
      for (const [, href = ""] of text.matchAll(/<a [^>]*?href="([^"#?]+)/g)) {
        if (/^[a-z]+:/.test(href)) continue;
        const target = normalize(join(dirname(path), decodeURIComponent(href.replaceAll("&amp;", "&"))));
        if (target.startsWith("..") || !existsSync(join(site, target))) lost.add(`${path} ${href}`);
      }
    }
    expect([...lost].slice(0, 5)).toEqual([]);
  });
});
