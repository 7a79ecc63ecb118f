import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join as joinPath } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ansi } from "../../src/text/ansi.ts";
import { diff } from "../../src/text/diff.ts";
import { highlight } from "../../src/text/highlight.ts";
import { html, type SafeHtml } from "../../src/text/html.ts";
import { json } from "../../src/text/json.ts";
import { inlineMarkdown, markdown } from "../../src/text/markdown.ts";

// What the text layer may print, and how each attribute may look. Nothing else, in no other spelling.
const block = {
  class: /^(?:scroll|tbl|why|ref|out plain|code|diff|c|n|token [a-z-]+|a\d[\dgr]*(?: a1)?)$/,
  tabindex: /^0$/,
};
const group = { ...block, role: /^(?:group|note)$/, "aria-label": /^[^<>"]*$/s };
const none = {};
const allowed: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  p: group,
  div: group,
  pre: { ...group, "data-lang": /^[a-z0-9-]+$/ },
  span: { ...block, "data-l": /^\d+$/, title: /^[^<>"]*$/s },
  ins: { "data-l": /^\d+$/ },
  del: { "data-l": /^\d+$/ },
  td: block,
  th: { ...block, scope: /^col$/ },
  table: block,
  ol: { start: /^\d+$/ },
  ul: none,
  li: none,
  h3: none,
  h4: none,
  h5: none,
  h6: none,
  em: none,
  strong: none,
  code: { "data-lang": /^[a-z]+$/ },
  blockquote: none,
  hr: none,
  br: none,
  thead: none,
  tbody: none,
  tr: none,
  b: none,
  mark: none,
  input: { type: /^checkbox$/, disabled: /^$/, checked: /^$/, "aria-label": /^(?:Done|Not done)$/ },
  a: { href: /^[^<>"]*$/, title: /^[^<>"]*$/s, rel: /^noreferrer noopener$/ },
};
const voids = new Set(["br", "hr", "input"]);
const token = /<(\/?)([a-z][a-z0-9]*)((?: [a-z-]+(?:="[^"<>]*")?)*)>|[^<>]+|[<>]/g;

const bareAmpersand = /&(?!(?:amp|lt|gt|quot|#39);)/;

/** The first thing in markup that should not be there, or `undefined`. */
function fault(markup: string): string | undefined {
  const open: string[] = [];
  for (const [written, slash, tag, attributes] of markup.matchAll(token)) {
    if (written === "<" || written === ">") return `stray ${written} near ${markup.slice(0, 200)}`;
    if (tag === undefined) {
      if (
        bareAmpersand.test(written) ||
        /["']|[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u200b]/.test(written)
      ) {
        return `unescaped text ${JSON.stringify(written.slice(0, 200))}`;
      }
      continue;
    }
    const rules = allowed[tag];
    if (rules === undefined) return `element ${tag}`;
    if (slash === "/") {
      if (open.pop() !== tag) return `</${tag}> does not match`;
      continue;
    }
    if (!voids.has(tag)) open.push(tag);
    for (const [, name = "", value = ""] of (attributes ?? "").matchAll(/ ([a-z-]+)(?:="([^"]*)")?/g)) {
      if (!rules[name]?.test(value) || bareAmpersand.test(value)) return `attribute ${tag} ${name}=${value}`;
      if (name === "href" && !isHarmless(value)) return `address ${value}`;
    }
  }
  return open.length === 0 ? undefined : `never closed: ${open}`;
}

function isHarmless(value: string): boolean {
  const address = value.replaceAll("&#39;", "'").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
  const { protocol } = new URL(address, "https://relative.invalid/");
  return ["http:", "https:", "mailto:"].includes(protocol);
}

const lines = (text: string) => [
  { oldStart: 1, oldLines: 2, newStart: 1, newLines: 2, lines: [` ${text}`, `-a ${text}`, `+b ${text}`, text] },
];
const ways: Readonly<Record<string, (text: string) => SafeHtml>> = {
  html: (text) => html`<p aria-label="${text}">${text}</p>`,
  markdown: (text) => markdown(text),
  "markdown with breaks": (text) => markdown(text, { breaks: true }),
  inlineMarkdown: (text) => inlineMarkdown(text),
  "markdown list": (text) => markdown(`- ${text}\n\n> ${text}`),
  "markdown link": (text) => markdown(`[${text}](${text} "${text}") ![${text}](${text})`),
  "markdown table": (text) => markdown(`|${text}|b|\n|-|-|\n|${text}|\`${text}\`|`),
  "markdown fence": (text) => markdown(`\`\`\`${text}\n${text}\n\`\`\``),
  ansi: (text) => ansi(text),
  "ansi link": (text) => ansi(`\x1b]8;;${text}\x07\x1b[31m${text}\r\b${text}`),
  diff: (text) => diff(lines(text), { path: `${text}.ts` }),
  highlight: (text) => highlight(text, "tsx"),
  json: (text) => json({ [text]: text }, text),
};

describe("the checker itself", () => {
  it.each([
    "<script>",
    "<p onclick=x>",
    '<p onclick="x">',
    '<a href="javascript:x">a</a>',
    '<p class="a" x>',
    "<P>a</P>",
    "<p>a",
    "a & b",
    "a > b",
    '<a href="java&#115;cript:x">a</a>',
    '<span class="a31 b">a</span>',
    "\u202e",
  ])("catches %s", (markup) => {
    expect(fault(markup)).toBeDefined();
  });

  it("passes what is meant", () => {
    expect(
      fault('<p>a &amp; <a href="https://a.b/?c=1&amp;d" rel="noreferrer noopener">b</a></p><hr>'),
    ).toBeUndefined();
  });
});

describe("no text becomes markup", () => {
  const piece = fc.oneof(
    fc.string({ unit: "binary", maxLength: 12 }),
    fc.constantFrom(
      "<",
      ">",
      "&",
      '"',
      "'",
      "<b",
      "<!--",
      "-->",
      "javascript:",
      "](",
      "[",
      "![",
      "`",
      "```\n",
      "*",
      "_",
      "|",
      "\n",
      "\n\n",
      "- ",
      "> ",
      "# ",
      "\x1b[31m",
      "\x1b]8;;",
      "\x07",
      "&lt;",
      "&#60;",
      "<pre>",
      "https://",
      "\\",
      "~~",
      "[ ]",
    ),
  );
  const text = fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join(""));

  it.each(Object.entries(ways))("by %s", (_, render) => {
    fc.assert(
      fc.property(text, (any) => {
        expect(fault(String(render(any)))).toBeUndefined();
      }),
      { numRuns: 300 },
    );
  });
});

interface Collection {
  readonly payloads?: readonly string[];
  readonly files?: readonly { readonly b64: string }[];
}
const folder = joinPath(import.meta.dirname, "../../../shared/payloads");

describe.runIf(existsSync(folder))("public collections of hostile text", () => {
  for (const name of existsSync(folder) ? readdirSync(folder).filter((each) => each.endsWith(".json")) : []) {
    it(`${name} stays text`, () => {
      const { payloads = [], files = [] }: Collection = JSON.parse(readFileSync(joinPath(folder, name), "utf8"));
      const texts = [...payloads, ...files.map(({ b64 }) => Buffer.from(b64, "base64").toString("utf8"))];
      expect(texts.length).toBeGreaterThan(0);
      const faults: string[] = [];
      for (const hostile of texts) {
        for (const [way, render] of Object.entries(ways)) {
          const found = fault(String(render(hostile)));
          if (found !== undefined) faults.push(`${way}: ${found} from ${JSON.stringify(hostile.slice(0, 200))}`);
        }
      }
      expect(faults).toEqual([]);
    });
  }
});
