/**
 * The list of what a redacted copy holds, by hash, as `sha256sum` writes it. It tells our files from a raw log that
 * somebody put beside them. One line a file, so that two people's additions merge.
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";

export const sumsFile = "annals-redacted.sha256";
export const attributesFile = ".gitattributes";
const head = "# Redacted copies of session logs, written by annals keep --redacted. Do not put other files here.\n";
/** Bytes stay as they are on every system, and the list is merged line by line. */
export const attributes = `* -text\n${sumsFile} merge=union\n`;

/** By path; two people's lists may name a file twice. */
export type Sums = ReadonlyMap<string, ReadonlySet<string>>;

export const isCopy = (folder: string): boolean => existsSync(join(folder, sumsFile));

export function readSums(folder: string): Sums {
  const sums = new Map<string, Set<string>>();
  const text = isCopy(folder) ? readFileSync(join(folder, sumsFile), "utf8") : "";
  for (const line of text.split(/\r?\n/)) {
    const [, sum, path] = /^([0-9a-f]{64}) [ *](.+)$/.exec(line) ?? [];
    if (sum !== undefined && path !== undefined) sums.set(path, (sums.get(path) ?? new Set()).add(sum));
  }
  return sums;
}

export const sumsText = (sums: ReadonlyMap<string, string>): string =>
  `${head}${[...sums]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, sum]) => `${sum}  ${path}\n`)
    .join("")}`;

export const sumOf = (content: Uint8Array): string => createHash("sha256").update(content).digest("hex");

/** Files of a copy, by their paths in it, but for those that make it one. Links are listed too: they are not ours. */
export function filesOfCopy(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .map((path) => path.split(sep).join("/"))
    .filter((path) => path !== sumsFile && path !== attributesFile)
    .sort();
}
