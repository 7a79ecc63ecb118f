import fc from "fast-check";
import { marked } from "marked";
import { describe, expect, it } from "vitest";
import { inlineMarkdown, markdown } from "../../src/text/markdown.ts";
import { plainText } from "../../src/text/plain-text.ts";

const render = (text: string, options?: Parameters<typeof markdown>[1]) => String(markdown(text, options)).trim();

describe("markdown", () => {
  it("prints emphasis, code and struck text", () => {
    expect(render("*a* **b** `c<d` ~~e~~")).toBe(
      "<p><em>a</em> <strong>b</strong> <code>c&lt;d</code> <del>e</del></p>",
    );
  });

  it("takes headings in order, the shallowest as h3, without skipping a level", () => {
    const levels = (text: string, headingBase?: number) =>
      [...render(text, headingBase === undefined ? {} : { headingBase }).matchAll(/<h(\d)>/g)]
        .map(([, level]) => level)
        .join("");
    expect(levels("# a\n\n## b\n\n### c\n\n# d")).toBe("3453");
    expect(levels("## a\n\n#### b\n\n## c")).toBe("343");
    expect(levels("### a\n\n# b\n\n## c")).toBe("334");
    expect(levels("# a\n## b\n### c\n#### d\n##### e\n###### f")).toBe("345666");
    expect(levels("# a\n## b", 4)).toBe("45");
    expect(render("# Some title")).toBe("<h3>Some title</h3>");
  });

  it("wraps a table so that it can scroll, with right-aligned cells marked", () => {
    expect(render("|  | b |\n|---|--:|\n| 1 | 2 |")).toBe(
      `<div class="scroll" tabindex="0" role="group" aria-label="Table"><table class="tbl"><thead><tr><td></td><th scope="col" class="n">b</th></tr></thead><tbody>\n<tr><td>1</td><td class="n">2</td></tr>\n</tbody></table></div>`,
    );
  });

  it("gives task list boxes a name", () => {
    const list = render("- [x] a\n- [ ] b");
    expect(list).toContain('<input type="checkbox" disabled checked aria-label="Done"> a');
    expect(list).toContain('<input type="checkbox" disabled aria-label="Not done"> b');
  });

  it("highlights fenced code and names its language only when it is known", () => {
    expect(render("```ts\nconst a = 1\n```")).toBe(
      '<pre class="code" tabindex="0" role="group" aria-label="Code" data-lang="typescript"><code><span class="token keyword">const</span> a = <span class="token number">1</span></code></pre>',
    );
    expect(render('```x"onclick=1\n<b>\n```')).toBe(
      '<pre class="code" tabindex="0" role="group" aria-label="Code"><code>&lt;b&gt;</code></pre>',
    );
  });

  it("keeps line ends only when asked", () => {
    expect(render("a\nb")).toBe("<p>a\nb</p>");
    expect(render("a\nb", { breaks: true })).toBe("<p>a<br>b</p>");
    expect(render("a\n*b*", { breaks: true })).toBe("<p>a<br><em>b</em></p>");
  });

  it.each([
    ["x <pre><img src=1 <b onerror=alert(1)>", "<p>x &lt;pre&gt;&lt;img src=1 &lt;b onerror=alert(1)&gt;</p>"],
    ["<script>alert(1)</script>", "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>"],
    ["<a b> x@y.zz", '<p>&lt;a b&gt; <a href="mailto:x@y.zz">x@y.zz</a></p>'],
    ["a <!-- b --> c", "<p>a &lt;!-- b --&gt; c</p>"],
    ["<kbd>*x*</kbd>", "<p>&lt;kbd&gt;<em>x</em>&lt;/kbd&gt;</p>"],
  ])("shows raw HTML as text: %s", (text, shown) => {
    expect(render(text)).toBe(shown);
  });

  it("reads character references as the characters they mean, and escapes those", () => {
    expect(render("&lt;b&gt; &#60;i&#x3e; &copy; &amp;lt; &unknown; AT&T \\&lt;")).toBe(
      "<p>&lt;b&gt; &lt;i&gt; © &amp;lt; &amp;unknown; AT&amp;T &amp;lt;</p>",
    );
    expect(render("&#x202e;a&#0;&#xd800;")).toBe("<p>⟨U+202E⟩a\ufffd\ufffd</p>");
    expect(render("`&lt;`")).toBe("<p><code>&amp;lt;</code></p>");
  });

  it("makes bidi characters visible in text, code and titles", () => {
    expect(render("a\u202e `b\u202e`\n\n    c\u202e\n\n[d](https://e.f 'g\u202e')")).not.toContain("\u202e");
  });
});

describe("links", () => {
  it("marks external ones and keeps titles", () => {
    expect(render('[a](https://b.c/?d=1&amp;e=2 "f&quot;g")')).toBe(
      '<p><a href="https://b.c/?d=1&amp;e=2" title="f&quot;g" rel="noreferrer noopener">a</a></p>',
    );
    expect(render("[a](#b) [c](d.html)")).toBe(
      '<p><span class="ref" title="#b">a</span> <span class="ref" title="d.html">c</span></p>',
    );
  });

  it.each([
    "[a](javascript:alert(1))",
    "[a](JAVASCRIPT:alert)",
    "[a](javascript&colon;alert)",
    "[a](&#106;avascript:alert)",
    "[a](java&#x09;script:alert)",
    "[a](data:text/html;base64,x)",
    "[a](https://user:pass@b.c)",
    "[a][x]\n\n[x]: vbscript:b",
  ])("%s is text only", (text) => {
    expect(render(text)).toBe("<p>a</p>");
  });

  it("links bare addresses", () => {
    expect(render("<https://a.b/?c&d> x@y.zz")).toBe(
      '<p><a href="https://a.b/?c&amp;d" rel="noreferrer noopener">https://a.b/?c&amp;d</a> <a href="mailto:x@y.zz">x@y.zz</a></p>',
    );
  });

  it("turns images into links, or into text inside a link", () => {
    expect(render("![a<](https://b.c/d.png)")).toBe(
      '<p><a href="https://b.c/d.png" rel="noreferrer noopener">image: a&lt;</a></p>',
    );
    expect(render("![](data:image/png;base64,x)")).toBe("<p>image: no description</p>");
    expect(render("[![a](https://b.c/d.png)](https://e.f/)")).toBe(
      '<p><a href="https://e.f/" rel="noreferrer noopener">image: a</a></p>',
    );
  });

  it("gives a link without words its address", () => {
    expect(render("[](https://a.b/)")).toContain(">https://a.b/</a>");
  });
});

describe("guards", () => {
  const hostile: [string, string][] = [
    ["a_ × 30,000", "a_".repeat(30_000)],
    ["**a × 30,000", "**a".repeat(30_000)],
    ["[ × 60,000", "[".repeat(60_000)],
    ["[a](b × 20,000", "[a](b".repeat(20_000)],
    ["~~a × 30,000", "~~a".repeat(30_000)],
    ["! × 60,000", `*${"!".repeat(60_000)}`],
    ["> × 10,000", ">".repeat(10_000)],
    ["500 nested lists", Array.from({ length: 500 }, (_, depth) => `${"  ".repeat(depth)}- x`).join("\n")],
    ["dashes before an address", `${"-".repeat(60_000)}a@b.c`],
    ["20,000 checkboxes", "- [ ] x\n".repeat(20_000)],
    ["a list item of 50,000 lines", `- ${"a\\\n".repeat(50_000)}`],
    ["links without end", `*${"(:http://".repeat(8_000)}`],
    ["too long", `*a*\n\n${"word ".repeat(120_000)}`],
  ];

  // Unguarded, several of these take minutes; the limit is generous on purpose.
  it.each(hostile)("shows %s whole, as plain text with a note", { timeout: 30_000 }, (_, text) => {
    const shown = render(text);
    expect(shown.slice(0, 200)).toMatch(/^<p class="why">Shown as plain text: .*<\/p>\n<pre class="out plain" tab/);
    const body = /aria-label="Plain text">\n(.*)<\/pre>$/s.exec(shown)?.[1];
    expect(body?.replaceAll("&gt;", ">") === text).toBe(true);
  });

  it.each([
    ["_ × 20,000", "_".repeat(20_000)],
    ["* and spaces", "* ".repeat(20_000)],
    ["many short paragraphs", "*a* `b` [c](d)\n\n".repeat(5_000)],
    ["lines that look like HTML", "'~~~\n<!--".repeat(7_000)],
    ["a long word", "a".repeat(400_000)],
    ["blank lines", "\n \n".repeat(50_000)],
  ])("still ends soon on %s", { timeout: 30_000 }, (_, text) => {
    expect(typeof render(text)).toBe("string");
  });

  it("does not trip on long ordinary messages", () => {
    const paragraph = "Some *prose* with `code`, **weight**, a [link](https://a.b/) and snake_case_names. ".repeat(10);
    const list = "- item with `code` and *words*\n  1. nested\n     - deeper\n".repeat(300);
    expect(render(`${paragraph}\n\n${list}\n\n`.repeat(8))).not.toContain('class="out plain"');
  });
});

describe("the short way for text without markup", () => {
  it("agrees with marked", () => {
    const words = fc.array(
      fc.constantFrom("a", "Bc", "1", ".", ",", "?", "é", "x-y", "(z)", " ", "\n", "\n\n", "\n\n\n", "- ", "2) "),
      {
        maxLength: 30,
      },
    );
    fc.assert(
      fc.property(words, (parts) => {
        const text = parts.join("");
        const levelled = (markup: string) => markup.replace(/<(\/?)h\d>/g, "<$1h>").trim();
        expect(levelled(render(text))).toBe(levelled(marked.parse(text, { async: false })));
      }),
    );
  });
});

describe("inlineMarkdown", () => {
  it("prints one line without blocks", () => {
    expect(String(inlineMarkdown("# a `b`\n*c* <d>"))).toBe("# a <code>b</code> <em>c</em> &lt;d&gt;");
  });

  it("falls back to the words as written", () => {
    const text = "a_".repeat(30_000);
    expect(String(inlineMarkdown(text))).toBe(text);
  });
});

describe("plainText", () => {
  it.each([
    ["# Title\n\nSome **bold** and *soft* `code`", "Title Some bold and soft code"],
    ["- [x] done\n- [link](https://a.b) ![alt](c.png)", "done link alt"],
    ["```js\nlet snake_case = 2 * 3\n```", "let snake_case = 2 * 3"],
    ["| a | b |\n|---|---|\n| 1 | 2 |", "a b 1 2"],
    ["> quote &lt;b&gt; \\*", "quote <b> *"],
    ["1. one\n2. two", "one two"],
  ])("of %j", (text, plain) => {
    expect(plainText(text)).toBe(plain);
  });
});

it("keeps the underscores of names in what people type", () => {
  const typed = String(markdown("add all __pycache__ files, _build too, **now**", { breaks: true }));
  expect(typed).toContain("__pycache__ files, _build too, <strong>now</strong>");
  expect(plainText("why does `npm test fail")).toBe("why does `npm test fail");
  expect(plainText("run `npm test` and ``a ` b`` in `pier")).toBe("run npm test and a ` b in `pier");
  expect(plainText("a ` here\n\nand `there` too")).toBe("a ` here and there too");
  expect(plainText("typed \\`as it is` and `code`")).toBe("typed `as it is and code`");
  expect(plainText("add all __pycache__ files")).toBe("add all __pycache__ files");
  expect(plainText("lint src/*.ts and **/*.css, *soon*")).toBe("lint src/*.ts and **/*.css, soon");
});

it("keeps the backslashes that people type, and those before ordinary signs in titles", () => {
  expect(String(markdown("open C:\\_old\\.cache, not \\*this\\*", { breaks: true }))).toContain(
    "open C:\\_old\\.cache, not \\*this\\*",
  );
  expect(String(markdown("not \\*this\\*"))).toContain("not *this*");
  expect(plainText("half past\\, then C:\\.cache")).toBe("half past\\, then C:\\.cache");
});
