/**
 * The numbered diff of an edit: a sign, the line's number, the line. Removed lines have the old file's numbers, added ones
 * the new file's; `...` stands for lines that are left out. Kept lines have the old file's numbers today, but in logs of 2025
 * those before a change count from 1: a hunk stands where its first change does.
 */
import type { Hunk } from "../../text/hunks.ts";

/** As Claude Code's `structuredPatch`; `undefined` where the text is not such a diff. */
export function hunksOf(diff: string): readonly Hunk[] | undefined {
  const hunks: Hunk[] = [];
  let lines: string[] = [];
  let [oldStart, oldLines, newLines] = [0, 0, 0];
  let hasChange = false;
  /** How much longer the new file is, up to the hunk. */
  let grown = 0;
  const close = (): void => {
    if (lines.length > 0) hunks.push({ oldStart, oldLines, newStart: oldStart + grown, newLines, lines });
    grown += newLines - oldLines;
    lines = [];
    [oldLines, newLines] = [0, 0];
    hasChange = false;
  };
  for (const line of diff.split("\n")) {
    if (/^\s+\.\.\.$/.test(line)) {
      close();
      continue;
    }
    const [, sign, digits, text = ""] = /^([ +-])\s*(\d+)(?: (.*))?$/s.exec(line) ?? [];
    if (sign === undefined) return undefined;
    if (lines.length === 0) oldStart = Number(digits);
    if (sign !== " " && !hasChange) {
      hasChange = true;
      oldStart = Math.max(0, sign === "-" ? Number(digits) - oldLines : Number(digits) - newLines - grown);
    }
    lines.push(`${sign}${text}`);
    if (sign !== "+") oldLines++;
    if (sign !== "-") newLines++;
  }
  close();
  return hunks.length === 0 ? undefined : hunks;
}
