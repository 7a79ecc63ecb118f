/** Which lines stay, compared with what jsdiff says. */
import { diffArrays } from "diff";
import fc from "fast-check";
import { expect, it } from "vitest";
import { keptLines } from "../../../src/archive/replay/kept-lines.ts";

function byJsdiff(before: readonly string[], after: readonly string[], most: number): readonly number[] | undefined {
  const changes = diffArrays([...before], [...after], { maxEditLength: most });
  let old = 0;
  return changes?.flatMap(({ added, removed, count = 0 }) => {
    if (added) return new Array<number>(count).fill(-1);
    old += count;
    return removed ? [] : Array.from({ length: count }, (_, at) => old - count + at);
  });
}

/** Of few different lines: there are many ways to the same text. */
const text = fc.array(fc.constantFrom("", "}", "a", "b", "c", "d"), { maxLength: 40 });

it("takes the same of several equally short ways as jsdiff", () => {
  fc.assert(
    fc.property(text, text, fc.integer({ min: 1, max: 90 }), (before, after, most) => {
      const made = keptLines(before, after, most);
      expect(made === undefined ? undefined : [...made]).toEqual(byJsdiff(before, after, most));
    }),
    { numRuns: 3000 },
  );
});

it("gives up where there are more changes than it may look for", () => {
  const lines = Array.from({ length: 30 }, (_, at) => `old ${at}`);
  const others = lines.map((line, at) => (at % 3 === 0 ? line : `new ${at}`));
  expect(keptLines(lines, others, 39)).toBeUndefined();
  expect(keptLines(lines, others, 40)).toBeDefined();
});

it("knows texts with no line in common at once, however long they are", () => {
  const lines = Array.from({ length: 50_000 }, (_, at) => `old ${at}`);
  const others = lines.map((line) => `${line} changed`);
  expect(keptLines(lines, others, 2000)).toBeUndefined();
  expect(keptLines(lines, others, 200_000)).toEqual(new Int32Array(50_000).fill(-1));
});
