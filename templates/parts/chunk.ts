/** A page in pieces: what stays, and what may move out of it when it grows too large (budget.ts decides). */
import { html, SafeHtml } from "../../src/text/html.ts";

/** Something folded, which the page can do without. */
export class Movable {
  readonly html: SafeHtml;
  readonly size: number;
  /** What it is, for the page of parts. */
  readonly label: string;
  /** The id on the page that it belongs to. */
  readonly home: string;
  /** Stands in for it instead of a part: a subagent has a page of its own. */
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

export const isWork = (chunk: Chunk): chunk is Work => !(chunk instanceof SafeHtml) && !(chunk instanceof Movable);

export function sizeOf(markup: SafeHtml | string): number {
  return Buffer.byteLength(String(markup));
}

/** Everything in place, whatever the budget says: for parts, and for what is never budgeted. */
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

export function workList(sum: string, rows: readonly SafeHtml[]): SafeHtml {
  return html`<ol class="work" data-sum="${sum}">${rows}</ol>\n`;
}
