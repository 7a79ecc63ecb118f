/** A site is written aside and moved into place, so that a reader never sees half of one. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { Locked, lock } from "./lock.ts";
import { swap } from "./swap.ts";

/** Says that a folder is ours to replace. */
export const marker = ".annals.json";
/** What people keep in a published folder; it moves along. */
const kept = [".git", "CNAME"];

/** What stands in a site's folder and is no part of the site. */
export const isOurs = (name: string): boolean => name !== marker && !kept.includes(name);

export const mark = (folder: string): void => writeFileSync(join(folder, marker), '{"made by":"annals"}\n');

export interface Place {
  /** Where to write. */
  readonly folder: string;
  /** Puts the finished site where readers look. `retire` may take the one that was there; what it leaves is removed. */
  readonly finish: (retire?: (old: string) => void) => void;
  readonly abandon: () => void;
}

export class PlaceTaken extends Error {}

export function prepare(output: string): Place {
  // Where the path is a link, the folder it leads to is the site; the link stays.
  const target = existsSync(output) ? realpathSync(output) : resolve(output);
  refuseForeign(target);
  const parent = dirname(target);
  mkdirSync(parent, { recursive: true });
  const beside = (what: string): string => join(parent, `.${basename(target)}.${what}`);
  const hold = lock(beside("lock"), target);
  const folder = beside(`new-${process.pid}`);
  let stopListening = (): void => undefined;
  const abandon = (): void => {
    stopListening();
    rmSync(folder, { recursive: true, force: true });
    hold.release();
  };
  try {
    tidy(target, beside);
    mkdirSync(folder);
  } catch (error) {
    abandon();
    throw error;
  }
  stopListening = onSignal(abandon);
  return {
    folder,
    abandon,
    finish: (retire) => {
      mark(folder);
      if (!hold.isOurs()) throw new Locked(`Another build took over "${target}"; nothing was changed.`);
      const old = beside(`old-${process.pid}`);
      swap({ folder, target, old, kept });
      if (existsSync(old) && !isKeeping(old)) retire?.(old);
      remove(old, beside);
      stopListening();
      hold.release();
    },
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

/** What builds left that were killed: an old site goes back where it was missed, the rest goes. */
function tidy(target: string, beside: (what: string) => string): void {
  const parent = dirname(target);
  const start = basename(beside(""));
  const left = readdirSync(parent).filter(
    (name) => name.startsWith(start) && /^(?:new|old|gone|lock(?:-dead)?)-\d+$/.test(name.slice(start.length)),
  );
  for (const name of left.filter((each) => each.startsWith(`${start}old-`))) {
    const old = join(parent, name);
    if (!existsSync(target)) renameSync(old, target);
    else {
      for (const each of kept)
        if (existsSync(join(old, each)) && !existsSync(join(target, each)))
          renameSync(join(old, each), join(target, each));
    }
  }
  for (const name of left) remove(join(parent, name), beside);
}

const isKeeping = (folder: string): boolean => kept.some((name) => existsSync(join(folder, name)));

/** Named away first: whoever still wants to move it finds nothing, instead of half. */
function remove(folder: string, beside: (what: string) => string): void {
  if (!existsSync(folder) || isKeeping(folder)) return;
  const gone = beside(`gone-${process.pid}`);
  if (folder !== gone) {
    rmSync(gone, { recursive: true, force: true });
    renameSync(folder, gone);
  }
  empty(gone);
  rmSync(gone, { recursive: true, force: true });
}

/** Half the work of rmSync, which asks what each file is; whatever resists is left to it. */
function empty(folder: string): void {
  try {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        empty(path);
        rmdirSync(path);
      } else unlinkSync(path);
    }
  } catch {
    // Said by rmSync, if it matters.
  }
}

const signals = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/** Ctrl-C leaves nothing lying about. */
function onSignal(abandon: () => void): () => void {
  const names = Object.keys(signals) as (keyof typeof signals)[];
  const leave = (name: NodeJS.Signals): void => {
    abandon();
    process.exit(signals[name as keyof typeof signals]);
  };
  for (const name of names) process.once(name, leave);
  return () => {
    for (const name of names) process.removeListener(name, leave);
  };
}
