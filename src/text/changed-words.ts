/**
 * Which words of a line differ from those of another. Of all ways to make one of the other it takes the one that leaves
 * the most letters as they are. (jsdiff looks for the fewest changes, which took several times as long.)
 */

type Stretch = [start: number, end: number];

/** Stretches of each line. */
export interface ChangedWords {
  readonly before: readonly Stretch[];
  readonly after: readonly Stretch[];
}

/** Words, runs of white space, and every other sign by itself. */
const words = /[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu;
/** Words of one line times those of the other, between equal ends; where there are more, all differ. */
const mostCompared = 40_000;

/** Undefined where less than a quarter of the shorter line stays: two lines that share only a bracket are not one line edited. */
export function changedWords(before: string, after: string): ChangedWords | undefined {
  if (before === after) return { before: [], after: [] };
  const [olds, news] = [before.match(words) ?? [], after.match(words) ?? []];
  const shorter = Math.min(olds.length, news.length);
  let start = 0;
  while (start < shorter && olds[start] === news[start]) start++;
  let end = 0;
  while (end < shorter - start && olds[olds.length - 1 - end] === news[news.length - 1 - end]) end++;
  const [gone, come] = [olds.slice(start, olds.length - end), news.slice(start, news.length - end)];
  const marks = { before: [] as Stretch[], after: [] as Stretch[] };
  let letters = lettersOf(olds) - lettersOf(gone);
  let [row, column] = [0, 0];
  let [oldAt, newAt] = [lengthOf(olds.slice(0, start)), lengthOf(news.slice(0, start))];
  for (const [oldWord, newWord] of [...kept(gone, come), [gone.length, come.length] as const]) {
    const [oldEnd, newEnd] = [
      oldAt + lengthOf(gone.slice(row, oldWord)),
      newAt + lengthOf(come.slice(column, newWord)),
    ];
    if (oldEnd > oldAt) marks.before.push([oldAt, oldEnd]);
    if (newEnd > newAt) marks.after.push([newAt, newEnd]);
    const word = gone[oldWord] ?? "";
    letters += word.trim().length;
    [row, column] = [oldWord + 1, newWord + 1];
    [oldAt, newAt] = [oldEnd + word.length, newEnd + word.length];
  }
  return letters * 4 < Math.min(lettersOf(olds), lettersOf(news)) ? undefined : marks;
}

const lengthOf = (list: readonly string[]): number => list.reduce((sum, word) => sum + word.length, 0);
const lettersOf = (list: readonly string[]): number => list.reduce((sum, word) => sum + word.trim().length, 0);

/** Words of both lines that stay, as their places in each. */
function kept(olds: readonly string[], news: readonly string[]): readonly (readonly [number, number])[] {
  if (olds.length * news.length > mostCompared) return [];
  // What is won from each pair of places on. A space decides only between ways that keep the same words.
  const width = news.length + 1;
  const most = new Int32Array((olds.length + 1) * width);
  for (let row = olds.length - 1; row >= 0; row--) {
    const word = olds[row] as string;
    const won = word.trim().length * 1000 + 1;
    for (let column = news.length - 1; column >= 0; column--) {
      const at = row * width + column;
      const other = Math.max(most[at + width] as number, most[at + 1] as number);
      most[at] = word === news[column] ? Math.max(other, won + (most[at + width + 1] as number)) : other;
    }
  }
  const found: [number, number][] = [];
  for (let [row, column] = [0, 0]; row < olds.length && column < news.length; ) {
    const at = row * width + column;
    if (most[at] === most[at + width]) row++;
    else if (most[at] === most[at + 1]) column++;
    else found.push([row++, column++]);
  }
  return found;
}
