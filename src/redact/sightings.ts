/** Where anchors stand in a view. They are moved over from the view that it was made of; only what is new is scanned. */
import type { Scanner } from "./scanner.ts";
import { isKept, runAt, sizeOf, type View } from "./views/view.ts";

/** Target, place and length of each in turn. */
export type Sightings = number[];

/** Notes in a view what it holds. */
export function sight(view: View, scanner: Scanner): void {
  const { source } = view;
  if (source === undefined) view.seen = scanner.scan(view.units, view.sightings);
  else {
    keepSightings(view, source);
    // At least what it holds: what a decoding took out may be told of still.
    view.seen = source.seen | addNew(view, scanner);
  }
}

function keepSightings(view: View, source: View): void {
  const { from, to, ends, count } = view.runs;
  const before = source.sightings;
  for (let index = 0; index < before.length; index += 3) {
    const at = before[index + 1] as number;
    const length = before[index + 2] as number;
    const run = runAt(to, count, at);
    if ((to[run] as number) <= at && at + length <= (ends[run] as number) && isKept(view, run))
      view.sightings.push(before[index] as number, at - (to[run] as number) + (from[run] as number), length);
  }
}

/** An anchor that the source has not goes across the border of two runs. */
function addNew(view: View, scanner: Scanner): number {
  const { units, runs, length } = view;
  const reach = scanner.longest - 1;
  const found: Sightings = [];
  let seen = 0;
  let start = 0;
  let end = -1;
  for (let run = 1; run < runs.count; run++) {
    const border = runs.from[run] as number;
    if (border - reach > end) {
      if (end > start) seen |= scanner.scan(units, found, start, end);
      start = Math.max(0, border - reach);
    }
    end = Math.min(length, border + reach);
  }
  if (end > start) seen |= scanner.scan(units, found, start, end);
  for (let index = 0; index < found.length; index += 3) {
    const at = found[index + 1] as number;
    const size = found[index + 2] as number;
    const run = runAt(runs.from, runs.count, at);
    if (at + size > (runs.from[run] as number) + sizeOf(view, run) || !isKept(view, run))
      view.sightings.push(found[index] as number, at, size);
  }
  return seen;
}
