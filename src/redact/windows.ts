/** Stretches of a long text as strings: to make one of all of it costs more than the rules that read a part of it. */
import type { Detection } from "./detection.ts";
import { type Reach, reachOf } from "./first-look/least.ts";
import type { Rule } from "./rule.ts";

/** A text that is no string yet. */
export interface TextInMemory {
  readonly length: number;
  readonly slice: (start: number, end: number) => string;
  readonly codeAt: (at: number) => number;
}

/** What is judged by looks at its neighbours: the name before a value, the call it stands in, a placeholder around it. */
const margin = 400;
/** Values end at white space. Of a text without any, all is read. */
const longestValue = 8192;
/** Anchors stand together. */
const ahead = 1000;

export class Windows {
  text = "";
  /** Where in the whole text it begins. */
  from = 0;
  readonly #whole: TextInMemory;
  #to = -1;

  constructor(whole: TextInMemory) {
    this.#whole = whole;
  }

  /** Moves to where all stands that may be read from an anchor. */
  around(at: number, { before, after }: Reach): this {
    const { length } = this.#whole;
    const start = Math.max(0, at - before - margin);
    const end = Math.min(length, this.#valueEnd(at + after) + margin);
    if (start < this.from || end > this.#to) {
      this.from = start;
      this.#to = Math.min(length, end + ahead);
      this.text = this.#whole.slice(start, this.#to);
    }
    return this;
  }

  #valueEnd(from: number): number {
    const { length } = this.#whole;
    const limit = from + longestValue;
    let at = from;
    while (at < length && at < limit && this.#whole.codeAt(at) > 32) at++;
    return at === limit ? length : at;
  }
}

export const ruleReach = ({ reach, pattern }: Rule): Reach => reach ?? reachOf(pattern?.source ?? ".*");

export const furthest = (reaches: readonly Reach[]): Reach => ({
  before: Math.max(0, ...reaches.map(({ before }) => before)),
  after: Math.max(0, ...reaches.map(({ after }) => after)),
});

/** What was found in a stretch, as it stands in the whole. */
export const movedBy = (by: number, { spans, hit, ...rest }: Detection): Detection => ({
  ...rest,
  spans: spans.map(({ start, end }) => ({ start: start + by, end: end + by })),
  hit: { ...hit, start: hit.start + by, end: hit.end + by },
});
