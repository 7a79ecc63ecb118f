/** Where the logs are: what was named, else this person's own, else the bundled sample. */
import { existsSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { UsageError } from "./usage-error.ts";

export interface Sources {
  readonly paths: readonly string[];
  readonly isSample: boolean;
}

const sample = fileURLToPath(new URL("../../fixtures/sample/projects", import.meta.url));

export function findSources(named: readonly string[]): Sources {
  if (named.length > 0) return { paths: named.map(existing), isSample: false };
  const own = usualFolders().filter((path) => existsSync(path));
  return own.length > 0 ? { paths: own, isSample: false } : { paths: [sample], isSample: true };
}

function usualFolders(): readonly string[] {
  const configured = process.env.CLAUDE_CONFIG_DIR;
  const folders = [
    ...(configured === undefined || configured === ""
      ? []
      : configured.split(",").map((path) => join(path.trim(), "projects"))),
    join(homedir(), ".claude", "projects"),
    join(homedir(), ".config", "claude", "projects"),
  ];
  return [...new Set(folders.map((path) => resolve(path)))];
}

/** `~/.claude` itself may be named; its logs are in `projects`. */
function existing(path: string): string {
  const full = resolve(path);
  if (!existsSync(full)) throw new UsageError(`There is no file or folder "${path}".`);
  const below = join(full, "projects");
  return statSync(full).isDirectory() && existsSync(below) && statSync(below).isDirectory() ? below : full;
}
