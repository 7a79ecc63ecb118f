/** A site is written aside and moved into place, so that a reader never sees half of one. */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

/** Says that a folder is ours to replace. */
export const marker = ".annals.json";
/** What people keep in a published folder; it moves along. */
const kept = [".git", "CNAME"];

export interface Place {
  /** Where to write. */
  readonly folder: string;
  /** Puts the finished site where readers look. */
  readonly finish: () => void;
  readonly abandon: () => void;
}

export class PlaceTaken extends Error {}

export function prepare(output: string): Place {
  const target = resolve(output);
  refuseForeign(target);
  restore(target);
  mkdirSync(dirname(target), { recursive: true });
  const folder = join(dirname(target), `.${basename(target)}.new-${process.pid}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  return {
    folder,
    finish: () => swap(folder, target),
    abandon: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function refuseForeign(target: string): void {
  if (!existsSync(target)) return;
  if (!statSync(target).isDirectory()) throw new PlaceTaken(`"${target}" is a file, not a folder.`);
  const names = readdirSync(target).filter((name) => !kept.includes(name));
  if (names.length > 0 && !names.includes(marker)) {
    throw new PlaceTaken(`"${target}" is not empty and was not made by annals; name another folder with -o.`);
  }
}

function swap(folder: string, target: string): void {
  writeFileSync(join(folder, marker), '{"made by":"annals"}\n');
  const old = join(dirname(target), `.${basename(target)}.old-${process.pid}`);
  const had = existsSync(target);
  if (had) {
    rmSync(old, { recursive: true, force: true });
    renameSync(target, old);
  }
  renameSync(folder, target);
  if (!had) return;
  for (const name of kept) if (existsSync(join(old, name))) renameSync(join(old, name), join(target, name));
  rmSync(old, { recursive: true, force: true });
}

/** A build that was killed between the two moves left the old site aside. */
function restore(target: string): void {
  const parent = dirname(target);
  if (!existsSync(parent)) return;
  const left = readdirSync(parent).filter((name) => name.startsWith(`.${basename(target)}.old-`));
  for (const name of left) {
    if (isRunning(Number(name.split("-").pop()))) continue;
    if (!existsSync(target)) renameSync(join(parent, name), target);
    else rmSync(join(parent, name), { recursive: true, force: true });
  }
  for (const name of readdirSync(parent)) {
    const isLeft = name.startsWith(`.${basename(target)}.new-`) && !isRunning(Number(name.split("-").pop()));
    if (isLeft) rmSync(join(parent, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
