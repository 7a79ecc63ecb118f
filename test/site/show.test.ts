/** `annals show`: exactly the moment that search led to, as the site shows it. */
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openSearch } from "../../src/site/search.ts";
import { show } from "../../src/site/show.ts";
import { queries } from "../browser/queries.ts";
import { annals, complaint } from "../cli/in-process.ts";
import { samplePath } from "../support/site.ts";

const id = "2bef3ebc-f89b-42f0-85ea-9ff8d44950a3";

function textAt(address: string, site = samplePath()): string {
  const shown = show(site, address);
  if ("problem" in shown) throw new Error(shown.problem);
  return shown.found.text;
}

/** A page as ours are, with this in it. */
function siteWith(pages: Readonly<Record<string, string>>): string {
  const site = mkdtempSync(join(tmpdir(), "annals-show-test-"));
  writeFileSync(join(site, "index.html"), "<title>Test</title>");
  mkdirSync(join(site, "sessions/one"), { recursive: true });
  for (const [name, body] of Object.entries(pages))
    writeFileSync(join(site, "sessions/one", name), `<!doctype html><main id="main"><h1>One</h1>${body}</main>`);
  return site;
}

describe("a session as text", () => {
  test("has its title, each prompt as a quotation, answers, calls and outputs", () => {
    const text = textAt(id);
    expect(text).toMatch(/^# Slack water in the calendar feed\n/);
    expect(text).toContain("## Prompt 2\n\n> Agreed, 1 and 2. Plan it, then do it.\n");
    expect(text).toMatch(/^\* WebSearch slack water definition/m);
    expect(text).toContain("    median 4.1 ms, p95 6.8 ms, 100 runs");
    expect(text).toContain("    +# Slack water feed");
    expect(text).toContain("(text/d04cf6a049364f54.txt)");
  });
  test("has nothing that only a browser can use", () => {
    expect(textAt(id)).not.toMatch(/Skip to content|Keyboard|Link to this|Copy|Search all sessions/);
  });
  test("is found by the beginning of its id, and by its path", () => {
    expect(textAt(id.slice(0, 8))).toBe(textAt(id));
    expect(textAt(`sessions/${id}/index.html`)).toBe(textAt(id));
    expect(textAt(join(samplePath(), "sessions", id, "index.html"))).toBe(textAt(id));
  });
  test("a subagent has a text of its own", () => {
    const text = textAt(`sessions/${id}/agents/a0140d3bbd91c6c95/index.html`);
    expect(text).toContain("Measure predictWeek");
    expect(text.length).toBeLessThan(textAt(id).length / 2);
  });
});

describe("a moment", () => {
  test("is only that", () => {
    const text = textAt(`${id}#s-toolu_01vWGaudQBX333F62XH7ZY4r`);
    expect(text).toMatch(/^\* Bash npx tsx/);
    expect(text).toContain("median 4.1 ms");
    expect(text.split("\n").length).toBeLessThan(6);
  });
  test.each(queries.slice(0, 30))("of $query ($what) holds the words that were found", async ({ query }) => {
    const answer = await (await openSearch(samplePath())).ask({ words: query, facets: {}, limit: 3 });
    const plain = (text: string): string => text.replace(/[\s\\>]+/g, "").toLowerCase();
    for (const { moments } of answer.results) {
      for (const { address, excerpt } of moments) {
        const marks = excerpt.filter(({ isMark }) => isMark);
        const text = plain(textAt(address));
        expect(
          marks.some((mark) => text.includes(plain(mark.text))),
          `${address}: ${marks.map((mark) => mark.text)}`,
        ).toBe(true);
      }
    }
    expect(answer.lost).toBe(0);
  });
});

describe("pages that are cut into parts", () => {
  const site = siteWith({
    "index.html":
      '<p>Before.</p><a class="part" href="part-1.html#p0" data-part="part-1:0">Open this part</a><p>After.</p>',
    "part-1.html":
      '<section class="slot" id="p0"><h2><a href="index.html">Back</a></h2><div id="s-deep" class="say"><p>Inside.</p></div></section>',
  });
  test("are whole again", () => expect(textAt("one", site)).toBe("# One\nBefore.\n\nInside.\n\nAfter."));
  test("have moments, too", () => expect(textAt("one#s-deep", site)).toBe("Inside."));
});

describe("what a page may hold", () => {
  test("nothing reaches the terminal that it would act on", () => {
    const site = siteWith({ "index.html": "<p>\x1b]0;title\x07 \u202egnihton\u202c</p>" });
    expect(textAt("one", site)).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]/);
  });
  test("a part that holds itself ends", () => {
    const again = '<a class="part" data-part="part-1:0">More</a>';
    const site = siteWith({
      "index.html": again,
      "part-1.html": `<section id="p0"><h2>Back</h2><p>Once. ${again}</p></section>`,
    });
    expect(textAt("one", site).match(/Once\./g)).toHaveLength(1);
  });
  test("only pages of the site are read", () => {
    const site = siteWith({ "index.html": "<p>Mine.</p>" });
    for (const address of [
      "../one",
      "/etc/passwd",
      "sessions/../../one/index.html",
      "sessions/one/../../index.html",
      "..",
      "",
    ])
      expect(show(site, address)).toHaveProperty("problem");
  });
});

describe("the command", () => {
  test("prints it, as JSON too", async () => {
    const { stdout, code } = await annals(
      "show",
      `${id}#s-toolu_01vWGaudQBX333F62XH7ZY4r`,
      "--in",
      samplePath(),
      "--json",
    );
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      id,
      title: "Slack water in the calendar feed",
      text: textAt(`${id}#s-toolu_01vWGaudQBX333F62XH7ZY4r`),
    });
  });
  test("frames it for an agent", async () => {
    const { stdout } = await annals("show", id, "--in", samplePath(), "--quoted");
    expect(stdout).toMatch(/--- BEGIN QUOTED ([0-9a-f]{16}) ---\n# Slack water[\s\S]*\n--- END QUOTED \1 ---\n$/);
  });
  test.each([
    [["show", "nobody"], /"nobody" is no session of/],
    [["show", `${id}#s-nothing`], /There is no "#s-nothing" in session/],
    [["show"], /needs one id/],
    [["search"], /needs words/],
    [["search", "x", "--kind", "songs"], /--kind: "songs" is not one of typed/],
    [["search", "x", "--limit", "0"], /--limit/],
    [["search", "ichthyosaur"], /Nothing was found .* No session has "ichthyosaur"/],
  ])("%s is one sentence and exit code 2", async (args, sentence) => {
    const ran = await annals(...args, "--in", samplePath());
    expect(ran).toMatchObject({ code: 2, stdout: "" });
    expect(complaint(ran)).toMatch(sentence);
  });
  test("a folder that is no site, or has no search, is one sentence", async () => {
    const site = siteWith({ "index.html": "" });
    expect(complaint(await annals("search", "x", "--in", site))).toMatch(
      /has no search index; build it without --no-search/,
    );
    expect(complaint(await annals("search", "x", "--in", join(site, "sessions")))).toMatch(
      /is not a site that annals made/,
    );
    expect(complaint(await annals("search", "x", "--in", join(site, "nowhere")))).toMatch(/There is no site/);
  });
});
