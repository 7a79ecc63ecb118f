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
  const distances = new Float64Array(before.length * width);
  before.forEach((old, row) => {
    // Two empty lines have no distance (0 / 0), so that neither is ever the best match.
    after.forEach((line, column) => {
      distances[row * width + column] = editDistance(old, line) / (old.length + line.length);
    });
  });
  const found: Match[] = [];
  const group = (oldFrom: number, oldTo: number, newFrom: number, newTo: number): void => {
    let best = Number.POSITIVE_INFINITY;
    let [oldAt, newAt] = [-1, -1];
    for (let row = oldFrom; row < oldTo; row++) {
      for (let column = newFrom; column < newTo; column++) {
        const distance = distances[row * width + column] ?? Number.NaN;
        if (!(distance < best)) continue;
        best = distance;
        oldAt = row;
        newAt = column;
      }
    }
    if (oldAt < 0 || oldTo - oldFrom + newTo - newFrom < 3) {
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
