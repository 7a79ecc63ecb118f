import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { oneSpace } from "../../src/text/one-space.ts";

describe("runs of white space", () => {
  it("become one space each, as if each were replaced", () => {
    const letter = fc.constantFrom(..." \t\n\r\v\f\u00a0\u2003\u2028\ufeffab");
    fc.assert(
      fc.property(fc.array(letter), (letters) => {
        const text = letters.join("");
        expect(oneSpace(text)).toBe(text.replace(/\s+/g, " "));
      }),
    );
  });
});
