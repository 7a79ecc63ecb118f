/**
 * The finished site takes the old one's place. That is two moves, and a build that is killed between them would leave
 * nothing where readers look. So a process of its own makes them: it has a session of its own, and ends its few moves
 * whatever happens to the build. Should it be killed too, the next build puts the old site back (output-folder.ts).
 */
import { type SpawnSyncOptions, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync } from "node:fs";
import { dirname, join } from "node:path";

export interface Swap {
  readonly folder: string;
  readonly target: string;
  /** Where the old site goes. */
  readonly old: string;
  /** Paths in the old site that go into the new one. */
  readonly kept: readonly string[];
}

export function swap(moves: Swap): void {
  const { folder, target } = moves;
  // Without an old site it is one move, and nothing can be lost.
  if (!existsSync(target)) renameSync(folder, target);
  else {
    // `detached` works here as for `spawn`; the types do not know it.
    const options: SpawnSyncOptions & { detached: boolean } = {
      detached: true,
      // Not as an argument: people may have put more into the folder than one can hold.
      input: JSON.stringify(moves),
      stdio: ["pipe", "ignore", "ignore"],
      windowsHide: true,
    };
    // The folder stands in its command line, so that a list of processes tells what it is about.
    spawnSync(process.execPath, ["-e", program, "annals", target], options);
    // It could not start, or was stopped: what it did not do is done here.
    if (existsSync(folder)) move(moves);
  }
}

function move({ folder, target, old, kept }: Swap): void {
  if (existsSync(target)) renameSync(target, old);
  try {
    renameSync(folder, target);
  } catch (error) {
    if (existsSync(old)) renameSync(old, target);
    throw error;
  }
  moveInto(target, old, kept);
}

/** What is there already stays, on both sides. */
export function moveInto(target: string, old: string, paths: readonly string[]): void {
  for (const path of paths) {
    if (!existsSync(join(old, path)) || existsSync(join(target, path))) continue;
    mkdirSync(dirname(join(target, path)), { recursive: true });
    renameSync(join(old, path), join(target, path));
  }
}

/** `move` as the other process runs it: plain JavaScript, however this file was compiled. */
const program = `
const { existsSync, mkdirSync, readFileSync, renameSync } = require("node:fs");
const { dirname, join } = require("node:path");
const { folder, target, old, kept } = JSON.parse(readFileSync(0, "utf8"));
renameSync(target, old);
try {
  renameSync(folder, target);
} catch (error) {
  renameSync(old, target);
  throw error;
}
for (const path of kept) {
  if (!existsSync(join(old, path)) || existsSync(join(target, path))) continue;
  mkdirSync(dirname(join(target, path)), { recursive: true });
  renameSync(join(old, path), join(target, path));
}
`;
