import { describe, expect, it } from "vitest";
import { diff } from "../../src/text/diff.ts";
import { counts, type Hunk, hunksFromStrings } from "../../src/text/hunks.ts";

const hunk = (lines: string[], oldStart = 9, newStart = oldStart): Hunk => ({
  oldStart,
  newStart,
  oldLines: lines.filter((line) => /^[ -]/.test(line)).length,
  newLines: lines.filter((line) => /^[ +]/.test(line)).length,
  lines,
});
const body = (hunks: Hunk[], path?: string) =>
  /<code[^>]*>(.*)<\/code>/s.exec(String(diff(hunks, path === undefined ? {} : { path })))?.[1];

describe("diff", () => {
  it("prints real line numbers of each side", () => {
    expect(body([hunk([" a", "-b", "+c", "+d", " e"], 9, 19)])).toBe(
      '<b>@@ -9,3 +19,4 @@</b><span class="c" data-l="19">a</span><del data-l="10">b</del><ins data-l="20">c</ins><ins data-l="21">d</ins><span class="c" data-l="22">e</span>',
    );
  });

  it("leaves the numbers of a new file to the stylesheet", () => {
    expect(body([hunk(["+a", "+b"], 1), hunk(["+c"], 5)])).toBe(
      '<b>@@ -0,0 +1,2 @@</b><ins>a</ins><ins>b</ins><b>@@ -4,0 +5 @@</b><ins data-l="5">c</ins>',
    );
  });

  it("names the file, escaped", () => {
    expect(String(diff([], { path: 'a"<b>.ts' }))).toBe(
      '<pre class="diff" tabindex="0" role="group" aria-label="Diff of a&quot;&lt;b&gt;.ts"><code data-lang="typescript"></code></pre>',
    );
  });

  it("marks the words that changed, and leaves colours to the browser", () => {
    expect(body([hunk(["-const b = foo(1, '<');", "+const b = bar(1, '<');"], 1)], "a.ts")).toBe(
      `<b>@@ -1 +1 @@</b><del data-l="1">const b = <mark>foo</mark>(1, &#39;&lt;&#39;);</del><ins data-l="1">const b = <mark>bar</mark>(1, &#39;&lt;&#39;);</ins>`,
    );
  });

  it("names the language where the browser has a grammar for it", () => {
    const language = (path: string) => /<code data-lang="([^"]*)">/.exec(String(diff([hunk(["+a"])], { path })))?.[1];
    expect(["a.ts", "b/Dockerfile", "c.abnf", "README"].map(language)).toEqual([
      "typescript",
      "docker",
      undefined,
      undefined,
    ]);
  });

  it("pairs lines by likeness, not by position", () => {
    const shown = body([hunk(["-const total = sum(list);", "+// A new remark.", "+const total = sum(items);"])]);
    expect(shown).toContain('<ins data-l="9">// A new remark.</ins>');
    expect(shown).toContain("sum(<mark>items</mark>);");
  });

  it("marks nothing when two lines have little in common", () => {
    expect(body([hunk(["-return early;", "+throw new Error(message);"])])).not.toContain("<mark>");
  });

  it("shows the remark on a missing line end, and an empty side from 0", () => {
    expect(body([hunk(["+a", "\\ No newline at end of file"], 1)])).toBe(
      "<b>@@ -0,0 +1 @@</b><ins>a</ins><b>\\ No newline at end of file</b>",
    );
  });

  it("hides Windows line ends when all lines have them, and shows a change of them", () => {
    expect(body([hunk([" a\r", "-b\r", "+c\r"])])).not.toContain("␍");
    expect(body([hunk(["-b\r", "+b"])])).toContain("␍");
  });

  it("prints a very large hunk without marks or colour", { timeout: 30_000 }, () => {
    const lines = Array.from({ length: 3_000 }, (_, n) => [`-const a${n} = 1;`, `+const b${n} = 1;`]).flat();
    const shown = body([hunk(lines, 1)], "a.ts");
    expect(shown).not.toMatch(/<mark>|<span/);
    expect(shown?.match(/<ins /g)).toHaveLength(3_000);
  });

  it("ends soon on long blocks of like lines", { timeout: 30_000 }, () => {
    const block = (sign: string) => Array.from({ length: 900 }, (_, n) => `${sign}${"ab ".repeat(60)}${sign}${n}`);
    expect(body([hunk([...block("-"), ...block("+")], 1)])).toContain("<mark>");
  });
});

describe("counts", () => {
  it("adds up both sides", () => {
    expect(counts([hunk([" a", "-b", "+c", "+d"]), hunk(["+", "-", "\\ No newline at end of file"])])).toEqual({
      added: 3,
      removed: 2,
    });
  });
});

describe("hunksFromStrings", () => {
  it("gives hunks with three lines around a change", () => {
    const before = Array.from({ length: 20 }, (_, n) => `line ${n + 1}`);
    const after = before.with(9, "changed");
    expect(hunksFromStrings(before.join("\n"), after.join("\n"))).toMatchObject([
      {
        oldStart: 7,
        oldLines: 7,
        newStart: 7,
        newLines: 7,
        lines: [" line 7", " line 8", " line 9", "-line 10", "+changed", " line 11", " line 12", " line 13"],
      },
    ]);
  });

  it("gives nothing for equal texts and one side for a new file", () => {
    expect(hunksFromStrings("a\n", "a\n")).toEqual([]);
    expect(hunksFromStrings("", "a\nb\n")[0]?.lines).toEqual(["+a", "+b"]);
  });

  it("replaces whole what has too little in common, keeping equal ends as context", { timeout: 30_000 }, () => {
    const text = (sign: string) =>
      ["a", "b", "c", "d", ...Array.from({ length: 3_000 }, (_, n) => `${sign}${n}`), "z"].join("\n");
    const [only, ...rest] = hunksFromStrings(text("x"), text("y"));
    expect(rest).toEqual([]);
    expect(only).toMatchObject({ oldStart: 2, oldLines: 3_004, newStart: 2, newLines: 3_004 });
    expect(only?.lines.slice(0, 4)).toEqual([" b", " c", " d", "-x0"]);
    expect(only?.lines.at(-1)).toBe(" z");
    expect(counts(only === undefined ? [] : [only])).toEqual({ added: 3_000, removed: 3_000 });
  });
});
