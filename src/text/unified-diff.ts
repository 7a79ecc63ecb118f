/** Hunks of a unified diff, as logs have it for a change. */
import type { Hunk } from "./hunks.ts";

const range = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@ ?(.*)$/;

/** The hunks of one file's unified diff; its first lines may name the files. */
export function unifiedHunks(diff: string): readonly Hunk[] {
  const hunks: Hunk[] = [];
  let open:
    | { readonly old: number; readonly now: number; readonly header: string; readonly lines: string[] }
    | undefined;
  const close = (): void => {
    if (open !== undefined) hunks.push(hunkOf(open.old, open.now, open.lines, open.header || undefined));
    open = undefined;
  };
  const lines = diff.replace(/\n$/, "").split("\n");
  for (const line of lines) {
    const [, old, now, header = ""] = range.exec(line) ?? [];
    if (old !== undefined) {
      close();
      open = { old: Number(old), now: Number(now), header, lines: [] };
    } else if (open !== undefined && /^[ +\\-]/.test(line)) open.lines.push(line);
    else if (open !== undefined && line === "") open.lines.push(" ");
  }
  close();
  return hunks;
}

/** With the numbers of lines counted from their signs. */
export function hunkOf(oldStart: number, newStart: number, lines: readonly string[], header: string | undefined): Hunk {
  const count = (signs: string): number => lines.filter((line) => signs.includes(line[0] ?? "")).length;
  return {
    ...{ oldStart, newStart, oldLines: count(" -"), newLines: count(" +"), lines },
    ...(header === undefined ? {} : { header }),
  };
}
