/** Runs the command as a user would, compiled (test/support/setup.ts), with a home of its own. */
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { inject } from "vitest";

declare module "vitest" {
  export interface ProvidedContext {
    command: string;
  }
}

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export function run(scratch: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Ran {
  const home = join(scratch, "home");
  mkdirSync(home, { recursive: true });
  const { status, stdout, stderr } = spawnSync(process.execPath, [inject("command"), ...args], {
    cwd: scratch,
    encoding: "utf8",
    maxBuffer: 1 << 28,
    env: { PATH: process.env.PATH ?? "", TZ: "UTC", HOME: home, CLAUDE_CONFIG_DIR: join(home, "none"), ...env },
  });
  return { code: status, stdout, stderr };
}
