import fc from "fast-check";
import { expect, it } from "vitest";
import { base64Runs } from "../../src/redact/base64.ts";
import { markupTexts, oddTexts } from "../../src/redact/markup.ts";
import { SeenTexts } from "../../src/redact/seen.ts";
import { Units } from "../../src/redact/units.ts";
import { originalView } from "../../src/redact/views/index.ts";

const mixed = fc.array(fc.constantFrom("a", "é", "→", "😀", "\ud800", "\ufeff", "\0", "x".repeat(50)), {
  maxLength: 30,
});

it("reads a text and UTF-8 as the engine does, whatever is in it", () => {
  fc.assert(
    fc.property(mixed, (pieces) => {
      const text = pieces.join("");
      const units = new Units();
      units.fill(text);
      expect(units.text()).toBe(text);
      const bytes = Buffer.from(text);
      expect(units.decode(bytes) ? units.text() : "no").toBe(bytes.toString("utf8"));
    }),
  );
});

it("says no to bytes that are not UTF-8, or reads them as the engine does", () => {
  const byte = fc.constantFrom(
    0x41,
    0x80,
    0xbf,
    0xc0,
    0xc2,
    0xe0,
    0xe2,
    0xed,
    0xa0,
    0x9f,
    0xf0,
    0x90,
    0xf4,
    0x8f,
    0xff,
  );
  fc.assert(
    fc.property(fc.array(byte, { maxLength: 8 }), (list) => {
      const bytes = Buffer.from(list);
      const units = new Units();
      const expected = bytes.toString("utf8");
      if (units.decode(bytes)) expect(units.text()).toBe(expected);
      else expect(expected).toContain("\ufffd");
    }),
    { numRuns: 2000 },
  );
});

const tags = fc.constantFrom(
  ...'<p>|</p>|<span>|</span>|<span class="k x">|</span class="x">|<Span>|<span title="a">|<a href="?a=1&amp;b">'.split(
    "|",
  ),
  ...'<div class="d">|<i id=x class="y" a=\'1\'>|<!-- c > -->|<?x y?>|<br>|<|>|< a|<b|</CODE>|<my-el a=b>|</>|<!>|<<'.split(
    "|",
  ),
  ..."word|&lt;|&LT;|&amp;|&am|p;|&#x41;|&#65|;|&#1114112;|token: |\n".split("|"),
);

it("has the same words of a page in one pass as step by step", () => {
  fc.assert(
    fc.property(fc.array(tags, { maxLength: 40 }), (pieces) => {
      const page = pieces.join("");
      const quick = [...markupTexts(originalView(page))].map(({ view, place }) => [view.text, place(1)]);
      const slow = [...oddTexts(page)].map(({ view, place }) => [view.text, place(1)]);
      expect(quick).toEqual(slow);
    }),
    { numRuns: 2000 },
  );
});

it("finds every long value of base64 between quotes", () => {
  const chunks = /["'`]([A-Za-z0-9+/]{64,}={0,2})["'`]/g;
  const piece = fc.constantFrom('"', "'", "`", "=", "a", "+/", "x".repeat(31), "y".repeat(64), " ", "Z9".repeat(70));
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
      const text = pieces.join("");
      const expected = [...text.matchAll(chunks)].map((match) => ({ at: match.index, base64: match[1] }));
      expect(base64Runs(originalView(text))).toEqual(expected);
    }),
    { numRuns: 2000 },
  );
});

it("knows a text again by all of it, not by the characters it is told by", () => {
  const seen = new SeenTexts(10);
  const text = "words ".repeat(100);
  seen.add(originalView(text));
  expect(seen.has(originalView(`\n${text}\n`))).toBe(true);
  for (let at = 0; at < text.length; at += 7)
    expect(seen.has(originalView(`${text.slice(0, at)}X${text.slice(at + 1)}`))).toBe(false);
  expect(seen.has(originalView("short"))).toBe(false);
});
