import { describe, expect, it } from "vitest";
import { attributes, escapeText, fromMarked, html, join, SafeHtml, safeUrl } from "../../src/text/html.ts";

describe("html", () => {
  it("escapes every interpolation, in text and in attributes", () => {
    const text = `<b a="1" b='2'>&amp;`;
    const escaped = "&lt;b a=&quot;1&quot; b=&#39;2&#39;&gt;&amp;amp;";
    expect(String(html`<p title="${text}">${text}</p>`)).toBe(`<p title="${escaped}">${escaped}</p>`);
  });

  it("leaves what it made itself alone, also in arrays", () => {
    const item = (text: string) => html`<li>${text}</li>`;
    expect(String(html`<ul>${["<", ">"].map(item)}${[item("&"), "&"]}</ul>`)).toBe(
      "<ul><li>&lt;</li><li>&gt;</li><li>&amp;</li>&amp;</ul>",
    );
  });

  it("prints nothing for undefined, null and false, and numbers as they are", () => {
    expect(String(html`${undefined}${null}${false}${0}${1n}${""}`)).toBe("01");
  });

  it("does not take an object with a toString for markup", () => {
    const forged = { toString: () => "<script>", markup: "<script>" } as unknown as string;
    expect(String(html`${forged}`)).toBe("&lt;script&gt;");
    expect(fromMarked("<p>")).toBeInstanceOf(SafeHtml);
  });

  it("joins with an escaped separator", () => {
    expect(String(join(["a", html`<b>`, "c"], " < "))).toBe("a &lt; <b> &lt; c");
    expect(String(join([]))).toBe("");
  });
});

describe("escapeText", () => {
  it.each([
    ["\x00\x07\x1b[31m", "␀␇␛[31m"],
    ["tab\tand\nline", "tab\tand\nline"],
    ["dos\r\nline\rover", "dos\nline␍over"],
    ["\x7f\x85", "␡⟨U+0085⟩"],
    ["a\u202eb\u2066c\u2069", "a⟨U+202E⟩b⟨U+2066⟩c⟨U+2069⟩"],
    ["\u200b\u200e\u200f\u2060\ufeff\u061c", "⟨U+200B⟩⟨U+200E⟩⟨U+200F⟩⟨U+2060⟩⟨U+FEFF⟩⟨U+061C⟩"],
    ["\ud800x\udc00", "\ufffdx\ufffd"],
    ["\u{e0041}", "⟨U+E0041⟩"],
  ])("makes %j visible", (text, visible) => {
    expect(escapeText(text)).toBe(visible);
  });

  it.each(["👩‍👩‍👧‍👦", "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}", "می‌خواهم", "naïve 日本語 😀"])(
    "leaves %s as it is",
    (text) => {
      expect(escapeText(text)).toBe(text);
    },
  );
});

describe("attributes", () => {
  it("prints only what is given", () => {
    const given = { class: "a", id: undefined, hidden: true, open: false, "data-l": 0, title: `"<` };
    expect(String(attributes(given))).toBe(' class="a" hidden data-l="0" title="&quot;&lt;"');
  });

  it.each(["onclick", "style", "a b", "x=", "srcdoc", ""])("refuses the name %j", (name) => {
    expect(() => attributes({ [name]: "x" })).toThrow(/not allowed/);
  });
});

describe("safeUrl", () => {
  it.each([
    ["https://example.com/a?b=c#d", "https://example.com/a?b=c#d"],
    ["HTTP://Example.com", "http://example.com/"],
    ["mailto:a@b.co", "mailto:a@b.co"],
    ["#t4", "#t4"],
    ["../a/b.html", "../a/b.html"],
    ["  docs/x.md\n", "docs/x.md"],
    ["https:\\\\example.com", "https://example.com/"],
  ])("allows %j", (text, url) => {
    expect(safeUrl(text)).toBe(url);
  });

  it.each([
    "javascript:alert(1)",
    " \x01JaVaScRiPt:alert(1)",
    "java\tscript:alert(1)",
    "java\nscript\r:alert(1)",
    "data:text/html,<script>",
    "vbscript:x",
    "file:///etc/passwd",
    "blob:https://a/b",
    "https://user:secret@example.com/",
    "https://user@example.com/",
    "//example.com/",
    "/\\example.com",
    "\\\\example.com",
    "ftp://example.com",
    "x:y",
    "http://",
    "",
    " ",
    `https://a/${"x".repeat(5000)}`,
  ])("refuses %j", (text) => {
    expect(safeUrl(text)).toBeUndefined();
  });
});
