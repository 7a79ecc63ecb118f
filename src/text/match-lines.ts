/**
 * Which of the lines that went matches which of those that came: what diff2html's matcher says, pair for pair. That
 * one keeps its distances under the JSON of both lines and fills a matrix of arrays for each, which was a quarter of
 * a build; here a distance is computed once, 32 letters at a time (Myers 1999, in blocks).
 */

/** Ranges of both sides that belong together: `[from, to)` of the old lines, then of the new. */
export type Match = readonly [oldFrom: number, oldTo: number, newFrom: number, newTo: number];

export function matchLines(olds: readonly string[], news: readonly string[]): Match[] {
  const [before, after] = [olds.map((line) => line.trim()), news.map((line) => line.trim())];
  const width = after.length;
  const distances = new Float64Array(before.length * width).fill(unknown);
  /** Of two lines, where it may be below `best`. */
  const distanceOf = (row: number, column: number, best: number): number => {
    const known = distances[row * width + column] as number;
    if (known !== unknown) return known;
    const [old, line] = [before[row] as string, after[column] as string];
    const both = old.length + line.length;
    // It is never less than what one line is longer.
    if (Math.abs(old.length - line.length) / both >= best) return best;
    // Two empty lines have no distance (0 / 0), so that neither is ever the best match.
    const distance = editDistance(old, line) / both;
    distances[row * width + column] = distance;
    return distance;
  };
  const found: Match[] = [];
  const group = (oldFrom: number, oldTo: number, newFrom: number, newTo: number): void => {
    let best = Number.POSITIVE_INFINITY;
    let [oldAt, newAt] = [-1, -1];
    const isSmall = oldTo - oldFrom + newTo - newFrom < 3;
    for (let row = oldFrom; row < oldTo && best > 0 && !isSmall; row++) {
      for (let column = newFrom; column < newTo && best > 0; column++) {
        const distance = distanceOf(row, column, best);
        if (!(distance < best)) continue;
        best = distance;
        oldAt = row;
        newAt = column;
      }
    }
    if (oldAt < 0) {
      found.push([oldFrom, oldTo, newFrom, newTo]);
      return;
    }
    if (oldAt > oldFrom || newAt > newFrom) group(oldFrom, oldAt, newFrom, newAt);
    found.push([oldAt, oldAt + 1, newAt, newAt + 1]);
    if (oldAt + 1 < oldTo || newAt + 1 < newTo) group(oldAt + 1, oldTo, newAt + 1, newTo);
  };
  group(0, olds.length, 0, news.length);
  return found;
}

/** Most are never asked for: a line that is there again ends the search. */
const unknown = -1;

/** For each letter, at which of 32 places of the pattern it stands; empty between two uses. */
const places = new Int32Array(0x1_0000);
/** By how much each column grows from the row above a block to its last row: -1, 0 or 1. */
let growth = new Int8Array(1024);

/** Levenshtein's, in UTF-16 units. */
export function editDistance(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a.charCodeAt(start) === b.charCodeAt(start)) start++;
  let end = 0;
  while (end < shorter - start && a.charCodeAt(a.length - 1 - end) === b.charCodeAt(b.length - 1 - end)) end++;
  const [rows, columns] = [a.length - start - end, b.length - start - end];
  if (rows === 0 || columns === 0) return rows + columns;

  if (growth.length < columns) growth = new Int8Array(2 * columns);
  growth.fill(1, 0, columns);
  for (let from = 0; from < rows; from += 32) {
    const size = Math.min(32, rows - from);
    for (let row = 0; row < size; row++) {
      const code = a.charCodeAt(start + from + row);
      places[code] = (places[code] ?? 0) | (1 << row);
    }
    const last = 1 << (size - 1);
    let plus = -1;
    let minus = 0;
    for (let column = 0; column < columns; column++) {
      const above = growth[column] ?? 0;
      let equal = places[b.charCodeAt(start + column)] ?? 0;
      const vertical = equal | minus;
      if (above < 0) equal |= 1;
      const horizontal = (((equal & plus) + plus) ^ plus) | equal;
      let up = minus | ~(horizontal | plus);
      let down = plus & horizontal;
      growth[column] = (up & last) !== 0 ? 1 : (down & last) !== 0 ? -1 : 0;
      up <<= 1;
      down <<= 1;
      if (above < 0) down |= 1;
      else if (above > 0) up |= 1;
      plus = down | ~(vertical | up);
      minus = up & vertical;
    }
    for (let row = 0; row < size; row++) places[a.charCodeAt(start + from + row)] = 0;
  }
  let distance = rows;
  for (let column = 0; column < columns; column++) distance += growth[column] ?? 0;
  return distance;
}
