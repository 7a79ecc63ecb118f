/** One writer at a time per folder. A lock file names its process; it is void when that is dead, or has not touched it for long. */
import { linkSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";

export class Locked extends Error {}

export interface Lock {
  /** False once another writer took it for dead. */
  readonly isOurs: () => boolean;
  readonly release: () => void;
}

const touchEvery = 30_000;
/** A number may belong to another process by now, or to another machine; whoever lives touches its lock. */
const deadAfter = 15 * 60_000;
/** Between making the file and writing into it. */
const halfWritten = 10_000;

/** By this process. A lock that names it and is not among them was left by one that had its number: 1 in every container. */
const heldHere = new Set<string>();

/** What to say where another one holds it: who that is, as far as that is known. */
export type WhoSays = (who: string) => string;

export function lock(path: string, says: WhoSays): Lock {
  const own = `${JSON.stringify({ pid: process.pid, host: hostname(), since: new Date().toISOString() })}\n`;
  for (let attempt = 0; attempt < 10; attempt++) {
    if (create(path, own)) return held(path, own);
    const other = read(path);
    if (other === undefined) continue;
    const pid = Number(/"pid":(\d+)/.exec(other.text)?.[1]);
    if (isHeld(path, other, pid)) {
      throw new Locked(says(Number.isNaN(pid) ? "" : ` (process ${pid})`));
    }
    takeAway(path, other.text);
  }
  throw new Locked(`"${path}" cannot be had; remove it if nothing else runs.`);
}

/** Appears with its text in it: one that is killed here leaves no lock that names nobody. */
function create(path: string, text: string): boolean {
  const aside = `${path}-${process.pid}`;
  try {
    writeFileSync(aside, text);
    linkSync(aside, path);
    return true;
  } catch (error) {
    if (isCode(error, "EEXIST")) return false;
    // A file system without links.
    return createInPlace(path, text);
  } finally {
    rmSync(aside, { force: true });
  }
}

function createInPlace(path: string, text: string): boolean {
  try {
    writeFileSync(path, text, { flag: "wx" });
    return true;
  } catch (error) {
    if (isCode(error, "EEXIST")) return false;
    throw error;
  }
}

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && "code" in error && error.code === code;

interface Found {
  readonly text: string;
  readonly age: number;
}

function read(path: string): Found | undefined {
  try {
    return { age: Date.now() - statSync(path).mtimeMs, text: readFileSync(path, "utf8") };
  } catch {
    return undefined;
  }
}

function isHeld(path: string, { text, age }: Found, pid: number): boolean {
  if (Number.isNaN(pid)) return age < halfWritten;
  if (age > deadAfter) return false;
  if (pid === process.pid && heldHere.has(path)) return true;
  return !text.includes(`"host":${JSON.stringify(hostname())}`) || isRunning(pid);
}

/** Moved, not removed: of two who find a dead lock, one must not take the other's new one. */
function takeAway(path: string, dead: string): void {
  const aside = `${path}-dead-${process.pid}`;
  try {
    renameSync(path, aside);
    const taken = readFileSync(aside, "utf8");
    if (taken !== dead) create(path, taken);
    rmSync(aside, { force: true });
  } catch {
    // Another one was faster; the next attempt sees its lock.
  }
}

function held(path: string, own: string): Lock {
  const isOurs = (): boolean => read(path)?.text === own;
  const timer = setInterval(() => {
    const now = new Date();
    try {
      if (isOurs()) utimesSync(path, now, now);
    } catch {
      // The next touch tells.
    }
  }, touchEvery);
  timer.unref();
  heldHere.add(path);
  return {
    isOurs,
    release: () => {
      clearInterval(timer);
      heldHere.delete(path);
      if (isOurs()) rmSync(path, { force: true });
    },
  };
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
