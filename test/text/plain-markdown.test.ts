/** What is printed without marked is what marked prints. */
import { existsSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readArchive } from "../../src/archive/index.ts";
import { markdown, markedMarkdown } from "../../src/text/markdown.ts";
import { corpora } from "../support/corpora.ts";
import { proseOf } from "../support/prose.ts";

const words = [
  "word",
  "two words",
  "snake_case",
  "é",
  "技術",
  "“q”",
  "🙂",
  "a*b",
  "&amp;",
  "&",
  "x < y",
  "#5",
  "12.",
  "e.g.",
];
const spaces = [
  " ",
  "  ",
  "\n",
  "\n",
  "\n",
  "\n\n",
  "\n\n",
  "\n\n\n",
  "  \n",
  " \n",
  "\t",
  "    ",
  "\n  ",
  "\n   ",
  "\n    ",
];
const signs = [
  "`",
  "``",
  "**",
  "*",
  "_",
  "__",
  "~",
  "~~",
  "[",
  "]",
  "](",
  "(",
  ")",
  "<",
  ">",
  "!",
  "![",
  "\\",
  "|",
  ":",
  "]:",
];
const runs = [
  "`code`",
  "`a b`",
  "**bold**",
  "**技術:**",
  "*em*",
  "_em_",
  "__b__",
  "~x~",
  "\\*",
  '\\"',
  "\\\n",
  "**a `b` c**",
];
const links = [
  "[x](y)",
  "[`x`](https://a.b/c_d)",
  "[a b](<c>)",
  "![a](b)",
  "https://a.b/c",
  "http://x.y.",
  "www.a.b",
  "a@b.c",
];
const blocks = [
  "- ",
  "* ",
  "1. ",
  "2. ",
  "10) ",
  "  - ",
  "   1. ",
  "# ",
  "### x\n",
  "> ",
  ">\n",
  "---",
  "===",
  "\n---\n",
  "- [ ] ",
];
const fences = ["```", "```ts\n", "\n```\n", "\n  ```\n", "~~~", "\n\n```js\nlet a = 1;\n```\n\n"];
const tables = [
  "| a | b |",
  "\n|---|---|\n",
  "\n|:--|--:|\n",
  "| 1 | 2 |\n",
  "\n\n| a | b |\n|---|--:|\n| `x` | **y** |\n\n",
];
const lists = [
  "\n- one\n- two **b**\n",
  "\n1. a\n   b\n\n   c\n2. d\n",
  "\n- a\n  - b\n    - c\n- d\n",
  "- a:\n  ```ts\n  x\n  ```\n",
];
const anything = [words, spaces, signs, runs, links, blocks, fences, tables, lists].flat();
const mixture = fc.array(fc.constantFrom(...anything), { minLength: 1, maxLength: 24 }).map((parts) => parts.join(""));

describe("plain Markdown", () => {
  it.each([false, true])("is printed as marked prints it, typed: %s", (breaks) => {
    fc.assert(
      fc.property(mixture, (text) => {
        expect(markdown(text, { breaks }).toString()).toBe(markedMarkdown(text, { breaks }));
      }),
      { numRuns: 4_000 },
    );
  });

  it("is so in the documentation, and where a heading begins deeper", () => {
    for (const file of ["README.md", "CHANGELOG.md", "docs/architecture.md", "docs/format.md"])
      for (const options of [{}, { breaks: true }, { headingBase: 4 }]) {
        const text = readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");
        expect(markdown(text, options).toString()).toBe(markedMarkdown(text, options));
      }
  });

  it.each(corpora)("is so in all prose of $name", async ({ folder }) => {
    expect(existsSync(folder)).toBe(true);
    const archive = await readArchive({ sources: [folder], title: "", timeZone: "UTC" });
    let count = 0;
    for (const { id } of archive.sessions) {
      const { session } = archive.whole(id);
      for (const text of proseOf(session)) {
        count++;
        expect(markdown(text).toString()).toBe(byMarked(text));
      }
    }
    expect(count).toBeGreaterThan(20);
  });
});

/** Where marked gives up, there is nothing to compare with. */
function byMarked(text: string): string {
  try {
    return markedMarkdown(text);
  } catch {
    return markdown(text).toString();
  }
}
