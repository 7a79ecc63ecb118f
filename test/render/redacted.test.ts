import { describe, expect, it } from "vitest";
import { placeholder, placeholderPattern } from "../../src/redact/placeholder.ts";
import { attributes, html } from "../../src/render/html.ts";
import { markdown } from "../../src/render/markdown.ts";
import { withChips } from "../../src/render/redacted.ts";

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
  it("cost nothing where there are none", () => {
    const markup = html`<p>[redacted] text</p>`;
    expect(withChips(markup)).toBe(markup);
  });
});
