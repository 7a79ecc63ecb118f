/** Puts finished copies into their folder: each whole or not at all, and the list of them last. */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { attributes, attributesFile, sumOf, sumsFile, sumsText } from "./sums.ts";

export interface Placed {
  readonly written: number;
  readonly bytes: number;
  /** Files that GitHub does not take. */
  readonly large: readonly string[];
}

/** GitHub refuses a push with a larger file. */
const mostFile = 100_000_000;

export function moveIntoPlace(
  staging: string,
  folder: string,
  paths: readonly string[],
  gone: readonly string[],
): Placed {
  const sums = new Map<string, string>();
  const large: string[] = [];
  let [written, bytes] = [0, 0];
  for (const path of paths) {
    const content = readFileSync(join(staging, path));
    sums.set(path, sumOf(content));
    bytes += content.length;
    if (content.length > mostFile) large.push(path);
    const target = join(folder, path);
    if (existsSync(target) && readFileSync(target).equals(content)) continue;
    mkdirSync(dirname(target), { recursive: true });
    const aside = `${target}.${process.pid}.part`;
    copyFileSync(join(staging, path), aside);
    renameSync(aside, target);
    written++;
  }
  for (const path of gone) remove(folder, path);
  put(join(folder, attributesFile), attributes);
  put(join(folder, sumsFile), sumsText(sums));
  return { written, bytes, large };
}

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  if (existsSync(path) && readFileSync(path, "utf8") === text) return;
  const aside = `${path}.${process.pid}.part`;
  writeFileSync(aside, text);
  renameSync(aside, path);
}

/** With the folders that are empty then. */
function remove(folder: string, path: string): void {
  rmSync(join(folder, path), { force: true });
  for (let at = dirname(path); at !== "."; at = dirname(at)) {
    if (readdirSync(join(folder, at)).length > 0) return;
    rmdirSync(join(folder, at));
  }
}
