import fc from "fast-check";
import { expect, it } from "vitest";
import { base64Runs } from "../../src/redact/base64.ts";
import { SeenTexts } from "../../src/redact/seen.ts";
import { stripped } from "../../src/redact/strip.ts";
import { Units } from "../../src/redact/units.ts";
import { originalSpans, originalView } from "../../src/redact/views/index.ts";

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

const words = (page: string): string => stripped(originalView(page)).words.text.replace(/\n{5,}/g, " | ");

it("reads a page through its colours, and every other element as a border", () => {
  expect(words('a<span class="token string">b</span>c<span class="a31 a1">d</span>e')).toBe("abcde");
  expect(words('a<span class="meta">b</span>c<span>d</span>e')).toBe("a | b | c | d | e");
  expect(words('<span class="k">a<span class="token x">b</span>c</span>d')).toBe(" | abc | d");
  expect(words("a<em>b</em><code>c</code><b>d</b><td>e</td>")).toBe("abc | d | e | ");
  expect(words("a < b &lt;c&gt; &amp;amp; <unfinished &#x41;")).toBe("a < b <c> &amp; <unfinished A");
  expect(words('a<span class="tokens">b</span>')).toBe("a | b | ");
});

it("has what tags say, without the names of our classes", () => {
  const said = (page: string): string => stripped(originalView(page)).said.text.replace(/\n{5,}/g, " | ");
  expect(said('<p class="a"><a class="b" href="?x=1&amp;y=2" title="z">w</a></p><!-- n -->')).toBe(
    '<a href="?x=1&y=2" title="z"> | <!-- n --> | ',
  );
});

const tags = fc.constantFrom(
  ...'<p>|</p>|<span>|</span>|<span class="k x">|<span class="token a">|</span class="x">|<span title="a">'.split("|"),
  ...'<a href="?a=1&amp;b">|<div class="d">|<i id=x class="y" a=\'1\'>|<!-- c > -->|<?x y?>|<br>|<|>|< a|<b|</CODE>'.split(
    "|",
  ),
  ..."<my-el a=b>|</>|<!>|<<|word|&lt;|&LT;|&amp;|&am|p;|&#x41;|&#65|;|&#1114112;|token: |\n".split("|"),
);

it("knows of each character where in the page it stands", () => {
  fc.assert(
    fc.property(fc.array(tags, { maxLength: 40 }), (pieces) => {
      const page = pieces.join("");
      const { words: view, said } = stripped(originalView(page));
      for (const each of [view, said])
        for (let at = 0; at < each.length; at++) {
          const [span] = originalSpans(each, at, at + 1);
          const there = page.slice(span?.start, span?.end);
          const character = each.text[at] as string;
          expect(there === "" ? character === "\n" : there === character || /^&.*;$/.test(there)).toBe(true);
        }
    }),
    { numRuns: 500 },
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
