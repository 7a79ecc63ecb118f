/** What is called harmless without a lexer must be so for one. */
import fc from "fast-check";
import { marked, type Token } from "marked";
import { describe, expect, it } from "vitest";
import { isSurelyHarmless } from "../../src/text/harmless-markdown.ts";
import { isHarmfulAddress } from "../../src/text/safe-markdown.ts";

function harm(source: string): readonly string[] {
  const found: string[] = [];
  marked.walkTokens(marked.lexer(source), (token: Token) => {
    const isBadLink = (token.type === "link" || token.type === "def") && isHarmfulAddress(String(token.href));
    if (token.type === "html" || token.type === "image" || isBadLink) found.push(token.raw);
  });
  return found;
}

const signs = ["`", "``", "```", "~~~", "~", "*", "**", "_", ">", "> ", "- ", "1. ", "  ", "    ", "\n", "\n", "\n\n"];
const tags = ["<b>", "</b>", "<a", "<!--", "<3", "< ", "![", "[", "]", "](", "](a)", "](b", "]:", "]:\n\n", "(", ")"];
const words = ["# ", "|", "\n|---|---|\n", "---", "a", " x ", " ", "\t", "\\", "\\`", "[a]", "[a]: ", ":", "é", " \n"];
const addresses = [
  "https://a.b/c",
  "www.a.b",
  "a@b.c",
  "<http://x.y>",
  "javascript:",
  "java",
  "data:",
  "&colon;",
  "%3a",
];
const code = ["`<b>`", " `<b>` ", "`a|<b>`", "`~<b>`", "`![y`", "\n```html\n<b>\n```\n", "- `<b>` x\n", "[x](y `z) "];
const text = fc
  .array(fc.constantFrom(...signs, ...tags, ...words, ...addresses, ...code, ...code), { minLength: 1, maxLength: 30 })
  .map((parts) => parts.join("").trim());

describe("harmless Markdown", () => {
  it("is harmless for marked", () => {
    let told = 0;
    fc.assert(
      fc.property(text, (source) => {
        if (!isSurelyHarmless(source)) return;
        if (source.includes("<")) told++;
        expect(harm(source)).toEqual([]);
      }),
      { numRuns: 20_000 },
    );
    expect(told).toBeGreaterThan(100);
  });

  it.each([
    "Use `Map<string>` and [the docs](https://example.org/a?b=c), see [here](src/a.ts) or [there](#there).",
    "```html\n<script>alert(1)</script>\n```\n\n- `<div>` is **one**\n- x < 3",
    "[at](h**: words that were cut",
  ])("knows what agents write: %j", (source) => {
    expect(isSurelyHarmless(source)).toBe(true);
  });

  it.each([
    "<b>",
    "`<b>",
    "`a\n<b>`",
    "[a](javascript:alert(1))",
    "[a](java&Tab;script:alert(1))",
    "[a]:\n> javascript:alert(1)",
    "![a](b) `c`",
    "~~ `a~~ <b>` ~~",
    "[a\n```\n]: b\n<b>\n```",
    "https://a.b/`<b>`",
    "| a |\n|---|\n| `a|<b>` |",
    "\\`<b>`",
  ])("leaves to the lexer what it does not know: %j", (source) => {
    expect(isSurelyHarmless(source)).toBe(false);
  });
});
