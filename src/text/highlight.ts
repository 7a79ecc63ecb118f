/**
 * Code in prose, coloured while building: Prism through the Eleventy plugin's own loader, printed as few flat spans, one
 * per coloured word. All other code is coloured by the browser once it is looked at (templates/assets/code).
 */
import { createRequire } from "node:module";
import { colorable, coloring, colorNames, type PrismInstance, type Segment, tokenized } from "./code-colors.ts";
import { escapeText, fromPrism, type SafeHtml } from "./html.ts";
import { extensions } from "./language.ts";
import { Remembered } from "./memoise.ts";
import { unbroken } from "./placeholders.ts";

const require = createRequire(import.meta.url);
const Prism: PrismInstance & { readonly util: { clone<Grammar>(grammar: Grammar): Grammar } } = require("prismjs");
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
      // Prism changes a grammar when it first uses it; languages that are loaded later are made from others as they are.
      grammar = Prism.util.clone(loadGrammar(name));
    } catch {
      // A language file that does not load leaves its code uncoloured.
    }
    grammars.set(name, typeof grammar === "object" && grammar !== null ? coloring(grammar, name) : undefined);
  }
  return grammars.get(name);
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

function colored(code: string, name: string): readonly Segment[] {
  const plain = [{ text: code, color: undefined }];
  const parts = colorable(code, name);
  const grammar = parts === undefined ? undefined : grammarOf(name);
  if (parts === undefined || grammar === undefined) return plain;
  return unbroken(
    parts.flatMap((part) => coloredChunk(part, grammar, name)),
    code,
  );
}

/** For each segment of a chunk a character: sixteen times its length, and its colour. Objects would take ten times that. */
const chunksBefore = new Remembered<string>(2_000_000);
const packedColors: readonly (string | undefined)[] = [undefined, ...colorNames];

function coloredChunk(code: string, grammar: object, name: string): readonly Segment[] {
  const packed = chunksBefore.get(`${name}\n${code}`, () => pack(tokenized(Prism, code, grammar, name)));
  const made: Segment[] = [];
  let at = 0;
  for (let index = 0; index < packed.length; index++) {
    const unit = packed.charCodeAt(index);
    const end = at + (unit >> 4);
    made.push({ text: code.slice(at, end), color: packedColors[unit & 15] });
    at = end;
  }
  return made;
}

/** A chunk has at most 4,000 characters, so that every length fits. */
function pack(segments: readonly Segment[]): string {
  return String.fromCharCode(...segments.map(({ text, color }) => (text.length << 4) | packedColors.indexOf(color)));
}

function printSegment({ text, color }: Segment): string {
  return color === undefined || !/\S/.test(text)
    ? escapeText(text)
    : `<span class="token ${color}">${escapeText(text)}</span>`;
}

/** Never throws; what cannot be coloured is escaped. */
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

const inBrowser: ReadonlySet<string> = new Set(extensions.values());

/** The name by which the browser colours this code; `undefined` for a language whose grammar it does not get. */
export function browserLanguage(written: string | undefined): string | undefined {
  const name = languageName(written);
  return name !== undefined && inBrowser.has(name) ? name : undefined;
}
