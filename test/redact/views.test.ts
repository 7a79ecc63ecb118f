import fc from "fast-check";
import { expect, it } from "vitest";
import { originalSpans, originalView } from "../../src/redact/views/index.ts";
import { percentDecoded } from "../../src/redact/views/percent.ts";
import { withoutSequences } from "../../src/redact/views/terminal.ts";
import { unescaped } from "../../src/redact/views/unescaped.ts";
import { unwrapped } from "../../src/redact/views/unwrapped.ts";
import type { View } from "../../src/redact/views/view.ts";

const covered = (view: View, word: string): string => {
  const start = view.text.indexOf(word);
  let root = view;
  while (root.source) root = root.source;
  return originalSpans(view, start, start + word.length)
    .map((span) => root.text.slice(span.start, span.end))
    .join("|");
};

it("maps a word back to the characters it was made from", () => {
  expect(covered(withoutSequences(originalView("a \x1b[31mwo\x1b[0mrd b")), "word")).toBe("wo|rd");
  expect(covered(unescaped(originalView(String.raw`say \"w\u006frd\" b`)), "word")).toBe(String.raw`w\u006frd`);
  expect(covered(percentDecoded(originalView("x=w%6Frd&y")), "word")).toBe("w%6Frd");
  expect(covered(unescaped(unescaped(originalView(String.raw`{\\\"w\\u006frd`))), "word")).toBe(String.raw`w\\u006frd`);
  const wrapped = unwrapped(originalView("+token: a1B2c3D4e5\n+f6G7h8I9j0\n+next"));
  expect(wrapped && covered(wrapped, "a1B2c3D4e5f6G7h8I9j0")).toBe("a1B2c3D4e5|f6G7h8I9j0");
});

it("never points outside of the original, whatever the text", () => {
  const alphabet = fc.constantFrom(
    "a",
    "1",
    "\\",
    "u",
    "0041",
    "%",
    "4",
    "\n",
    "+",
    " ",
    "\x1b",
    "[",
    "3m",
    "&",
    "amp;",
    "→",
    "\ud800",
    "\r\n",
    "é",
  );
  fc.assert(
    fc.property(fc.array(alphabet, { maxLength: 60 }), (pieces) => {
      const original = originalView(pieces.join(""));
      for (const decode of [withoutSequences, unescaped, percentDecoded, unwrapped]) {
        const view = decode(original);
        if (!view) continue;
        for (let start = 0; start < view.text.length; start++) {
          for (const span of originalSpans(view, start, start + 1)) {
            expect(span.start).toBeGreaterThanOrEqual(0);
            expect(span.end).toBeLessThanOrEqual(original.text.length);
            expect(span.end).toBeGreaterThan(span.start);
          }
        }
      }
    }),
  );
});
