import { describe, expect, test } from "vitest";
import { namesIn, packedNames } from "../../src/archive/link/packed.ts";
import { Repeated } from "../../src/archive/link/repeated.ts";

describe("what is kept of every line of an archive", () => {
  test("any id comes back as it was", () => {
    const names = ["00000000-0000-4000-8000-000000000001", "7", "", "two\nlines", '"quoted"', "ключ", "a b", "\u0000"];
    expect(namesIn(packedNames(names))).toEqual(names);
    expect(namesIn(packedNames([]))).toEqual([]);
    expect(namesIn(packedNames([""]))).toEqual([""]);
  });

  test("a text that was there twice is never taken for one that was not", () => {
    const texts = Array.from({ length: 50_000 }, (_, number) => `entry ${number}`);
    const repeated = new Repeated(texts.join("").length);
    for (const text of texts) repeated.note(text);
    for (const text of texts.slice(0, 500)) repeated.note(text);
    expect(texts.slice(0, 500).every((text) => repeated.mayHave(text))).toBe(true);
    const others = texts.slice(500).filter((text) => repeated.mayHave(text));
    expect(others.length).toBeLessThan(1000);
  });
});
