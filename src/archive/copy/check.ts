/** Whether a folder holds nothing but redacted copies: every file is one that we wrote, and no rule finds anything in it. */
import { lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Leak, publishGate, type RedactOptions } from "../../redact/index.ts";
import { filesOfCopy, readSums, sumOf } from "./sums.ts";

export interface CheckedCopy {
  readonly files: number;
  /** Raw logs, or copies that were changed since they were written. */
  readonly foreign: readonly string[];
  readonly leaks: readonly Leak[];
}

export function checkCopy(folder: string, redact: RedactOptions): CheckedCopy {
  const files = filesOfCopy(folder);
  const sums = readSums(folder);
  const isFile = (path: string): boolean => lstatSync(join(folder, path)).isFile();
  const foreign = files.filter(
    (path) => !isFile(path) || !sums.get(path)?.has(sumOf(readFileSync(join(folder, path)))),
  );
  return { files: files.length, foreign, leaks: publishGate(redact).scan(folder, files.filter(isFile)) };
}
