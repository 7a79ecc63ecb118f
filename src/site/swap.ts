/**
 * The finished site takes the old one's place. That is two moves, and a build that is killed between them would leave
 * nothing where readers look. So a process of its own makes them: it lives in a session of its own, and ends its few
 * moves whatever happens to the build. Should it be killed too, the next build puts the old site back (place.ts).
 */
import { spawnSync } from "node:child_process";
import { existsSync, renameSync } from "node:fs";
import { join } from "node:path";

export interface Swap {
  readonly folder: string;
  readonly target: string;
  /** Where the old site goes. */
  readonly old: string;
  /** What stays in the published folder. */
  readonly kept: readonly string[];
}

export function swap(moves: Swap): void {
  if (!existsSync(moves.target)) {
    // One move: there is nothing to lose.
    renameSync(moves.folder, moves.target);
    return;
  }
  const { status } = spawnSync(process.execPath, ["-e", script, JSON.stringify(moves)], {
    detached: true,
    stdio: "ignore",
    env: {},
    windowsHide: true,
  });
  if (status !== 0 && existsSync(moves.folder)) move(moves);
}

/** Written so that its own text is the program of the other process: nothing from outside but what it names. */
function move({ folder, target, old, kept }: Swap): void {
  if (existsSync(target)) renameSync(target, old);
  try {
    renameSync(folder, target);
  } catch (error) {
    if (existsSync(old)) renameSync(old, target);
    throw error;
  }
  for (const name of kept) {
    if (existsSync(join(old, name)) && !existsSync(join(target, name))) renameSync(join(old, name), join(target, name));
  }
}

const script = `const { existsSync, renameSync } = require("node:fs"); const { join } = require("node:path"); (${move})(JSON.parse(process.argv[1]))`;
