/** Prism at build time, through the Eleventy plugin's own loader, printed as few flat spans: one per coloured word. */
import { createRequire } from "node:module";
import { codeAt } from "./code-at.ts";
import { chunks, hasLongLine } from "./code-chunks.ts";
import { escapeText, fromPrism, type SafeHtml } from "./html.ts";
import { extensions } from "./language.ts";
import { Remembered } from "./memoise.ts";
import { unbroken } from "./placeholders.ts";

interface PrismToken {
  readonly type: string;
  /** `null` on the tokens that jsx makes. */
  readonly alias?: string | readonly string[] | null;
  readonly content: PrismContent;
}
type PrismContent = string | PrismToken | readonly (string | PrismToken)[];
interface PrismInstance {
  readonly hooks: { run(name: string, environment: object): void };
  tokenize(code: string, grammar: object): (string | PrismToken)[];
}

/** A stretch of code in one colour. A line's segments put together are the line. */
export interface Segment {
  readonly text: string;
  readonly color: string | undefined;
}

const require = createRequire(import.meta.url);
const Prism: PrismInstance = require("prismjs");
const loadGrammar: (name: string) => unknown = require("@11ty/eleventy-plugin-syntaxhighlight/src/PrismLoader.js");
type Names = string | readonly string[] | undefined;
const components: {
  readonly languages: Readonly<
    Record<
      string,
      { readonly alias?: Names; readonly require?: Names; readonly optional?: Names; readonly modify?: Names }
    >
  >;
} = require("prismjs/components.json");

const maximumSize = 50_000;
// Minified code gains nothing from colour, and some of Prism's patterns are slow on long lines.
// A chunk holds at least one whole line.
const maximumChunk = 4_000;
const styleChunk = 1_200;

// What the stylesheet colours; everything else stays plain text, to keep pages light.
const colors: ReadonlyMap<string, string> = new Map([
  ...["comment", "keyword", "atrule", "tag", "string", "regex", "template-string", "attr-value"].map(same),
  ...["number", "boolean", "constant", "class-name", "builtin"].map(same),
  ["prolog", "comment"],
  ["doctype", "comment"],
  ["char", "string"],
  ["triple-quoted-string", "string"],
]);

function same(name: string): [string, string] {
  return [name, name];
}

/** Prism's own languages, which are there from the start. */
const core: ReadonlySet<string> = new Set(["markup", "css", "clike", "javascript"]);
/** Languages that change others once they are loaded: a page must not look different for what came before it. */
const withheld: ReadonlySet<string> = new Set([
  ...Object.entries(components.languages).flatMap(([name, { modify }]) =>
    modify === undefined || core.has(name) ? [] : [name],
  ),
  // JavaScript's patterns would be taken apart from then on.
  "regex",
]);

const names: ReadonlyMap<string, string> = new Map(
  Object.entries(components.languages)
    .filter(([name]) => name !== "meta" && !withheld.has(name))
    .flatMap(([name, { alias }]) => [name, ...[alias ?? []].flat()].map((each): [string, string] => [each, name]))
    .concat([
      ["njk", "jinja2"],
      ["console", "bash"],
    ]),
);

const grammars = new Map<string, object | undefined>();

function grammarOf(name: string): object | undefined {
  if (!grammars.has(name)) {
    let grammar: unknown;
    try {
      loadUsed(name);
      grammar = loadGrammar(name);
    } catch {
      // A language file that does not load leaves its code uncoloured.
    }
    grammars.set(name, typeof grammar === "object" && grammar !== null ? coloring(grammar, name) : undefined);
  }
  return grammars.get(name);
}

/** These look for brackets among the tokens they are given. */
const needsAll: ReadonlySet<string> = new Set(["jsx", "tsx", "graphql", "xquery", "naniscript"]);

/**
 * The same without the patterns at its end that colour nothing (brackets, operators): nothing comes after them whose
 * place they could take, and they find the most.
 */
function coloring(grammar: object, name: string): object {
  if (needsAll.has(name)) return grammar;
  const entries = Object.entries(grammar);
  while (entries.length > 0 && isColorless(...(entries.at(-1) as [string, unknown]))) entries.pop();
  return Object.fromEntries(entries);
}

function isColorless(type: string, patterns: unknown): boolean {
  if (colors.has(type) || type === "rest") return false;
  return [patterns].flat().every((pattern) => {
    if (pattern instanceof RegExp) return true;
    const { alias, inside } = (pattern ?? {}) as { alias?: string | readonly string[]; inside?: unknown };
    return inside === undefined && [alias ?? []].flat().every((each) => !colors.has(each));
  });
}

const loaded = new Set<string>(core);

/** Some languages use others where those happen to be loaded (Markdown's front matter is YAML): here they always are. */
function loadUsed(name: string): void {
  loaded.add(name);
  const { require: needed, optional } = components.languages[name] ?? {};
  for (const used of [needed ?? [], optional ?? []].flat()) {
    if (loaded.has(used) || withheld.has(used)) continue;
    loadUsed(used);
    loadGrammar(used);
  }
}

/** Prism's own name for a language as written after a fence, or `undefined`. */
export function languageName(written: string | undefined): string | undefined {
  const word = /^[\w+#.-]{1,30}/.exec(written?.trim() ?? "")?.[0].toLowerCase();
  return word === undefined ? undefined : (names.get(word) ?? extensions.get(word));
}

/** The code's lines, each as its coloured segments. Never throws; what cannot be coloured is one plain segment. */
export function segments(code: string, language?: string): Segment[][] {
  const name = languageName(language);
  const lines: Segment[][] = [[]];
  for (const { text, color } of name === undefined ? [{ text: code, color: undefined }] : colored(code, name)) {
    let start = 0;
    for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", start)) {
      append(lines.at(-1), text.slice(start, end), color);
      lines.push([]);
      start = end + 1;
    }
    append(lines.at(-1), text.slice(start), color);
  }
  return lines;
}

function append(line: Segment[] | undefined, text: string, color: string | undefined): void {
  if (line !== undefined && text !== "") line.push({ text, color });
}

function colored(code: string, name: string): readonly Segment[] {
  const plain = [{ text: code, color: undefined }];
  if (code.length > maximumSize || hasLongLine(code)) return plain;
  const grammar = grammarOf(name);
  if (grammar === undefined) return plain;
  const parts = chunks(code, /^(?:s?css|sass|less)$/.test(name) ? styleChunk : maximumChunk);
  return unbroken(
    parts.flatMap((part) => coloredChunk(part, grammar, name)),
    code,
  );
}

/** For each segment of a chunk a character: sixteen times its length, and its colour. Objects would take ten times that. */
const chunksBefore = new Remembered<string>(2_000_000);
const colorNames: readonly (string | undefined)[] = [undefined, ...new Set(colors.values())];

function coloredChunk(code: string, grammar: object, name: string): readonly Segment[] {
  const packed = chunksBefore.get(`${name}\n${code}`, () => pack(tokenized(code, grammar, name)));
  const made: Segment[] = [];
  let at = 0;
  for (let index = 0; index < packed.length; index++) {
    const unit = packed.charCodeAt(index);
    const end = at + (unit >> 4);
    made.push({ text: code.slice(at, end), color: colorNames[unit & 15] });
    at = end;
  }
  return made;
}

/** A chunk has at most 4,000 characters, so that every length fits. */
function pack(segments: readonly Segment[]): string {
  return String.fromCharCode(...segments.map(({ text, color }) => (text.length << 4) | colorNames.indexOf(color)));
}

function tokenized(code: string, grammar: object, name: string): Segment[] {
  const plain = [{ text: code, color: undefined }];
  if (signCount(code) > 64 + code.length * 0.3) return plain;
  try {
    // Template languages (php, jinja2) and jsx do their work in these hooks.
    const environment = { code, grammar, language: name, tokens: [] as (string | PrismToken)[] };
    Prism.hooks.run("before-tokenize", environment);
    environment.tokens = Prism.tokenize(environment.code, environment.grammar);
    Prism.hooks.run("after-tokenize", environment);
    const flat = flatten(environment.tokens);
    // A grammar that loses text must not change what was written.
    return flat.reduce((length, { text }) => length + text.length, 0) === code.length ? flat : plain;
  } catch {
    return plain;
  }
}

const isSign = new Uint8Array(128);
for (const sign of "\"'`/\\<$({*") isSign[sign.charCodeAt(0)] = 1;

function signCount(code: string): number {
  const { length } = code;
  let found = 0;
  for (let index = 0; index < length; index++) found += isSign[codeAt(code, index)] ?? 0;
  return found;
}

function flatten(tokens: PrismContent): Segment[] {
  const flat: { text: string; color: string | undefined }[] = [];
  const visit = (content: PrismContent, color: string | undefined): void => {
    if (typeof content === "string") {
      const last = flat.at(-1);
      if (last !== undefined && last.color === color) last.text += content;
      else if (content !== "") flat.push({ text: content, color });
    } else if (Array.isArray(content)) {
      for (const part of content as readonly (string | PrismToken)[]) visit(part, color);
    } else {
      const token = content as PrismToken;
      visit(token.content, token.type === "interpolation" ? undefined : (colorOf(token) ?? color));
    }
  };
  visit(tokens, undefined);
  return flat;
}

function colorOf(token: PrismToken): string | undefined {
  const { type, alias } = token;
  const own = colors.get(type);
  if (own !== undefined || !alias) return own;
  if (typeof alias === "string") return colors.get(alias);
  for (const name of alias) {
    const color = colors.get(name);
    if (color !== undefined) return color;
  }
  return undefined;
}

export function printSegment({ text, color }: Segment): string {
  return color === undefined || !/\S/.test(text)
    ? escapeText(text)
    : `<span class="token ${color}">${escapeText(text)}</span>`;
}

/** One well-formed piece of markup per line, for diffs and numbered code. */
export function highlightLines(code: string, language?: string): SafeHtml[] {
  return segments(unixLines(code), language).map((line) => fromPrism(line.map(printSegment).join("")));
}

export function highlight(code: string, language?: string): SafeHtml {
  const name = languageName(language);
  if (name === undefined) return fromPrism(escapeText(code));
  let markup = "";
  for (const segment of colored(unixLines(code), name)) markup += printSegment(segment);
  return fromPrism(markup);
}

// Windows line ends are dropped here, since a token boundary may fall between `\r` and `\n`.
function unixLines(code: string): string {
  return code.includes("\r\n") ? code.replaceAll("\r\n", "\n") : code;
}
