import { readFileSync } from "node:fs";
import { diffWordsWithSpace } from "diff";
import { expect, it } from "vitest";
import { changedWords } from "../../src/text/changed-words.ts";

const without = (text: string, marks: readonly (readonly [number, number])[]): string => {
  let kept = "";
  let from = 0;
  for (const [start, end] of marks) {
    kept += text.slice(from, start);
    from = end;
  }
  return kept + text.slice(from);
};

/** Lines of our own code, each with the next one, and with itself after an edit. */
const lines = readFileSync(new URL("../../src/text/html.ts", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line.trim() !== "");
const pairs = lines.flatMap((line, at): [string, string][] => [
  [line, lines[at + 1] ?? ""],
  [line, line.replace(/\w+/, "other")],
  [line, line.replace(/(\w+)(\W+)(\w+)/, "$3$2$1")],
  [line, `${line.slice(0, 12)}new words, ${line.slice(12)}`],
  [`  ${line}`, line],
]);

const letters = (text: string): number => text.replace(/\s+/g, "").length;

it("leaves the same words on both sides, and at least as many letters of them as jsdiff", () => {
  let marked = 0;
  for (const [before, after] of pairs) {
    const made = changedWords(before, after);
    const expected = diffWordsWithSpace(before, after).filter(({ added, removed }) => !added && !removed);
    const common = expected.reduce((sum, { value }) => sum + letters(value), 0);
    if (made === undefined) {
      expect(common * 4, `${before}\n${after}`).toBeLessThan(Math.min(letters(before), letters(after)));
      continue;
    }
    marked++;
    expect(without(before, made.before)).toBe(without(after, made.after));
    expect(letters(without(before, made.before)), `${before}\n${after}`).toBeGreaterThanOrEqual(common);
  }
  expect(marked).toBeGreaterThan(300);
});

it("marks whole words, and no more than those that differ", () => {
  const made = changedWords("const total = sum(list, 1);", "const all = sum(list, one, 1);");
  expect(made).toEqual({
    before: [[6, 11]],
    after: [
      [6, 9],
      [20, 25],
    ],
  });
  expect(changedWords("Größe der Menge", "Größe der Mengen")).toEqual({ before: [[10, 15]], after: [[10, 16]] });
});

it("takes a very long middle as changed, instead of comparing all of it", () => {
  const line = (word: string) => `begin ${Array.from({ length: 150 }, (_, at) => `${word}${at}`).join(",")} end`;
  expect(changedWords(`${line("a")}`, `${line("b")}`)).toBeUndefined();
});

it("says nothing of lines that have little in common", () => {
  expect(changedWords("return early;", "throw new Error(message);")).toBeUndefined();
  expect(changedWords("", "a")).toEqual({ before: [], after: [[0, 1]] });
  expect(changedWords("same", "same")).toEqual({ before: [], after: [] });
});
