/** Whether files are as they were: by what the file system says of them, and where that is not enough, by their bytes. */
import { createHash } from "node:crypto";
import { closeSync, lstatSync, readSync } from "node:fs";
import type { LogFile } from "../../log/discover.ts";
import { openRegular } from "../../log/regular-file.ts";
import type { SessionFiles } from "../../log/session-files.ts";
import { besideLog } from "../../system/packed-file.ts";

export interface Fingerprint {
  readonly text: string;
  /** Some file was written just now: it may change again without its time telling. */
  readonly isFresh: boolean;
}

/** Clocks of file systems tick this slowly, the worst of them. */
const tick = 2000;
const chunkBytes = 1 << 20;

/** All files that a session is read from. */
export function filesOf({ file, agents, outputs }: SessionFiles): readonly string[] {
  const logs = [...(file === undefined ? [] : [file]), ...agents.map((agent) => agent.file)].flatMap(pathsOf);
  const notes = agents.map((agent) => besideLog(agent.file.path, ".meta.json"));
  return [...logs, ...notes, ...outputs.values()];
}

/**
 * Prompts that stand for a log that is gone are no file, and a file with several sessions says nothing of one of them:
 * `statesOf` has what does.
 */
const pathsOf = ({ path, versions = [], beside = [], prompts, state }: LogFile): readonly string[] =>
  prompts !== undefined ? [] : state === undefined ? [path, ...versions, ...beside] : beside;

/** What tells of a change beside the files themselves. */
export function statesOf({ file, agents }: SessionFiles): readonly unknown[] {
  return [file, ...agents.map((agent) => agent.file)].flatMap((each) => [
    ...(each?.prompts ?? (each?.state === undefined ? [] : [each.state])),
    // Lines that were copied stay as they are; whether the log is there that has them may change.
    ...(each?.copiedFrom === undefined ? [] : [each.copiedFrom]),
  ]);
}

export function fingerprintOf(paths: readonly string[], now = Date.now()): Fingerprint {
  let isFresh = false;
  const parts = paths.map((path) => {
    try {
      const { size, mtimeMs, ctimeMs, ino } = lstatSync(path);
      if (Math.max(mtimeMs, ctimeMs) > now - tick) isFresh = true;
      return `${size} ${mtimeMs} ${ctimeMs} ${ino}`;
    } catch {
      return "-";
    }
  });
  return { text: parts.join("\n"), isFresh };
}

/** Of all bytes; what cannot be read counts as such. */
export function contentOf(paths: readonly string[]): string {
  const hash = createHash("sha256");
  const chunk = Buffer.allocUnsafe(chunkBytes);
  for (const path of paths) {
    hash.update(`\0${path}\0`);
    try {
      const { file } = openRegular(path);
      try {
        for (let got = readSync(file, chunk); got > 0; got = readSync(file, chunk)) hash.update(chunk.subarray(0, got));
      } finally {
        closeSync(file);
      }
    } catch {
      hash.update("-");
    }
  }
  return hash.digest("base64url");
}
