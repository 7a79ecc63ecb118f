/**
 * The finished site takes the old one's place. That is two moves and, where folders of the old site are adopted, some more
 * between them; a build that is killed there would leave nothing where readers look. So a process of its own makes them:
 * it has a session of its own, and ends its few moves whatever happens to the build. Should it be killed too, the next
 * build makes the moves that are left, or puts the old site back (output-folder.ts).
 */
import { type SpawnSyncOptions, spawnSync } from "node:child_process";
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { list, record } from "../../log/fields.ts";
import type { Adoption } from "./adopt.ts";

/** Where everything lies. */
export interface Places {
  readonly folder: string;
  readonly target: string;
  /** Where the old site goes. */
  readonly old: string;
  /** What was written for folders that are adopted, and the note of what is to be moved. */
  readonly aside: string;
}

export interface Swap extends Partial<Adoption> {
  /** Paths in the old site that go into the new one. */
  readonly kept: readonly string[];
}

type Move = readonly [from: string, to: string];

interface Moves {
  /** All of them or none. */
  readonly site: readonly Move[];
  readonly kept: readonly Move[];
}

const note = "moves.json";

export function swap(places: Places, wanted: Swap): void {
  const { folder, target } = places;
  // Without an old site it is one move, and nothing can be lost.
  if (!existsSync(target)) {
    renameSync(folder, target);
    return;
  }
  if (wanted.roots !== undefined) setAside(places, wanted, wanted.roots);
  // `detached` works here as for `spawn`; the types do not know it.
  const options: SpawnSyncOptions & { detached: boolean } = {
    detached: true,
    // Not as an argument: people may have put more into the folder than one can hold.
    input: JSON.stringify({ aside: places.aside, ...movesOf(places, wanted) }),
    stdio: ["pipe", "ignore", "ignore"],
    windowsHide: true,
  };
  // The folder stands in its command line, so that a list of processes tells what it is about.
  spawnSync(process.execPath, ["-e", program, "annals", target], options);
  // It could not start, or was stopped: what it did not do is done here.
  if (existsSync(folder)) move(movesOf(places, wanted));
  if (existsSync(places.aside)) rmSync(places.aside, { recursive: true, force: true });
}

/** From here on it can be told what is to become of a site that is half moved. */
function setAside({ folder, aside }: Places, wanted: Swap, roots: readonly string[]): void {
  mkdirSync(aside);
  for (const root of roots) if (existsSync(join(folder, root))) renameSync(join(folder, root), join(aside, root));
  const path = join(aside, note);
  writeFileSync(path, JSON.stringify(wanted));
  const file = openSync(path, "r+");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Makes the moves that a process which was killed had begun and not made. */
export function finishSwap(places: Places): void {
  const { folder, old, aside } = places;
  if (!existsSync(old) || !existsSync(folder)) return;
  const wanted = noted(join(aside, note));
  if (wanted !== undefined) move(movesOf(places, wanted));
}

function noted(file: string): Swap | undefined {
  try {
    const found = record(JSON.parse(readFileSync(file, "utf8")));
    const [roots, out, put, kept] = ["roots", "out", "put", "kept"].map((name) => paths(list(found, name)));
    return { ...(roots && out && put ? { roots, out, put } : {}), kept: kept ?? [] };
  } catch {
    return undefined;
  }
}

/** Nobody else's note leads out of the site. */
function paths(found: readonly unknown[] | undefined): readonly string[] | undefined {
  return found?.filter((path) => typeof path === "string" && !path.split(/[\\/]/).includes("..")) as
    | readonly string[]
    | undefined;
}

/**
 * A move is due as long as its file is there and its place is free, and none makes another one due again: so they can be
 * gone through once more from the start.
 */
function movesOf({ folder, target, old, aside }: Places, { roots = [], out = [], put = [], kept }: Swap): Moves {
  const between =
    (from: string, to: string) =>
    (path: string): Move => [join(from, path), join(to, path)];
  return {
    site: [
      [target, old],
      ...roots.map(between(old, folder)),
      ...out.map(between(folder, old)),
      ...put.map(between(aside, folder)),
      [folder, target],
    ],
    kept: kept.map(between(old, target)),
  };
}

function move({ site, kept }: Moves): void {
  const done: Move[] = [];
  try {
    for (const each of site) if (moved(each)) done.push(each);
  } catch (error) {
    for (const [from, to] of done.reverse()) {
      // Folders that were made for what is back again.
      if (existsSync(from)) renameSync(from, `${to}.empty`);
      renameSync(to, from);
    }
    throw error;
  }
  for (const each of kept) moved(each);
}

function moved([from, to]: Move): boolean {
  if (!existsSync(from) || existsSync(to)) return false;
  mkdirSync(dirname(to), { recursive: true });
  renameSync(from, to);
  return true;
}

/** What is there already stays, on both sides. */
export function moveInto(target: string, old: string, paths: readonly string[]): void {
  for (const path of paths) moved([join(old, path), join(target, path)]);
}

/** `move` as the other process runs it: plain JavaScript, however this file was compiled. */
const program = `
const { existsSync, mkdirSync, readFileSync, renameSync, rmSync } = require("node:fs");
const { dirname } = require("node:path");
const { aside, site, kept } = JSON.parse(readFileSync(0, "utf8"));
const done = [];
const moved = ([from, to]) => {
  if (!existsSync(from) || existsSync(to)) return false;
  mkdirSync(dirname(to), { recursive: true });
  renameSync(from, to);
  return true;
};
try {
  for (const each of site) if (moved(each)) done.push(each);
} catch (error) {
  for (const [from, to] of done.reverse()) {
    if (existsSync(from)) renameSync(from, to + ".empty");
    renameSync(to, from);
  }
  throw error;
}
for (const each of kept) moved(each);
rmSync(aside, { recursive: true, force: true });
`;
