/** The hunks of an edit, counted and made: what is known of a change before anything is drawn. */
// By its own path: the package's index would load all of its twenty files.
import { structuredPatch } from "diff/lib/patch/create.js";

/** The form of `structuredPatch` in the logs and of jsdiff: each line starts with ` `, `+`, `-` or `\`. */
export interface Hunk {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
  readonly lines: readonly string[];
  /** As a patch has it, with the function that it is in. */
  readonly header?: string;
}

const maximumEdits = 1_000;
const contextLines = 3;

export function counts(hunks: readonly Hunk[]): { readonly added: number; readonly removed: number } {
  let added = 0;
  let removed = 0;
  for (const { lines } of hunks) {
    for (const line of lines) {
      if (line.startsWith("+")) added++;
      else if (line.startsWith("-")) removed++;
    }
  }
  return { added, removed };
}

/** Hunks of an edit that the log gives only as two texts. */
export function hunksFromStrings(before: string, after: string): Hunk[] {
  const patch = structuredPatch("", "", before, after, undefined, undefined, {
    context: contextLines,
    maxEditLength: maximumEdits,
  });
  return patch?.hunks ?? replacement(before.split("\n"), after.split("\n"));
}

/** For texts with too little in common: what stands between their equal beginnings and ends was replaced whole. */
function replacement(before: readonly string[], after: readonly string[]): Hunk[] {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  const from = Math.max(0, start - contextLines);
  const trailing = Math.min(end, contextLines);
  const lines = [
    ...before.slice(from, start).map((line) => ` ${line}`),
    ...before.slice(start, before.length - end).map((line) => `-${line}`),
    ...after.slice(start, after.length - end).map((line) => `+${line}`),
    ...before.slice(before.length - end, before.length - end + trailing).map((line) => ` ${line}`),
  ];
  const length = (side: readonly string[]) => side.length - end - from + trailing;
  return [{ oldStart: from + 1, oldLines: length(before), newStart: from + 1, newLines: length(after), lines }];
}
