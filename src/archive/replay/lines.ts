/** Lines that carry where they come from, through the changes of a text. */
import { keptLines } from "./kept-lines.ts";

/** Texts with less in common than this many changes are taken as replaced whole. */
const mostChanges = 2000;

export const linesOf = (text: string): readonly string[] => {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
};

/** Of texts that differ too much for the fewest changes, first what stands once in both and in the same order. */
function keptOf(before: readonly string[], after: readonly string[], most: number): Int32Array | undefined {
  const found = keptLines(before, after, most);
  if (found !== undefined || most < mostChanges) return found;
  const kept = new Int32Array(after.length).fill(-1);
  let [oldFrom, newFrom] = [0, 0];
  const between = (oldTo: number, newTo: number): void => {
    const own = keptLines(before.slice(oldFrom, oldTo), after.slice(newFrom, newTo), most);
    own?.forEach((line, at) => {
      if (line >= 0) kept[newFrom + at] = oldFrom + line;
    });
  };
  for (const [old, now] of sameOnce(before, after)) {
    between(old, now);
    kept[now] = old;
    [oldFrom, newFrom] = [old + 1, now + 1];
  }
  between(before.length, after.length);
  return kept;
}

/** Lines that each text has once, as the longest list that has the same order in both. */
function sameOnce(
  before: readonly string[],
  after: readonly string[],
): readonly (readonly [old: number, now: number])[] {
  const olds = placesOfSingles(before);
  const pairs = [...placesOfSingles(after)].flatMap(([line, now]) => {
    const old = olds.get(line);
    return old === undefined ? [] : [[old, now] as const];
  });
  pairs.sort((a, b) => a[1] - b[1]);
  // Patience: of each length the list that ends earliest in the old text.
  const ends: number[] = [];
  const previous = new Int32Array(pairs.length).fill(-1);
  pairs.forEach(([old], at) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[ends[middle] as number] as readonly [number, number])[0] < old) low = middle + 1;
      else high = middle;
    }
    previous[at] = low === 0 ? -1 : (ends[low - 1] as number);
    ends[low] = at;
  });
  const found: (readonly [number, number])[] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = previous[at] as number)
    found.push(pairs[at] as readonly [number, number]);
  return found.reverse();
}

function placesOfSingles(lines: readonly string[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  lines.forEach((line, at) => {
    places.set(line, places.has(line) ? -1 : at);
  });
  return new Map([...places].filter(([, at]) => at >= 0));
}

/** For each line of `after` the origin of the same line of `before`, or `added` for a new one. */
export function carried<Origin>(
  before: readonly string[],
  origins: readonly Origin[],
  after: readonly string[],
  added: Origin,
  most = mostChanges,
): Origin[] {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  const made = origins.slice(0, start);
  const [old, now] = [before.slice(start, before.length - end), after.slice(start, after.length - end)];
  const kept = old.length === 0 || now.length === 0 ? undefined : keptOf(old, now, Math.min(most, mostChanges));
  for (let each = 0; each < now.length; each++) {
    const same = kept?.[each] ?? -1;
    made.push(same < 0 ? added : (origins[start + same] as Origin));
  }
  for (let each = before.length - end; each < before.length; each++) made.push(origins[each] as Origin);
  return made;
}

/** Lines of the start count on, −1 − n after −n; those of an edit are all its own. */
const follows = (origin: number, before: number): boolean => origin === (before < 0 ? before - 1 : before);

export function packedOrigins(origins: readonly number[]): [origin: number, lines: number][] {
  const packed: [number, number][] = [];
  origins.forEach((origin, at) => {
    const last = packed.at(-1);
    if (last !== undefined && follows(origin, origins[at - 1] as number)) last[1]++;
    else packed.push([origin, 1]);
  });
  return packed;
}

export function unpackedOrigins(packed: readonly (readonly [origin: number, lines: number])[]): readonly number[] {
  const origins: number[] = [];
  for (const [first, lines] of packed) for (let at = 0; at < lines; at++) origins.push(first < 0 ? first - at : first);
  return origins;
}
