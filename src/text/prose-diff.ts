/**
 * Two versions of a Markdown text, compared as prose: block by block, and word by word where most of a block's words
 * stay. What is compared are sources; each piece is whole Markdown again, so that it can be drawn as such.
 */
import { diffArrays } from "diff";
import { type MarkedOptions, type Token, Tokenizer, type Tokens } from "marked";
import { GuardedLexer } from "./markdown-lexer.ts";

/** A paragraph, a heading, an item of a list; or something to be shown as it is: code, a table. */
export interface ProseBlock {
  readonly kind: "paragraph" | "heading" | "item" | "other";
  /** Of a heading its depth, of an item how deep its list lies. */
  readonly depth: number;
  readonly isOrdered?: true;
  /** Without the marks of heading or list. */
  readonly source: string;
}

export type WordRun = { readonly kind: "same" | "gone" | "new"; readonly source: string };

export type BlockDiff =
  | { readonly kind: "same" | "new" | "gone"; readonly block: ProseBlock }
  /** Most words stayed. */
  | { readonly kind: "changed"; readonly block: ProseBlock; readonly words: readonly WordRun[] }
  /** One stands in the place of the other. */
  | { readonly kind: "swapped"; readonly block: ProseBlock; readonly before: ProseBlock };

/** Over these nobody reads a comparison; it would also cost more than linear time. */
const longest = 60_000;
const mostBlocks = 500;
/** Share of the words that stay. */
const enough = 0.6;

/** Undefined for texts that are too long to compare. */
export function proseDiff(before: string, after: string): readonly BlockDiff[] | undefined {
  if (before.length > longest || after.length > longest) return undefined;
  const [olds, news] = [blocksOf(before), blocksOf(after)];
  if (olds === undefined || news === undefined || olds.length > mostBlocks || news.length > mostBlocks)
    return undefined;
  const found: BlockDiff[] = [];
  let [from, to] = [0, 0];
  for (const [old, fresh] of pairs(olds, news)) {
    between(olds.slice(from, old), news.slice(to, fresh), found);
    const [one, two] = [olds[old] as ProseBlock, news[fresh] as ProseBlock];
    found.push(
      one.source === two.source
        ? { kind: "same", block: two }
        : { kind: "changed", block: two, words: wordDiff(one.source, two.source) },
    );
    [from, to] = [old + 1, fresh + 1];
  }
  between(olds.slice(from), news.slice(to), found);
  return found;
}

/** What has no counterpart: of the same kind, one stands for the other, in order; the rest is gone or new. */
function between(olds: readonly ProseBlock[], news: readonly ProseBlock[], found: BlockDiff[]): void {
  let at = 0;
  for (const block of news) {
    const before = olds[at];
    if (before !== undefined && before.kind === block.kind && block.kind === "item") {
      found.push({ kind: "swapped", block, before });
      at++;
    } else found.push({ kind: "new", block });
  }
  for (const block of olds.slice(at)) found.push({ kind: "gone", block });
}

/** Blocks that belong together, in the order of both: those that are equal, and between them those that are alike. */
function pairs(olds: readonly ProseBlock[], news: readonly ProseBlock[]): readonly (readonly [number, number])[] {
  const oldWords = olds.map(({ source }) => words(source));
  const newWords = news.map(({ source }) => words(source));
  const width = news.length + 1;
  const best = new Float64Array((olds.length + 1) * width);
  const alike = new Float64Array(olds.length * news.length);
  for (let row = olds.length - 1; row >= 0; row--) {
    for (let column = news.length - 1; column >= 0; column--) {
      const score = likeness(olds[row], news[column], oldWords[row] ?? [], newWords[column] ?? []);
      alike[row * news.length + column] = score;
      const paired = score >= enough ? score + (best[(row + 1) * width + column + 1] ?? 0) : 0;
      best[row * width + column] = Math.max(
        paired,
        best[(row + 1) * width + column] ?? 0,
        best[row * width + column + 1] ?? 0,
      );
    }
  }
  const found: (readonly [number, number])[] = [];
  for (let [row, column] = [0, 0]; row < olds.length && column < news.length; ) {
    const here = best[row * width + column] ?? 0;
    const score = alike[row * news.length + column] ?? 0;
    if (score >= enough && here === score + (best[(row + 1) * width + column + 1] ?? 0)) found.push([row++, column++]);
    else if (here === best[(row + 1) * width + column]) row++;
    else column++;
  }
  return found;
}

function likeness(
  one: ProseBlock | undefined,
  two: ProseBlock | undefined,
  before: readonly string[],
  after: readonly string[],
): number {
  if (one === undefined || two === undefined || one.kind !== two.kind) return 0;
  if (one.source === two.source) return 1;
  if (one.kind === "other" || before.length === 0) return 0;
  const left = new Map<string, number>();
  for (const word of before) left.set(word, (left.get(word) ?? 0) + 1);
  let kept = 0;
  for (const word of after) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    left.set(word, count - 1);
    kept++;
  }
  return (kept / before.length) * 0.99;
}

const words = (source: string): readonly string[] => source.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];

/** Code, emphasis and links are one piece each: half of one is no Markdown. */
const atoms = /`[^`\n]+`|\*\*[^*\n]+\*\*|\[[^\]\n]*\]\([^)\n]*\)|\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu;

export function wordDiff(before: string, after: string): readonly WordRun[] {
  const parts = diffArrays(before.match(atoms) ?? [], after.match(atoms) ?? [], { maxEditLength: 600 });
  if (parts === undefined)
    return [
      { kind: "gone", source: before },
      { kind: "new", source: after },
    ];
  const runs: WordRun[] = parts.map(({ value, added, removed }) => ({
    kind: added ? "new" : removed ? "gone" : "same",
    source: value.join(""),
  }));
  return joined(runs);
}

/** A lone space between two changes is part of them: "in one go" for "at once" is one change, not three. */
function joined(runs: readonly WordRun[]): readonly WordRun[] {
  const found: WordRun[] = [];
  let gone = "";
  let fresh = "";
  const flush = (): void => {
    if (gone !== "") found.push({ kind: "gone", source: gone });
    if (fresh !== "") found.push({ kind: "new", source: fresh });
    gone = "";
    fresh = "";
  };
  runs.forEach((run, at) => {
    if (run.kind === "gone") gone += run.source;
    else if (run.kind === "new") fresh += run.source;
    else if (run.source.trim() === "" && (gone !== "" || fresh !== "") && runs[at + 1] !== undefined) {
      gone += gone === "" ? "" : run.source;
      fresh += fresh === "" ? "" : run.source;
      if (gone === "" || fresh === "") {
        flush();
        found.push(run);
      }
    } else {
      flush();
      found.push(run);
    }
  });
  flush();
  return found;
}

/** Undefined where the text is not understood as Markdown. */
export function blocksOf(markdown: string): readonly ProseBlock[] | undefined {
  try {
    const blocks: ProseBlock[] = [];
    addBlocks(new GuardedLexer(options).lex(markdown), 0, blocks);
    return blocks;
  } catch {
    return undefined;
  }
}

// As markdown.ts reads it: there is no raw HTML.
class TextTokenizer extends Tokenizer {
  override html(): undefined {}
  override tag(): undefined {}
}
const options: MarkedOptions = { gfm: true, tokenizer: new TextTokenizer() };

function addBlocks(tokens: readonly Token[], depth: number, blocks: ProseBlock[]): void {
  for (const token of tokens) {
    if (token.type === "space" || token.type === "hr") continue;
    if (token.type === "heading") blocks.push({ kind: "heading", depth: token.depth, source: token.text.trim() });
    else if (token.type === "list") addItems(token as Tokens.List, depth, blocks);
    else if (token.type === "paragraph" || token.type === "text")
      blocks.push({ kind: "paragraph", depth, source: token.raw.trim() });
    else blocks.push({ kind: "other", depth, source: token.raw.trim() });
  }
}

/** An item's own words are one block, lists and code within it are others. */
function addItems(list: Tokens.List, depth: number, blocks: ProseBlock[]): void {
  for (const item of list.items) {
    const own = item.tokens.filter(({ type }) => type === "text" || type === "paragraph");
    const source = own.map(({ raw }) => raw.trim()).join("\n");
    blocks.push({ kind: "item", depth, source, ...(list.ordered ? { isOrdered: true as const } : {}) });
    addBlocks(
      item.tokens.filter(({ type }) => type !== "text" && type !== "paragraph"),
      depth + 1,
      blocks,
    );
  }
}
