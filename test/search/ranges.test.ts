import { describe, expect, test } from "vitest";
// @ts-expect-error the page's own script has no types
import { piecesBetween } from "../../templates/assets/search/ranges.js";

describe("pieces of the index that hold a word", () => {
  const ranges = [
    ["alpha", "apple", "a"],
    ["bark", "bark", "b"],
    ["basin", "cove", "c"],
    ["tide", "wave", "d"],
    ["\u{fb01}ord", "\u{1f30a}", "e"],
  ];
  const between = (first: string, last: string): string => piecesBetween(ranges, first, last).join("");

  test("a word is in one piece, in none, or in one of a single word", () => {
    expect(between("anchor", "anchor")).toBe("a");
    expect(between("apple", "apple")).toBe("a");
    expect(between("bark", "bark")).toBe("b");
    expect(between("aa", "aa")).toBe("");
    expect(between("dune", "dune")).toBe("");
    expect(between("zzz", "zzz")).toBe("");
  });

  test("what begins with a word may be in several", () => {
    expect(between("ba", "ba\u{10ffff}")).toBe("bc");
    expect(between("t", "t\u{10ffff}")).toBe("d");
    expect(between("", "\u{10ffff}")).toBe("abcde");
  });

  test("pairs of halves come after all single characters", () => {
    expect(between("\u{1f300}", "\u{1f300}")).toBe("e");
    expect(between("\u{1f4a7}", "\u{1f4a7}")).toBe("");
  });
});
