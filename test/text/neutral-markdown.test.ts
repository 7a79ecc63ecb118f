/** Words of a log on a forge: they mention nobody and close nothing. */
import { describe, expect, it } from "vitest";
import { codeInTable, line, quoted, safeBlock } from "../../src/archive/story/markdown-words.ts";
import { markdown } from "../../src/text/markdown.ts";
import { neutralMarkdown } from "../../src/text/neutral-markdown.ts";

/** What a forge would act on. */
const live =
  /(?<!\w)@\w|#\d|\bGH-\d|\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?):?\s+(?:https?:|[\w.-]*(?:\/[\w.-]+)?#\d)/i;

describe("outside of code nothing is live", () => {
  it.each([
    ...["closes #1", "Ask @mara, (@mara) and @org/team", "fixes a/b#12", "Resolved: GH-7"],
    ...["closes https://github.com/a/b/issues/1", "- closes #1\n  - [ ] @mara", "| a |\n|---|\n| `x | @mara ` |"],
    ...["`foo\n` @mara `bar", "- `a\n- @mara ` b", "\\`@mara\\`", "    ```\n\n@mara", "```a`b\n@mara", "`@x` @mara"],
    ...["- @mara\n  ```\n  code\n  ```", "# closes #1", "> @mara", "[@mara](https://a.example.org)", "unclosed `@mara"],
  ])("%j", (text) => {
    // What the drawn text has beside code.
    const drawn = String(markdown(neutralMarkdown(text)))
      .replace(/<(code|pre)\b[\s\S]*?<\/\1>/g, "")
      .replace(/<[^>]*>/g, "");
    expect(drawn).not.toMatch(live);
    expect(neutralMarkdown(text).replaceAll("\u200b", "")).toBe(text);
  });
});

it("code stays as it is, and so do addresses", () => {
  for (const text of [
    ...["`@types/node` and ``a ` #1``", "```js\ncloses #1 @mara\n```", "- one\n\n  ```\n  @mara #1\n  ```\n- `#2`"],
    ...[
      "    @mara in code",
      "See https://example.org/@mara/a#1.",
      "mara@example.org",
      "# Heading",
      "| `@a` |\n|---|\n| `#1` |",
    ],
  ])
    expect(neutralMarkdown(text)).toBe(text);
  expect(neutralMarkdown("`@a` @b `@a`")).toBe("`@a` @\u200bb `@a`");
});

it("a plan and a quotation are neutral alike, pictures from elsewhere too", () => {
  const text = "closes #1, @mara ![x](https://evil.example.org/t.png) and `@types/node`\n\n```sh\nfixes #2\n```";
  for (const made of [safeBlock(text, 1000), quoted(text, 1000)]) {
    expect(made).not.toMatch(/closes #1|@mara|(?<!\\)!\[/);
    expect(made).toContain("`@types/node`");
    expect(made).toContain("fixes #2");
  }
  expect(line("closes a/b#1 by @mara")).not.toMatch(live);
});

it("a path with `|` and backticks is one cell of a table", () => {
  for (const path of ["a|b.ts", "a`b|c.ts", "a\\|b.ts", "a``b.ts", "`|`"]) {
    const drawn = String(markdown(`| File | Edits |\n|---|--:|\n| ${codeInTable(path)} | 7 |`));
    expect(drawn.match(/<td/g), path).toHaveLength(2);
    expect(drawn, path).toMatch(/<td[^>]*>7<\/td>/);
    expect(drawn, path).toMatch(/<td><code>/);
  }
});
