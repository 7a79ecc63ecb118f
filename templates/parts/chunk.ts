/** A page in pieces: what stays, and what may move out of it when it grows too large (budget.ts decides). */

import type { Step } from "../../src/model/session.ts";
import { cutAt, html, SafeHtml } from "../../src/text/html.ts";
import { part } from "../theme.ts";
import type { Cast } from "./cast.ts";
import type { PageView } from "./page-view.ts";

/** Something folded, which the page can do without. */
export class Movable {
  readonly html: SafeHtml;
  readonly size: number;
  /** What it is, for the page that it moves to. */
  readonly label: string;
  /** The id on the page that it belongs to. */
  readonly home: string;
  /** Stands in for it instead of a page of pieces: a subagent has a page of its own. */
  readonly fallback: SafeHtml | undefined;
  isMoved = false;

  constructor(markup: SafeHtml, label: string, home: string, fallback?: SafeHtml) {
    this.html = markup;
    this.size = sizeOf(markup);
    this.label = label;
    this.home = home;
    this.fallback = fallback;
  }
}

/** A list of calls; rows that failed stay when the rest of the list moves. */
export interface Work {
  readonly rows: readonly Row[];
  readonly sum: string;
}

export interface Row {
  readonly chunks: readonly (SafeHtml | Movable)[];
  /** A failure or an interruption: it stays on the page. */
  readonly isKept: boolean;
  readonly label: string;
  readonly home: string;
}

export type Chunk = SafeHtml | Movable | Work;

/** What draws steps (steps.ts), lent to what is drawn below a step: a subagent has steps of its own. */
export type DrawSteps = (list: readonly Step[], view: PageView, cast: Cast) => readonly Chunk[];

export const isWork = (chunk: Chunk): chunk is Work => !(chunk instanceof SafeHtml) && !(chunk instanceof Movable);

export function sizeOf(markup: SafeHtml | string): number {
  return Buffer.byteLength(String(markup));
}

/** No text of a log can look like these. */
const slots = [html`<annals-slot></annals-slot>`, html`<annals-slot data-n="2"></annals-slot>`] as const;

/**
 * A part around pieces that may still move: it is drawn around a mark, and cut there. A part that leaves the mark out
 * leaves out the pieces.
 */
export function around<Inner>(draw: (inner: SafeHtml) => SafeHtml, inner: readonly Inner[]): (SafeHtml | Inner)[] {
  const [before, after] = cutAt(draw(slots[0]), slots[0]);
  return after === undefined ? [before] : [before, ...inner, after];
}

/** The same for a part around two lists of pieces, the first before the second: what stands before, between and after. */
export function aroundTwo(
  draw: (first: SafeHtml, second: SafeHtml) => SafeHtml,
): readonly [before: SafeHtml, between: SafeHtml, after: SafeHtml] {
  const [before, rest = html``] = cutAt(draw(slots[0], slots[1]), slots[0]);
  const [between, after = html``] = cutAt(rest, slots[1]);
  return [before, between, after];
}

/** Everything in place, whatever the budget says: for what has moved, and for what is never budgeted. */
export function whole(chunks: readonly Chunk[]): SafeHtml {
  return html`${chunks.map((chunk) =>
    chunk instanceof SafeHtml
      ? chunk
      : chunk instanceof Movable
        ? chunk.html
        : workList(
            chunk.sum,
            chunk.rows.map((row) => whole(row.chunks)),
          ),
  )}`;
}

/**
 * Calls that follow each other; it gets them in one phrase, which the level Story shows instead, and their rows. A list
 * in a list has no phrase.
 */
export const workList = part(
  "workList",
  (sum: string | undefined, rows: readonly SafeHtml[]): SafeHtml =>
    sum === undefined ? html`<ol class="work">${rows}</ol>` : html`<ol class="work" data-sum="${sum}">${rows}</ol>\n`,
);
