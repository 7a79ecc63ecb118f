/** Two versions of a plan, compared as prose. */
import { describe, expect, it } from "vitest";
import { proseDiff, wordDiff } from "../../src/text/prose-diff.ts";
import { firstSentences } from "../../src/text/sentences.ts";

const kinds = (before: string, after: string) =>
  proseDiff(before, after)?.map(({ kind, block }) => [kind, block.source]);

describe("blocks", () => {
  it("that are equal stay, that are new stand as they are", () => {
    expect(kinds("One.\n\nTwo.", "One.\n\n## Why\n\nTwo.")).toEqual([
      ["same", "One."],
      ["new", "Why"],
      ["same", "Two."],
    ]);
  });
  it("that keep most of their words are compared word by word", () => {
    const [item] =
      proseDiff("1. Tests for the turn of the year.", "1. Tests for each turn of the year, all of them.") ?? [];
    expect(item?.kind).toBe("changed");
    if (item?.kind === "changed")
      expect(item.words.map(({ kind, source }) => [kind, source])).toEqual([
        ["same", "Tests for "],
        ["gone", "the"],
        ["new", "each"],
        ["same", " turn of the year"],
        ["new", ", all of them"],
        ["same", "."],
      ]);
  });
  it("of a list that say something else stand in each other's place", () => {
    expect(kinds("- Write to `var/v2/`.", "- One constant in front of names and addresses.")).toEqual([
      ["swapped", "One constant in front of names and addresses."],
    ]);
  });
  it("code and emphasis are never cut in two", () => {
    for (const { source } of wordDiff("use `a b` now", "use **a c** now"))
      expect([(source.match(/`/g) ?? []).length % 2, (source.match(/\*\*/g) ?? []).length % 2]).toEqual([0, 0]);
  });
  it("texts that are too long are not compared", () => {
    expect(proseDiff("x ".repeat(40_000), "y")).toBeUndefined();
  });
  it("what is gone and what is new, put together, are the two texts", () => {
    const [before, after] = ["a b c d e f", "a c d x e g"];
    const side = (other: "gone" | "new") =>
      wordDiff(before, after)
        .filter(({ kind }) => kind !== other)
        .map(({ source }) => source)
        .join("");
    expect(side("new").replace(/\s+/g, " ")).toBe(before);
    expect(side("gone").replace(/\s+/g, " ")).toBe(after);
  });
});

describe("first sentences", () => {
  it("pass over headings, code and lists", () => {
    expect(firstSentences("## Done\n\n```sh\nls\n```\n\nAll is well. Two more. Three. Four.", 2)).toBe(
      "All is well. Two more.",
    );
    expect(firstSentences("Here it is:\n\n## What\n\nIt works.", 1)).toBe("It works.");
    expect(firstSentences("- one\n- two", 1)).toBe("one");
    expect(firstSentences("```\none\ntwo\n```", 1)).toBe("`one` …");
  });
  it("have the list that a colon leads to", () => {
    expect(firstSentences("Both are in:\n\n1. **One**. Its reason.\n2. Two\n   - and more\n\nIt works.", 2)).toBe(
      "Both are in: **One**; Two. It works.",
    );
    expect(firstSentences("Done. Changes:\n\n**Tide**\n- one\n- two\n- three\n- four\n- five", 2)).toBe(
      "Done. Changes: one; two; three; four; …",
    );
  });
  it("go on in the next paragraph, and cut a long sentence where there are only a few words before it", () => {
    expect(firstSentences("Done\n\n> All is well.", 2)).toBe("Done. All is well.");
    expect(firstSentences(`Done. ${"word ".repeat(40)}end.`, 2, 100)).toMatch(/^Done\. (?:word ){17}word…$/);
  });
  it("do not end at abbreviations, and are cut at a word with their marks whole", () => {
    expect(firstSentences("Use it, e.g. here. Then stop.", 1)).toBe("Use it, e.g. here.");
    expect(firstSentences(`${"word ".repeat(30)}\`code that is long\` end`, 1, 160)).not.toMatch(/`/);
  });
});
