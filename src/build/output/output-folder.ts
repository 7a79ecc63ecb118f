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
import { Locked, lock } from "../../system/lock.ts";
import { adoptable, adoption } from "./adopt.ts";
import { filesBelow, type Marked, marker, markerFor, pathsOf, peoplesFiles } from "./own-files.ts";
import { finishSwap, moveInto, swap } from "./swap.ts";

/** A folder with nothing but these is as good as empty: a repository that pages are served from. */
const beforeTheFirst = [".git", ".gitattributes", ".gitignore", "CNAME"];

/** A finished site says that it is one, what of it is ours, and which addresses it gave. */
export const mark = (folder: string, marked: Marked = {}): void =>
  writeFileSync(join(folder, marker), markerFor(folder, marked));

export interface OutputFolder {
  /** Where to write. */
  readonly folder: string;
  /** A file of the old site that the new one has as it is: nothing stands for it in the folder. */
  readonly adopt: (path: string) => void;
  /** Puts the finished site where readers look. */
  readonly finish: (marked?: Marked) => void;
  readonly abandon: () => void;
}

export class OutputRefused extends Error {}

export function prepareOutput(output: string): OutputFolder {
  // Where the path is a link, the folder it leads to is the site; the link stays.
  const target = existsSync(output) ? realpathSync(output) : resolve(output);
  refuseForeign(target);
  const parent = dirname(target);
  const beside = (what: string): string => join(parent, `.${basename(target)}.${what}`);
  const hold = held(target, parent, beside("lock"));
  const places = placesOf(target, beside, process.pid);
  const { folder, old, aside } = places;
  const adopted = new Set<string>();
  let stopListening = (): void => undefined;
  const abandon = (): void => {
    stopListening();
    // Half moved, and it cannot be undone: the next build ends it.
    if (existsSync(target) || !existsSync(old))
      for (const each of [folder, aside]) rmSync(each, { recursive: true, force: true });
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
    adopt: (path) => adopted.add(path),
    finish: (marked) => {
      // Without an old site nobody asks for thousands of files that we know by their names.
      const fresh = adopted.size === 0 ? filesBelow(folder, adoptable) : filesBelow(folder);
      mark(folder, { paths: fresh, ...marked });
      if (!hold.isOurs()) throw new Locked(`Another build took over "${target}"; nothing was changed.`);
      const { all, theirs } = existsSync(target) ? pathsOf(target, adopted) : { all: [], theirs: [] };
      refuseClash(folder, target, theirs);
      swap(places, { ...adoption(adopted, all, fresh), kept: theirs });
      // What came meanwhile waits for the next build (`tidy`).
      if (existsSync(old) && peoplesFiles(old).length === 0) remove(old, beside);
      stopListening();
      hold.release();
    },
  };
}

const placesOf = (target: string, beside: (what: string) => string, pid: number | string) => ({
  ...{ target, folder: beside(`new-${pid}`), old: beside(`old-${pid}`), aside: beside(`moves-${pid}`) },
});

function refuseForeign(target: string): void {
  if (!existsSync(target)) return;
  if (!statSync(target).isDirectory()) throw new OutputRefused(`"${target}" is a file, not a folder.`);
  const names = readdirSync(target).filter((name) => !beforeTheFirst.includes(name));
  if (names.length > 0 && !names.includes(marker)) {
    throw new OutputRefused(`"${target}" is not empty and was not made by annals; name another folder with -o.`);
  }
}

/** The output may lie in a folder that is not ours to write: then that is said, not which file of ours failed there. */
function held(target: string, parent: string, path: string): ReturnType<typeof lock> {
  try {
    mkdirSync(parent, { recursive: true });
    const wait = `is writing to "${target}"; wait for it to end, or name another folder with -o.`;
    return lock(path, (who) => `Another build${who} ${wait}`);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code === "") throw error;
    throw new Error(`The site "${target}" cannot be written: nothing can be made in the folder "${parent}" (${code}).`);
  }
}

/** A person's file stands where the new site has one of its own: neither may be lost. */
function refuseClash(folder: string, target: string, kept: readonly string[]): void {
  const clash = kept.find((path) => existsSync(join(folder, path)) || isBelowFile(folder, path));
  if (clash !== undefined)
    throw new OutputRefused(
      `"${join(target, clash)}" was not made by annals, but the new site has that file; move it away.`,
    );
}

function isBelowFile(folder: string, path: string): boolean {
  const above = dirname(path);
  if (above === ".") return false;
  return existsSync(join(folder, above)) ? !statSync(join(folder, above)).isDirectory() : isBelowFile(folder, above);
}

/** What builds left that were killed: an old site goes back where it was missed, what people had in it follows, the rest goes. */
function tidy(target: string, beside: (what: string) => string): void {
  const parent = dirname(target);
  const start = basename(beside(""));
  const left = (): readonly string[] =>
    readdirSync(parent).filter(
      (name) => name.startsWith(start) && /^(?:new|old|gone|moves|lock(?:-dead)?)-\d+$/.test(name.slice(start.length)),
    );
  // Before anything that they are about is taken for left over.
  for (const name of left())
    if (name.startsWith(`${start}moves-`))
      finishSwap(placesOf(target, beside, name.slice(start.length + "moves-".length)));
  for (const name of left()) {
    const path = join(parent, name);
    if (!name.startsWith(`${start}old-`)) remove(path, beside);
    else if (!existsSync(target)) renameSync(path, target);
    else if (statSync(path).isDirectory()) {
      moveInto(target, path, peoplesFiles(path));
      if (peoplesFiles(path).length === 0) remove(path, beside);
    }
  }
}

/** Named away first: whoever still wants to move it finds nothing, instead of half. */
function remove(folder: string, beside: (what: string) => string): void {
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
