/** The files of a part of the site, with fingerprints that show whether they are as they were written. */
import { lstatSync, mkdirSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { linkOrCopy } from "../../system/link.ts";
import { adoptable } from "./adopt.ts";

/** Path from the site's root, then what the file system says of it. */
export type FileFingerprint = readonly [path: string, size: number, modified: number, inode: number];

/** All regular files below, in the order of their names. */
export function filesIn(root: string, below: string, isWanted = (_name: string): boolean => true): FileFingerprint[] {
  const found: FileFingerprint[] = [];
  const folders = [below];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = `${folder}${entry.name}`;
      if (!isWanted(path)) continue;
      if (entry.isDirectory()) folders.push(`${path}/`);
      else if (entry.isFile()) found.push(fingerprintOf(root, path));
    }
  }
  return found.sort(([a], [b]) => (a < b ? -1 : 1));
}

export function fingerprintOf(root: string, path: string): FileFingerprint {
  // Asked of each of many thousands: `join` would take these paths apart.
  const { size, mtimeMs, ino } = lstatSync(`${root}/${path}`);
  return [path, size, mtimeMs, ino];
}

export function areThere(root: string, files: readonly FileFingerprint[]): boolean {
  try {
    return files.every(([path, size, modified, inode]) => {
      const now = fingerprintOf(root, path);
      return now[1] === size && now[2] === modified && now[3] === inode;
    });
  } catch {
    return false;
  }
}

/** Takes files over from the site before: where `adopt` is there, those in folders that move as a whole need no more than that. */
export function keepFiles(
  { previous, folder, adopt }: Taking,
  files: readonly FileFingerprint[],
): readonly FileFingerprint[] {
  const isAdopted = ([path]: FileFingerprint): boolean => adoptable.some((root) => path.startsWith(root));
  if (adopt === undefined) return takeOver(previous, folder, files);
  const linked = takeOver(
    previous,
    folder,
    files.filter((file) => !isAdopted(file)),
  );
  const adopted = files.filter(isAdopted);
  for (const [path] of adopted) adopt(path);
  return [...adopted, ...linked];
}

interface Taking {
  readonly previous: string;
  readonly folder: string;
  readonly adopt?: (path: string) => void;
}

/** Takes files over into another folder. */
export function takeOver(from: string, to: string, files: readonly FileFingerprint[]): readonly FileFingerprint[] {
  const made = new Set<string>();
  return files.map((file) => {
    const [path] = file;
    const target = join(to, path);
    const folder = dirname(target);
    if (!made.has(folder)) mkdirSync(folder, { recursive: true });
    made.add(folder);
    // Two sessions may show the same picture; it is named by its bytes.
    return linkOrCopy(join(from, path), target) ? file : fingerprintOf(to, path);
  });
}
