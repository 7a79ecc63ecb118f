import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { highlight, languageName } from "../../src/text/highlight.ts";
import type { SafeHtml } from "../../src/text/html.ts";
import { languageOf } from "../../src/text/language.ts";

const textOf = (markup: SafeHtml): string => String(markup).replace(/<[^>]*>/g, "");

describe("highlight", () => {
  it("prints a span only for what has a colour", () => {
    expect(String(highlight("const a = f('<') // b", "ts"))).toBe(
      '<span class="token keyword">const</span> a = f(<span class="token string">&#39;&lt;&#39;</span>) <span class="token comment">// b</span>',
    );
  });

  it("loads languages when asked, by name or alias", () => {
    expect(String(highlight("x: true", "yml"))).toContain('<span class="token boolean">true</span>');
    expect(String(highlight("fn main() {}", "rs"))).toContain('<span class="token keyword">fn</span>');
    expect(String(highlight("<?php echo 1;", "php"))).toContain('<span class="token keyword">echo</span>');
  });

  it.each(["constructor", "__proto__", "extend", "insertBefore", "DFS", "meta", "nonsense", "", undefined])(
    "only escapes the unknown language %s",
    (language) => {
      expect(String(highlight("if <a> 'b'", language))).toBe("if &lt;a&gt; &#39;b&#39;");
    },
  );

  it("only escapes code over the size cap, or with very long lines", () => {
    expect(String(highlight("const a = 1\n".repeat(6_000), "ts"))).not.toContain("<span");
    expect(String(highlight(`const a = "${"x".repeat(3_000)}"`, "ts"))).not.toContain("<span");
  });

  it("makes control characters visible inside tokens", () => {
    expect(String(highlight("'\u202e\x1b'\r\n", "js"))).toBe('<span class="token string">&#39;⟨U+202E⟩␛&#39;</span>\n');
  });

  // Prism alone takes minutes on the first of these.
  it.each([
    ["bash", '"`/!\n'],
    ["scss", "/*'\n"],
    ["css", "class *|?>\n"],
    ["markup", "<!--${<?php\n"],
    ["javascript", `${"_".repeat(900)}\n`],
  ])("ends soon on hostile %s", { timeout: 30_000 }, (language, unit) => {
    const code = unit.repeat(Math.floor(49_000 / unit.length));
    expect(textOf(highlight(code, language))).toBe(textOf(highlight(code)));
  });
});

describe("coloured code", () => {
  it("loses no character, whatever the language", () => {
    const language = fc.constantFrom(
      "ts",
      "tsx",
      "python",
      "bash",
      "html",
      "css",
      "json",
      "yaml",
      "markdown",
      "php",
      "sql",
      "diff",
    );
    const code = fc.string({ unit: "binary", maxLength: 300 });
    fc.assert(
      fc.property(code, language, (text, name) => {
        expect(textOf(highlight(text, name))).toBe(textOf(highlight(text)));
      }),
    );
    const long = "function f() {\n  return `a\n\nb`;\n}\n\n".repeat(600);
    expect(textOf(highlight(long, "ts"))).toBe(long);
  });
});

describe("what was coloured before", () => {
  it("does not change a block: languages that Markdown uses are there from the start, those that change others never", () => {
    const text = "---\ncreated: 12\n---\n";
    const first = String(highlight(text, "markdown"));
    expect(first).toContain('<span class="token atrule">created</span>');
    const script = "const a = /[a-z]+/g;";
    const before = String(highlight(script, "javascript"));
    for (const name of ["yaml", "regex", "js-templates", "css-extras", "jsdoc", "xml-doc"]) highlight("a: b", name);
    expect(String(highlight(text, "markdown"))).toBe(first);
    expect(String(highlight(script, "javascript"))).toBe(before);
    expect(languageName("regex")).toBeUndefined();
  });
});

describe("languageOf", () => {
  it.each([
    ["src/a.ts", "typescript"],
    ["A.TSX", "tsx"],
    ["Dockerfile", "docker"],
    ["ops/Dockerfile.dev", "docker"],
    ["Makefile", "makefile"],
    ["C:\\x\\y.py", "python"],
    [".env", "ini"],
    ["README", undefined],
    ["Gemfile", "ruby"],
    ["lib/tide.dart", "dart"],
    ["a.constructor", undefined],
    ["a.nothing-we-know", undefined],
  ])("%s is %s", (path, language) => {
    expect(languageName(languageOf(path))).toBe(language);
  });
});
