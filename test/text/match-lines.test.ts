import { levenshtein, newDistanceFn, newMatcherFn } from "diff2html/lib/rematch.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { editDistance, matchLines } from "../../src/text/match-lines.ts";

const letters = fc.oneof(
  fc.string({ maxLength: 90, unit: fc.constantFrom("a", "b", " ", "(", "é", "→") }),
  fc.string({ maxLength: 140 }),
);

describe("lines are matched as diff2html matches them", () => {
  it("gives Levenshtein's distance, also across blocks of 32 letters", () => {
    fc.assert(
      fc.property(letters, letters, (a, b) => {
        expect(editDistance(a, b)).toBe(levenshtein(a, b));
      }),
      { numRuns: 2000 },
    );
  });

  it("pairs the same lines", () => {
    const theirs = newMatcherFn(newDistanceFn((line: { text: string; at: number }) => line.text));
    const sides = fc.array(letters, { minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(sides, sides, (olds, news) => {
        const numbered = (side: readonly string[]) => side.map((text, at) => ({ text, at }));
        const expected = theirs(numbered(olds), numbered(news)).map(([a = [], b = []]) => [
          a.map(({ at }) => at),
          b.map(({ at }) => at),
        ]);
        const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);
        const own = matchLines(olds, news).map(([a, b, c, d]) => [range(a, b), range(c, d)]);
        expect(own).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });
});
