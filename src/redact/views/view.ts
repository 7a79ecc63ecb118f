/**
 * A text as a reader would decode it, with the way back to the characters it was made from. Secrets hide behind
 * colour codes, quoted quotes and line ends; what is found in a view is cut out of the original.
 */

export interface View {
  readonly text: string;
  /** The view it was made from; none for the original. */
  readonly source?: View;
  /** Pieces in order: `from[i]` in this text came from `to[i]` in the source, up to `ends[i]` there. */
  readonly runs?: Runs;
}

interface Runs {
  readonly from: readonly number[];
  readonly to: readonly number[];
  readonly ends: readonly number[];
}

/** A stretch of the original. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export const originalView = (text: string): View => ({ text });

/** Builds a view piece by piece. */
export class ViewBuilder {
  private readonly pieces: string[] = [];
  private readonly from: number[] = [];
  private readonly to: number[] = [];
  private readonly ends: number[] = [];
  private length = 0;
  private readonly source: View;

  constructor(source: View) {
    this.source = source;
  }

  /** Characters of the source as they are. */
  keep(start: number, end: number): void {
    if (end > start) this.put(this.source.text.slice(start, end), start, end);
  }

  /** Something else in place of source characters. */
  put(text: string, start: number, end: number): void {
    if (text === "") return;
    this.pieces.push(text);
    this.from.push(this.length);
    this.to.push(start);
    this.ends.push(end);
    this.length += text.length;
  }

  view(): View {
    return { text: this.pieces.join(""), source: this.source, runs: { from: this.from, to: this.to, ends: this.ends } };
  }
}

/** The last run that begins at or before `index`. */
export function runAt(starts: readonly number[], index: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] as number) <= index) low = middle;
    else high = middle - 1;
  }
  return low;
}

function inSource({ from, to, ends }: Runs, length: number, start: number, end: number): Span[] {
  const spans: Span[] = [];
  for (let run = runAt(from, start); run < from.length && (from[run] as number) < end; run++) {
    const [base, source, sourceEnd] = [from[run] as number, to[run] as number, ends[run] as number];
    const size = (from[run + 1] ?? length) - base;
    // A run that was put, not kept, stands for all of its source or none.
    const isKept = size === sourceEnd - source;
    const first = isKept ? source + Math.max(0, start - base) : source;
    const last = isKept ? source + Math.min(size, end - base) : sourceEnd;
    spans.push({ start: first, end: last });
  }
  return spans;
}

/** The original's characters behind a stretch of a view, in as many pieces as they lie apart. */
export function originalSpans(view: View, start: number, end: number): readonly Span[] {
  let spans: Span[] = [{ start, end }];
  for (let current: View | undefined = view; current?.source && current.runs; current = current.source) {
    const { runs, text } = current as View & { runs: Runs };
    spans = joined(spans.flatMap((span) => inSource(runs, text.length, span.start, span.end)));
  }
  return spans;
}

function joined(spans: readonly Span[]): Span[] {
  const result: Span[] = [];
  for (const span of spans) {
    const last = result.at(-1);
    if (last && span.start <= last.end)
      result[result.length - 1] = { start: last.start, end: Math.max(last.end, span.end) };
    else result.push(span);
  }
  return result;
}
