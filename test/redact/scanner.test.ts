/** Anchors are found wherever they stand, however many there are. */
import { describe, expect, it } from "vitest";
import { Scanner } from "../../src/redact/scanner.ts";
import type { Sightings } from "../../src/redact/sightings.ts";
import { originalView } from "../../src/redact/views/index.ts";

function found(scanner: Scanner, text: string): readonly (readonly [target: number, at: number])[] {
  const view = originalView(text);
  const sightings: Sightings = [];
  scanner.scan(view.units, sightings);
  view.close();
  const places = sightings.flatMap((value, index) =>
    index % 3 === 0 ? [[value, sightings[index + 1] as number] as const] : [],
  );
  return places.sort((a, b) => a[1] - b[1] || a[0] - b[0]);
}

describe("the scanner", () => {
  it("finds an anchor at every place of a text, also at its very end", () => {
    const scanner = new Scanner([{ text: "ghp_", target: 7, isExact: true }]);
    for (let before = 0; before < 12; before++) {
      for (let after = 0; after < 12; after++) {
        const text = `${".".repeat(before)}ghp_${"x".repeat(after)}`;
        expect(found(scanner, text), text).toEqual([[7, before]]);
      }
    }
    expect(found(scanner, "ghpghp_ghp_GHP_ghp")).toEqual([
      [7, 3],
      [7, 7],
    ]);
  });

  it("tells more anchors apart than fit into two bytes", () => {
    const letters = [..."abcdefghijklmnopqrstuvwxyz0123456789-_./+=:"];
    const anchors = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => a + b + c)));
    expect(anchors.length).toBeGreaterThan(70_000);
    const scanner = new Scanner(anchors.map((text, target) => ({ text, target, isExact: true })));
    for (const index of [0, 1, 65_534, 65_535, 65_536, anchors.length - 1])
      expect(found(scanner, `  ${anchors[index]}  `)).toEqual([[index, 2]]);
  });
});
