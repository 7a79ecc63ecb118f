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
  const steps = new Steps();
  const end = shortest(olds, news, most, steps);
  if (end === undefined) return undefined;
  for (let step = end; step >= 0; step = steps.before(step)) {
    const [to, diagonal, count] = [steps.oldEnd(step), steps.diagonal(step), steps.same(step)];
    for (let old = to - count + 1; old <= to; old++) kept[old - diagonal] = old;
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

/** Steps of all ways that are looked at: each is one change and the equal lines behind it. */
class Steps {
  #values = new Int32Array(4 * 256);
  #count = 0;

  add(before: number, oldEnd: number, diagonal: number, same: number): number {
    const at = this.#count * 4;
    if (at === this.#values.length) {
      const larger = new Int32Array(at * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[at] = before;
    this.#values[at + 1] = oldEnd;
    this.#values[at + 2] = diagonal;
    this.#values[at + 3] = same;
    return this.#count++;
  }

  before = (step: number): number => this.#values[step * 4] as number;
  /** The last line of the old text that it has reached. */
  oldEnd = (step: number): number => this.#values[step * 4 + 1] as number;
  /** How far the new text is behind the old one. */
  diagonal = (step: number): number => this.#values[step * 4 + 2] as number;
  same = (step: number): number => this.#values[step * 4 + 3] as number;
}

const none = -1;

/** The last step of the shortest way. */
function shortest(olds: Int32Array, news: Int32Array, most: number, steps: Steps): number | undefined {
  const [oldLength, newLength] = [olds.length, news.length];
  const add = (before: number, oldAt: number, diagonal: number): number => {
    let old = oldAt;
    while (old + 1 < oldLength && old + 1 - diagonal < newLength && olds[old + 1] === news[old + 1 - diagonal]) old++;
    return steps.add(before, old, diagonal, old - oldAt);
  };
  const isEnd = (step: number): boolean =>
    steps.oldEnd(step) + 1 >= oldLength && steps.oldEnd(step) - steps.diagonal(step) + 1 >= newLength;
  const longest = Math.min(oldLength + newLength, most);
  /** The step that has come farthest on each diagonal; the first is `-longest - 1`. */
  const farthest = new Int32Array(2 * longest + 3).fill(none);
  const zero = longest + 1;
  const begin = add(none, -1, 0);
  if (isEnd(begin)) return begin;
  farthest[zero] = begin;
  let [lowest, highest] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let changes = 1; changes <= longest; changes++) {
    for (let diagonal = Math.max(lowest, -changes); diagonal <= Math.min(highest, changes); diagonal += 2) {
      const at = zero + diagonal;
      const [removed, added] = [farthest[at - 1] as number, farthest[at + 1] as number];
      farthest[at - 1] = none;
      const [oldRemoved, oldAdded] = [
        removed === none ? none : steps.oldEnd(removed),
        added === none ? none : steps.oldEnd(added),
      ];
      const newAdded = oldAdded - diagonal;
      const canAdd = added !== none && newAdded >= 0 && newAdded < newLength;
      const canRemove = removed !== none && oldRemoved + 1 < oldLength;
      if (!canAdd && !canRemove) {
        farthest[at] = none;
        continue;
      }
      const isAdded = !canRemove || (canAdd && oldRemoved < oldAdded);
      const step = isAdded ? add(added, oldAdded, diagonal) : add(removed, oldRemoved + 1, diagonal);
      if (isEnd(step)) return step;
      farthest[at] = step;
      const old = steps.oldEnd(step);
      if (old + 1 >= oldLength) highest = Math.min(highest, diagonal - 1);
      if (old - diagonal + 1 >= newLength) lowest = Math.max(lowest, diagonal + 1);
    }
  }
  return undefined;
}
