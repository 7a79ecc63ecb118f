/**
 * Which stretch of a code has which colour, by Prism's grammars. The build (highlight.ts) and the browser
 * (templates/assets/code) share it, so that both colour alike; each brings its own Prism.
 */
import { codeAt } from "./code-at.ts";
import { chunks, hasLongLine } from "./code-chunks.ts";

interface PrismToken {
  readonly type: string;
  /** `null` on the tokens that jsx makes. */
  readonly alias?: string | readonly string[] | null;
  readonly content: PrismContent;
}
type PrismContent = string | PrismToken | readonly (string | PrismToken)[];

export interface PrismInstance {
  readonly hooks: { run(name: string, environment: object): void };
  tokenize(code: string, grammar: object): (string | PrismToken)[];
}

/** A stretch of code in one colour. */
export interface Segment {
  readonly text: string;
  readonly color: string | undefined;
}

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

export const colorNames: ReadonlySet<string> = new Set(colors.values());

/** These look for brackets among the tokens they are given. */
const needsAll: ReadonlySet<string> = new Set(["jsx", "tsx", "graphql", "xquery", "naniscript"]);

/**
 * The same grammar without the patterns at its end that colour nothing (brackets, operators): nothing comes after them
 * whose place they could take, and they find the most.
 */
export function coloring(grammar: object, name: string): object {
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

/** The code in pieces that Prism ends with soon; nothing for code that stays without colours. */
export function colorable(code: string, name: string): readonly string[] | undefined {
  if (code.length > maximumSize || hasLongLine(code)) return undefined;
  return chunks(code, /^(?:s?css|sass|less)$/.test(name) ? styleChunk : maximumChunk);
}

/** The segments of one piece; put together they are the piece. Never throws. */
export function tokenized(Prism: PrismInstance, code: string, grammar: object, name: string): Segment[] {
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
