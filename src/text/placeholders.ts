/** Placeholders for secrets stay in one piece, whatever colours and marks cut up around them: only whole ones get a chip. */
import { placeholderPattern } from "../redact/placeholder.ts";

interface Colored {
  readonly text: string;
  readonly color: string | undefined;
}

export type Range = readonly [start: number, end: number];

/** Where placeholders stand in a text. */
export function placeholders(text: string): readonly Range[] {
  if (!text.includes("[redacted: ")) return [];
  return [...text.matchAll(placeholderPattern)].map((found) => [found.index, found.index + found[0].length]);
}

/** Segments of `text`, with each placeholder as one of them, in no colour. */
export function unbroken(segments: readonly Colored[], text: string): readonly Colored[] {
  const ranges = placeholders(text);
  if (ranges.length === 0) return segments;
  const found: Colored[] = [];
  let next = 0;
  let at = 0;
  for (const segment of segments) {
    const end = at + segment.text.length;
    while (at < end) {
      const [start, stop] = ranges[next] ?? [Infinity, Infinity];
      if (at < start) found.push({ text: text.slice(at, Math.min(end, start)), color: segment.color });
      else {
        // The first segment of a placeholder brings all of it; the others have nothing left to say.
        if (at === start) found.push({ text: text.slice(start, stop), color: undefined });
        if (stop <= end) next++;
      }
      at = at < start ? Math.min(end, start) : Math.min(end, stop);
    }
  }
  return found;
}

/** Marked stretches, each widened to the placeholders that it touches. */
export function widened(marks: readonly Range[], text: string): readonly Range[] {
  const ranges = marks.length === 0 ? [] : placeholders(text);
  if (ranges.length === 0) return marks;
  const found: [number, number][] = [];
  for (const mark of marks) {
    const touched = ranges.filter(([start, end]) => start < mark[1] && mark[0] < end);
    const start = Math.min(mark[0], ...touched.map(([from]) => from));
    const end = Math.max(mark[1], ...touched.map(([, to]) => to));
    const last = found.at(-1);
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end);
    else found.push([start, end]);
  }
  return found;
}
