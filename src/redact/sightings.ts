/** Where anchors stand in a view, told from where they stood in its source: only what is new is read. */
import type { Scanner } from "./scanner.ts";
import { runAt, type View } from "./views/view.ts";

/** Target, place and length of each in turn. */
export type Sightings = number[];

export function sightingsIn(view: View, scanner: Scanner, before: Sightings | undefined): Sightings {
  const { text, runs } = view;
  const sightings: Sightings = [];
  if (runs === undefined || before === undefined) {
    scanner.scan(text, (target, at, length) => void sightings.push(target, at, length));
    return sightings;
  }
  const { from, to, ends } = runs;
  const sizeOf = (run: number): number => (from[run + 1] ?? text.length) - (from[run] as number);
  const isKept = (run: number): boolean => sizeOf(run) === (ends[run] as number) - (to[run] as number);
  for (let index = 0; index < before.length; index += 3) {
    const [target, at, length] = [before[index], before[index + 1], before[index + 2]] as [number, number, number];
    const run = runAt(to, at);
    if ((to[run] as number) <= at && at + length <= (ends[run] as number) && isKept(run))
      sightings.push(target, at - (to[run] as number) + (from[run] as number), length);
  }
  // An anchor that the source has not goes across the border of two runs.
  const isNew = (at: number, length: number): boolean => {
    const run = runAt(from, at);
    return at + length > (from[run] as number) + sizeOf(run) || !isKept(run);
  };
  const reach = scanner.longest - 1;
  const visit = (target: number, at: number, length: number): void => {
    if (isNew(at, length)) sightings.push(target, at, length);
  };
  let start = 0;
  let end = -1;
  for (let run = 1; run < from.length; run++) {
    const border = from[run] as number;
    if (border - reach > end) {
      if (end > start) scanner.scan(text, visit, start, end);
      start = Math.max(0, border - reach);
    }
    end = Math.min(text.length, border + reach);
  }
  if (end > start) scanner.scan(text, visit, start, end);
  return sightings;
}
