/**
 * Which lines of a text stay in the next one: Myers' way to the fewest changes, on numbers, with the choices that jsdiff
 * makes between equally short ways (a test compares them). Its objects for each step took a tenth of all lists and pages
 * of files.
 */

/** For each line of `after` the line of `before` that it is, or -1; undefined where that takes more changes than `most`. */
export function keptLines(before: readonly string[], after: readonly string[], most: number): Int32Array | undefined {
  const kept = new Int32Array(after.length).fill(-1);
  const { olds, news, shared, least } = numbered(before, after);
  if (least > most) return undefined;
  if (shared === 0) return kept;
  const way = shortest(olds, news, most);
  if (way === undefined) return undefined;
  for (let at = 0; at < way.length; at += 3) {
    const [old, diagonal, same] = [way[at] as number, way[at + 1] as number, way[at + 2] as number];
    for (let each = old - same + 1; each <= old; each++) kept[each - diagonal] = each;
  }
  return kept;
}

interface Numbered {
  readonly olds: Int32Array;
  readonly news: Int32Array;
  /** Lines of the new text that the old one has, too. */
  readonly shared: number;
  /** There are at least as many changes: lines that only one of them has. */
  readonly least: number;
}

/** Equal lines have equal numbers. */
function numbered(before: readonly string[], after: readonly string[]): Numbered {
  const known = new Map<string, number>();
  const olds = Int32Array.from(before, (line) => {
    const number = known.get(line) ?? known.size;
    known.set(line, number);
    return number;
  });
  const news = Int32Array.from(after, (line) => known.get(line) ?? -1);
  const found = new Set(news);
  const shared = news.reduce((sum, line) => sum + (line < 0 ? 0 : 1), 0);
  const gone = olds.reduce((sum, line) => sum + (found.has(line) ? 0 : 1), 0);
  return { olds, news, shared, least: gone + after.length - shared };
}

const none = -1;
/** Numbers of a step: the one before it, the last line of the old text that it reaches, its diagonal, equal lines behind it. */
const size = 4;

/** Of each step of the shortest way the last line of the old text, how far the new text is behind it, and equal lines. */
function shortest(olds: Int32Array, news: Int32Array, most: number): readonly number[] | undefined {
  const [oldLength, newLength] = [olds.length, news.length];
  const longest = Math.min(oldLength + newLength, most);
  /** The step that has come farthest on each diagonal, and where in the old text; the first diagonal is `-longest - 1`. */
  const farthest = new Int32Array(2 * longest + 3).fill(none);
  const reached = new Int32Array(2 * longest + 3);
  const zero = longest + 1;
  let steps = new Int32Array(256 * size);
  let count = 0;
  let [lowest, highest] = [-longest, longest];
  // The first round is the equal lines at the start.
  for (let changes = 0; changes <= longest; changes++) {
    for (let diagonal = Math.max(lowest, -changes); diagonal <= changes && diagonal <= highest; diagonal += 2) {
      const at = zero + diagonal;
      const removed = farthest[at - 1] as number;
      const added = farthest[at + 1] as number;
      const oldRemoved = reached[at - 1] as number;
      const oldAdded = reached[at + 1] as number;
      farthest[at - 1] = none;
      const canAdd = added !== none && oldAdded >= diagonal && oldAdded - diagonal < newLength;
      const canRemove = removed !== none && oldRemoved + 1 < oldLength;
      if (!canAdd && !canRemove && changes > 0) {
        farthest[at] = none;
        continue;
      }
      const isAdded = !canRemove || (canAdd && oldRemoved < oldAdded);
      const from = changes === 0 ? -1 : isAdded ? oldAdded : oldRemoved + 1;
      let old = from;
      while (old + 1 < oldLength && old + 1 - diagonal < newLength && olds[old + 1] === news[old + 1 - diagonal]) old++;
      if (count * size === steps.length) {
        const larger = new Int32Array(steps.length * 2);
        larger.set(steps);
        steps = larger;
      }
      steps[count * size] = changes === 0 ? none : isAdded ? added : removed;
      steps[count * size + 1] = old;
      steps[count * size + 2] = diagonal;
      steps[count * size + 3] = old - from;
      const isOldDone = old + 1 >= oldLength;
      const isNewDone = old - diagonal + 1 >= newLength;
      if (isOldDone && isNewDone) return wayTo(count, steps);
      farthest[at] = count++;
      reached[at] = old;
      if (isOldDone) highest = Math.min(highest, diagonal - 1);
      if (isNewDone) lowest = Math.max(lowest, diagonal + 1);
    }
  }
  return undefined;
}

function wayTo(end: number, steps: Int32Array): readonly number[] {
  const way: number[] = [];
  for (let step = end; step !== none; step = steps[step * size] as number)
    way.push(...steps.subarray(step * size + 1, (step + 1) * size));
  return way;
}
