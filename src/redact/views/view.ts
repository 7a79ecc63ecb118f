/**
 * A text as a reader would decode it, with the way back to the characters it was made from. Secrets hide behind
 * colour codes, quoted quotes and line ends; what is found in a view is cut out of the original.
 */
import type { Sightings } from "../sightings.ts";
import { Units } from "../units.ts";

/** A stretch of the original. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Pieces in order: `from[i]` in a view came from `to[i]` in its source, up to `ends[i]` there. */
export class Runs {
  count = 0;
  from = new Int32Array(64);
  to = new Int32Array(64);
  ends = new Int32Array(64);

  add(from: number, to: number, end: number): void {
    const { count } = this;
    if (count === this.from.length) this.#grow();
    this.from[count] = from;
    this.to[count] = to;
    this.ends[count] = end;
    this.count = count + 1;
  }

  #grow(): void {
    for (const name of ["from", "to", "ends"] as const) {
      const longer = new Int32Array(this.count * 4);
      longer.set(this[name]);
      this[name] = longer;
    }
  }
}

/** What a view is written on; used for one text after the other. */
interface Sheet {
  readonly units: Units;
  readonly runs: Runs;
}

/** Smallest first. */
const free: Sheet[] = [];
const mostFree = 12;
const mostRuns = 1 << 16;

const newSheet = (): Sheet => ({ units: new Units(), runs: new Runs() });
const roomOf = ({ units }: Sheet): number => units.codes.length;

/** The smallest with so much room, else the largest: taken as they come, all would grow to what the longest text needs. */
function freeSheet(length: number): Sheet {
  const last = free.length - 1;
  let at = 0;
  while (at < last && roomOf(free[at] as Sheet) < length) at++;
  const sheet = free[at];
  if (sheet === undefined) return newSheet();
  for (; at < last; at++) free[at] = free[at + 1] as Sheet;
  free.pop();
  return sheet;
}

function giveBack(sheet: Sheet): void {
  let at = free.length;
  for (; at > 0 && roomOf(free[at - 1] as Sheet) > roomOf(sheet); at--) free[at] = free[at - 1] as Sheet;
  free[at] = sheet;
}

export class View {
  /** The view it was made from; none for the original. */
  readonly source: View | undefined;
  /** Bits of `has`: what it may hold. */
  seen = 0;
  readonly sightings: Sightings = [];
  #sheet: Sheet;
  #known: string | undefined;

  /** `length` is how much room it needs, where there is no text yet. */
  constructor(source?: View, text?: string, length = 0) {
    this.source = source;
    this.#known = text;
    this.#sheet = freeSheet(text?.length ?? length);
    this.#sheet.runs.count = 0;
    if (text !== undefined) this.units.fill(text);
    else {
      this.units.length = 0;
      this.units.reserve(length);
    }
  }

  get units(): Units {
    return this.#sheet.units;
  }

  get runs(): Runs {
    return this.#sheet.runs;
  }

  get length(): number {
    return this.#sheet.units.length;
  }

  /** Made when it is first asked for: most views hold nothing that anybody wants to read. */
  get text(): string {
    this.#known ??= this.units.text();
    return this.#known;
  }

  slice(start: number, end: number): string {
    return this.#known === undefined ? this.units.text(start, end) : this.#known.slice(start, end);
  }

  /** Where a character stands next; behind the text where it does not. */
  next(code: number, character: string, from: number): number {
    const { codes, length } = this.units;
    const near = Math.min(length, from + 48);
    for (let at = from; at < near; at++) if (codes[at] === code) return at;
    if (near === length) return length;
    const far = this.text.indexOf(character, near);
    return far === -1 ? length : far;
  }

  /** Characters of the source as they are. */
  keep(start: number, end: number): void {
    if (end <= start) return;
    const { units, runs } = this;
    const { codes, length } = units;
    const source = (this.source as View).units.codes;
    runs.add(length, start, end);
    const distance = length - start;
    if (end - start > 96) codes.set(source.subarray(start, end), length);
    else for (let at = start; at < end; at++) codes[at + distance] = source[at] as number;
    units.length = length + end - start;
  }

  /** A character in place of others in the source. */
  put(code: number, start: number, end: number): void {
    const { units, runs } = this;
    runs.add(units.length, start, end);
    if (code > 0xffff) {
      units.codes[units.length++] = 0xd800 + ((code - 0x10000) >> 10);
      units.codes[units.length++] = 0xdc00 + ((code - 0x10000) & 0x3ff);
    } else units.codes[units.length++] = code;
  }

  /** Characters that the source has not, before `at` there. */
  gap(code: number, count: number, at: number): void {
    const { units, runs } = this;
    runs.add(units.length, at, at);
    units.codes.fill(code, units.length, units.length + count);
    units.length += count;
  }

  /** It is not read any more, but for a text that was asked for. */
  close(): void {
    const { units, runs } = this.#sheet;
    if (free.length >= mostFree || runs.from.length > mostRuns) return;
    units.shrink();
    giveBack(this.#sheet);
  }
}

/** To be filled from `source`, which is at least as long. */
export const viewOf = (source: View): View => new View(source, undefined, source.length);

export const originalView = (text: string): View => new View(undefined, text);

/** One whose units somebody fills; there is room for so many. */
export const emptyView = (length: number): View => new View(undefined, undefined, length);

/** The last of so many runs that begins at or before `index`. */
export function runAt(starts: Int32Array, count: number, index: number): number {
  let low = 0;
  let high = count - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] as number) <= index) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** How long a run is in the view. */
export const sizeOf = ({ runs, length }: View, run: number): number =>
  (run + 1 < runs.count ? (runs.from[run + 1] as number) : length) - (runs.from[run] as number);

/** A run that was put, not kept, stands for all of its source or none. */
export const isKept = (view: View, run: number): boolean =>
  sizeOf(view, run) === (view.runs.ends[run] as number) - (view.runs.to[run] as number);

function inSource(view: View, start: number, end: number): Span[] {
  const { from, to, ends, count } = view.runs;
  const spans: Span[] = [];
  for (let run = runAt(from, count, start); run < count && (from[run] as number) < end; run++) {
    const [base, source, sourceEnd] = [from[run] as number, to[run] as number, ends[run] as number];
    const kept = isKept(view, run);
    const first = kept ? source + Math.max(0, start - base) : source;
    const last = kept ? source + Math.min(sizeOf(view, run), end - base) : sourceEnd;
    spans.push({ start: first, end: last });
  }
  return spans;
}

/** The original's characters behind a stretch of a view, in as many pieces as they lie apart. */
export function originalSpans(view: Pick<View, "source">, start: number, end: number): readonly Span[] {
  let spans: Span[] = [{ start, end }];
  // A text that was made from no other is all that is read of it here.
  for (let current = view as View; current.source; current = current.source) {
    const here = current;
    spans = joined(spans.flatMap((span) => inSource(here, span.start, span.end)));
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
