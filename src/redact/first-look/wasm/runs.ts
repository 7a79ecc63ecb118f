// Where stretches of a view stand in the text that it was made of, for each view in turn.
import { copy } from "./memory.ts";

/** Of each run where it begins in the view, where in its source, and how long it is. */
let runsAt: usize = 0;
let mostRuns: i32 = 0;
let count: i32 = 0;
/** Where the runs of each view begin; a text is decoded six times at most, and then unwrapped. */
const starts = memory.data(32);
let depth: i32 = 0;
/** The last view is of the text itself, not of the view before it. */
let isOfText: bool = false;

export function placeRuns(at: usize, most: i32): void {
  runsAt = at;
  mostRuns = most;
}

/** Forgets all views but so many. */
export function keepViews(views: i32): void {
  if (depth > views) count = load<i32>(starts + (views << 2));
  depth = views;
  isOfText = false;
}

export function beginView(ofText: bool): void {
  store<i32>(starts + (depth << 2), count);
  depth++;
  isOfText = ofText;
}

/** Of each run of the last view: where it begins there, where in its source, how long it is. */
export function viewOf(run: i32): i32 {
  return load<i32>(runsAt + run * 12);
}

export function sourceOf(run: i32): i32 {
  return load<i32>(runsAt + run * 12 + 4);
}

export function lengthOf(run: i32): i32 {
  return load<i32>(runsAt + run * 12 + 8);
}

/** The runs of the last view; none where there were more than are noted. */
export function firstRun(): i32 {
  return count >= mostRuns ? count : load<i32>(starts + ((depth - 1) << 2));
}

export function endRun(): i32 {
  return count;
}

/** Copies units of the source as they are. */
export function keep(from: usize, start: i32, end: i32, to: usize, at: i32): i32 {
  if (end <= start) return at;
  if (count < mostRuns) {
    const run = runsAt + count * 12;
    store<i32>(run, at);
    store<i32>(run + 4, start);
    store<i32>(run + 8, end - start);
    count++;
  }
  return copy(from, start, end, to, at);
}

/** Where in the text a stretch of the last view begins; less than nothing where it does not stand there as it is. */
export function originOf(start: i32, end: i32): i32 {
  // What was not noted is nowhere.
  if (count >= mostRuns) return -1;
  let at = start;
  let last = count;
  for (let view = depth - 1; view >= 0; view--) {
    let low = load<i32>(starts + (view << 2));
    const first = low;
    let high = last - 1;
    if (high < low) return -1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (load<i32>(runsAt + middle * 12) <= at) low = middle;
      else high = middle - 1;
    }
    const run = runsAt + low * 12;
    const offset = at - load<i32>(run);
    if (offset < 0 || offset + end - start > load<i32>(run + 8)) return -1;
    at = load<i32>(run + 4) + offset;
    if (isOfText) return at;
    last = first;
  }
  return at;
}
