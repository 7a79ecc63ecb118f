import { describe, expect, it } from "vitest";
import { clip } from "../../src/text/clip.ts";

const numbered = (count: number) => Array.from({ length: count }, (_, n) => `line ${n + 1}`).join("\n");

describe("clip", () => {
  it("shows up to 60 lines whole", () => {
    expect(clip(numbered(60))).toEqual({ head: numbered(60), lines: 60, hiddenLines: 0, hiddenCharacters: 0 });
  });

  it("does not count the last line end as a line", () => {
    expect(clip(`${numbered(60)}\n`)).toMatchObject({ lines: 60, hiddenLines: 0 });
    expect(clip("")).toEqual({ head: "", lines: 1, hiddenLines: 0, hiddenCharacters: 0 });
  });

  it("shows the first and last 20 of more", () => {
    const clipped = clip(numbered(61));
    expect(clipped.head.split("\n")).toHaveLength(20);
    expect(clipped.tail?.split("\n")).toHaveLength(20);
    expect(clipped.tail?.startsWith("line 42\n")).toBe(true);
    expect(clipped).toMatchObject({ lines: 61, hiddenLines: 21 });
  });

  it("takes other limits", () => {
    expect(clip(numbered(10), { limit: 5, head: 1, tail: 2 })).toMatchObject({
      head: "line 1",
      tail: "line 9\nline 10",
      hiddenLines: 7,
    });
    expect(clip(numbered(10), { limit: 5, head: 3, tail: 0 })).toMatchObject({ tail: "", hiddenLines: 7 });
  });

  it("cuts a very long line and counts what it cut", () => {
    expect(clip("x".repeat(5_000))).toEqual({
      head: `${"x".repeat(2_000)}…`,
      lines: 1,
      hiddenLines: 0,
      hiddenCharacters: 3_000,
    });
  });

  it("cuts neither a character nor a colour code in half", () => {
    expect(clip(`${"x".repeat(1_999)}😀y`).head).toBe(`${"x".repeat(1_999)}…`);
    expect(clip(`${"x".repeat(1_998)}\x1b[31my`).head).toBe(`${"x".repeat(1_998)}…`);
  });

  it("keeps few but long lines within the size", () => {
    const clipped = clip(Array.from({ length: 50 }, () => "y".repeat(1_900)).join("\n"));
    expect(clipped.head.length + (clipped.tail?.length ?? 0)).toBeLessThanOrEqual(16_384);
    expect(clipped.head.split("\n").length + (clipped.tail ?? "").split("\n").length + clipped.hiddenLines).toBe(50);
  });
});
