/** Lines that carry where they come from, through the changes of a text. */
import { keptLines } from "./kept-lines.ts";

/** Texts with less in common than this many changes are taken as replaced whole. */
const mostChanges = 2000;

export const linesOf = (text: string): readonly string[] => {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
};

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
  const kept = old.length === 0 || now.length === 0 ? undefined : keptLines(old, now, Math.min(most, mostChanges));
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
