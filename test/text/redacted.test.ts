import { describe, expect, it } from "vitest";
import { placeholder, placeholderPattern } from "../../src/redact/placeholder.ts";
import { ansi } from "../../src/text/ansi.ts";
import { diff } from "../../src/text/diff.ts";
import { highlight } from "../../src/text/highlight.ts";
import { attributes, html } from "../../src/text/html.ts";
import { json } from "../../src/text/json.ts";
import { markdown } from "../../src/text/markdown.ts";
import { withChips } from "../../src/text/redacted.ts";

const written = placeholder({ label: "GitHub token", number: 3 });
const chips = (markup: ReturnType<typeof html>) => String(withChips(markup)).match(/class="redact"/g)?.length ?? 0;

describe("placeholders", () => {
  it("become chips in text, and say why", () => {
    expect(String(withChips(html`<p>a ${written}, b</p>`))).toMatch(
      /^<p>a <span class="redact" title="A secret, removed [^"]*">GitHub token #3<\/span>, b<\/p>$/,
    );
  });
  it("are found where redaction says they are", () => {
    expect(written).toMatch(placeholderPattern);
    expect(chips(html`${written}${written}`)).toBe(2);
  });
  it("stay text in attributes, titles and options", () => {
    const markup = html`<a${attributes({ title: written })}>x</a><option>${written}</option><title>${written}</title>`;
    expect(String(withChips(markup))).toBe(String(markup));
  });
  it("have no markup inside", () => {
    const markup = markdown("[redacted: **a #3] b**");
    expect(String(withChips(markup))).toBe(String(markup));
  });
  it("stay whole in coloured code of every language", () => {
    for (const language of [
      "bash",
      "javascript",
      "typescript",
      "python",
      "yaml",
      "ini",
      "json",
      "css",
      "markup",
      "go",
    ]) {
      const code = `export KEY=${written}\nconst key = "${written}"; // ${written}`;
      expect(chips(highlight(code, language)), language).toBe(3);
      expect(String(highlight(code, language)).replace(/<[^>]*>/g, "")).toBe(code.replaceAll('"', "&quot;"));
    }
  });
  it("stay whole in diffs, also where they are the words that changed", () => {
    const other = placeholder({ label: "GitHub token", number: 4 });
    const hunk = { oldStart: 1, oldLines: 2, newStart: 1, newLines: 2 };
    const lines = [`-export KEY=${written} # old`, `+export KEY=${other} # new`, ` KEY=${written}`];
    const drawn = diff([{ ...hunk, lines }], { path: "env.sh" });
    expect(chips(drawn)).toBe(3);
    expect(String(drawn)).toContain(`<mark>${other}</mark>`);
  });
  it("stay whole in terminal output and JSON", () => {
    expect(chips(ansi(`\x1b[31mkey ${written}\x1b[0m\n\x1b[1m${written}\x1b[22m`))).toBe(2);
    expect(chips(json({ [written]: [`a ${written} b`, 1], deep: { key: written } }))).toBe(3);
  });
  it("cost nothing where there are none", () => {
    const markup = html`<p>[redacted] text</p>`;
    expect(withChips(markup)).toBe(markup);
  });
});
