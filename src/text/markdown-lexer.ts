/**
 * marked's lexer with an account: marked is superlinear on hostile text (`_` × 20,000 takes 17 s; 500 nested lists
 * 4 s), so each run is charged for the work it may cause *before* marked sees it.
 */
import { Lexer, type MarkedOptions, type Token, type TokensList } from "marked";

const maximumDepth = 32;

export class TooCostly extends Error {}

/** What a text may cost, which grows with its length, however many pieces of it are read. */
export class Account {
  #left: number;

  constructor(text = "") {
    // For each checkbox marked walks its queue of runs.
    const boxes = text.match(/\[[ xX]\]/g)?.length ?? 0;
    this.#left = 1_000_000 + 32 * text.length - boxes ** 2 / 4;
  }

  charge(cost: number): void {
    this.#left -= cost;
    if (this.#left < 0) throw new TooCostly();
  }
}

export class GuardedLexer extends Lexer {
  #account: Account;
  #isShared: boolean;
  #depth = 0;

  constructor(options: MarkedOptions, account?: Account) {
    super(options);
    this.#account = account ?? new Account();
    this.#isShared = account !== undefined;
  }

  override lex(source: string): ReturnType<Lexer["lex"]> {
    if (!this.#isShared) this.#account = new Account(source);
    return super.lex(source);
  }

  /** Of what stands in an item of a list, where words are no paragraph. */
  itemTokens(source: string): Token[] {
    this.state.top = false;
    const tokens = this.blockTokens(source);
    for (const run of this.inlineQueue.splice(0)) this.inlineTokens(run.src, run.tokens);
    return tokens;
  }

  override blockTokens(source: string, tokens?: Token[], lastParagraphClipped?: boolean): Token[];
  override blockTokens(source: string, tokens?: TokensList, lastParagraphClipped?: boolean): TokensList;
  override blockTokens(source: string, tokens: Token[] = [], lastParagraphClipped?: boolean): Token[] {
    const cost = this.state.top ? source.length : source.length + itemCost(source);
    return this.#charged(cost, () => super.blockTokens(source, tokens, lastParagraphClipped));
  }

  override inlineTokens(source: string, tokens: Token[] = []): Token[] {
    if (source !== "" && tokens.length === 0 && !(this.options.breaks ? brokenMarkup : inlineMarkup).test(source)) {
      tokens.push({ type: "text", raw: source, text: source, escaped: false });
      return tokens;
    }
    return this.#charged(inlineCost(source), () => super.inlineTokens(source, tokens));
  }

  #charged<Result>(cost: number, work: () => Result): Result {
    this.#account.charge(cost);
    if (this.#depth >= maximumDepth) throw new TooCostly();
    this.#depth++;
    const result = work();
    this.#depth--;
    return result;
  }
}

// Nearly half of all runs have nothing in them that marked knows; it would try ten patterns to find that out.
const inlineMarkup = /[\\`*_[<~@\r]|:\/\/|www\.| \n/i;
const brokenMarkup = /[\\`*_[<~@\r\n]|:\/\/|www\./i;

const weights = new Float64Array(128);
for (const character of "*_~!\\") weights[character.charCodeAt(0)] = 1;
for (const character of "[]") weights[character.charCodeAt(0)] = 1 / 4;
for (const character of "`<&") weights[character.charCodeAt(0)] = 1 / 8;
const address = new Set([..."abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.!#$%&'*+/=?_`{|}~-"]);

/** A delimiter may make marked look at the whole rest of its run; `@` and links at the rest of their word, repeatedly. */
function inlineCost(source: string): number {
  let weight = 0;
  for (let index = 0; index < source.length; index++) {
    const code = source.charCodeAt(index);
    if (code < 128) weight += weights[code] ?? 0;
  }
  let cost = weight * source.length;
  for (let at = source.indexOf("@"), last = 0; at !== -1; last = at + 1, at = source.indexOf("@", last)) {
    let start = at;
    while (start > last && address.has(source[start - 1] ?? "")) start--;
    cost += (at - start) ** 2;
  }
  if (source.length < 100) return cost;
  if (source.length >= 200 && /:\/\/|www\./i.test(source)) {
    for (const [word] of source.matchAll(/[^\s<]{200,}/g))
      cost += (word.length * (word.match(/[:(w]/gi)?.length ?? 0)) / 8;
  }
  for (const [space] of source.matchAll(/\s{100,}/g)) cost += space.length ** 2 / 16;
  return cost;
}

/** Inside a list item marked copies a paragraph once for each of its lines. */
function itemCost(source: string): number {
  let cost = 0;
  let lines = 0;
  let start = 0;
  for (let end = source.indexOf("\n"); end !== -1; end = source.indexOf("\n", end + 1)) {
    lines++;
    if (source[end + 1] !== "\n") continue;
    cost += lines * (end - start);
    lines = 0;
    start = end + 1;
  }
  return (cost + lines * (source.length - start)) / 32;
}
