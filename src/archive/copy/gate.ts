/** The last look at what goes into a copy: as strangers see it, file by file. What cannot be taken out of a line takes the line with it. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isJson } from "../../log/merged-lines.ts";
import { type Leak, leakLine, publishGate, type ScanOptions } from "../../redact/index.ts";
import { isStandIn, unreadableLine } from "./line.ts";

/** Returns what was taken out; throws where something is left. */
export function clearStaged(folder: string, files: readonly string[], options: ScanOptions): readonly Leak[] {
  const { taken, left } = publishGate(options).clear(folder, files);
  for (const file of new Set(taken.map((leak) => leak.file)))
    if (/\.jsonl?$/.test(file)) dropLines(folder, file, (line) => !isJson(line) && !isStandIn(line));
  // By the rules alone, as the check of a repository that knows nothing of the logs.
  const { known: _, ...rules } = options;
  const again = publishGate(rules).scan(folder, files);
  const all = [...left, ...again];
  for (const file of new Set(all.map((leak) => leak.file))) {
    const lines = new Set(all.filter((leak) => leak.file === file).map(({ line }) => line));
    dropLines(folder, file, (_line, number) => lines.has(number));
  }
  const [last] = all.length === 0 ? [] : publishGate(options).scan(folder, files);
  if (last !== undefined)
    throw new Error(
      `The copy would hold what must not be seen, and it cannot be taken out (${leakLine(last)}); nothing was written.`,
    );
  return [...taken, ...all];
}

function dropLines(folder: string, file: string, isDropped: (line: string, number: number) => boolean): void {
  const path = join(folder, file);
  const before = readFileSync(path, "utf8");
  const after = before
    .split("\n")
    .map((line, at) => (line !== "" && isDropped(line, at + 1) ? unreadableLine(line.length) : line))
    .join("\n");
  if (after !== before) writeFileSync(path, after);
}
