/**
 * A second copy of the site in the cache, made of links to the very same files. A build changes it where something
 * changed and puts it where readers look; the site that stood there is then made the same, and is the copy from now on.
 * So a build touches as many files as changed, and still nobody sees a site that is being written.
 */
import { existsSync, linkSync, lstatSync, mkdirSync, renameSync, rmdirSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { sift } from "../../system/sift.ts";
import type { FilePrint } from "./files.ts";
import { marker } from "./own-files.ts";

/** Moves the copy to where the new site is written, an empty folder; tells what of it is as it was remembered. */
export function takeTwin(
  twin: string,
  folder: string,
  known: ReadonlyMap<string, FilePrint>,
): ReadonlySet<string> | undefined {
  if (!isTaken(twin, folder, known.size > 0)) return undefined;
  const there = new Set<string>();
  sift(folder, (path) => {
    const isSame = isAsKnown(folder, known.get(path));
    if (isSame) there.add(path);
    return isSame;
  });
  return there;
}

function isTaken(twin: string, folder: string, isWanted: boolean): boolean {
  if (!existsSync(twin)) return false;
  try {
    if (isWanted) {
      rmdirSync(folder);
      renameSync(twin, folder);
      return true;
    }
  } catch {
    mkdirSync(folder, { recursive: true });
  }
  drop(twin);
  return false;
}

/** What is of no use must not stay: a session may be in it that was withdrawn. */
function drop(twin: string): void {
  try {
    rmSync(twin, { recursive: true, force: true });
  } catch {
    // The next build tries again.
  }
}

function isAsKnown(folder: string, known: FilePrint | undefined): boolean {
  if (known === undefined) return false;
  const now = lstatSync(`${folder}/${known[0]}`);
  return now.isFile() && now.size === known[1] && now.mtimeMs === known[2] && now.ino === known[3];
}

export interface Change {
  /** What the old site consisted of, as far as it is known. */
  readonly before: readonly FilePrint[];
  readonly after: readonly FilePrint[];
}

/** Where more is new, the next build pays for the copy, if there is one. */
const mostChanged = 0.8;

/** Makes the old site a copy of the new one. */
export function keepTwin(twin: string, site: string, old: string, { before, after }: Change): void {
  const there = new Map(before.map((file) => [file[0], file[3]]));
  const wanted = new Map(after.map((file) => [file[0], file[3]]));
  const gone = [...there].flatMap(([path, inode]) => (wanted.get(path) === inode ? [] : [path]));
  const come = [...wanted].flatMap(([path, inode]) => (there.get(path) === inode ? [] : [path]));
  if (come.length > wanted.size * mostChanged) return;
  try {
    // On another disk there are no links to the site's files.
    if (statSync(dirname(twin)).dev !== statSync(site).dev) return;
    for (const path of [marker, ...gone]) rmSync(join(old, path), { force: true });
    for (const folder of new Set(come.map((path) => dirname(path)))) mkdirSync(join(old, folder), { recursive: true });
    for (const path of come) linkSync(join(site, path), join(old, path));
    // What was withdrawn leaves no trace, not even its name.
    for (const folder of new Set(gone.map((path) => dirname(path)))) removeEmpty(old, folder);
    renameSync(old, twin);
  } catch {
    // The next build does without.
  }
}

function removeEmpty(root: string, folder: string): void {
  for (let below = folder; below !== "."; below = dirname(below)) {
    try {
      rmdirSync(join(root, below));
    } catch {
      return;
    }
  }
}
