/** Where the logs are: what was named, else this person's own, else the bundled sample. */

import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { sourcePath } from "../log/source-path.ts";
import { packageFile } from "../package.ts";

export interface Sources {
  readonly paths: readonly string[];
  /** Where logs usually are and were looked for, if none were named. */
  readonly looked: readonly string[];
  readonly isSample: boolean;
}

const sample = packageFile("fixtures/sample/projects");

export function findSources(named: readonly string[]): Sources {
  if (named.length > 0) return { paths: named.map(sourcePath), looked: [], isSample: false };
  const looked = usualFolders();
  const own = looked.filter((path) => existsSync(path));
  return own.length > 0 ? { paths: own, looked, isSample: false } : { paths: [sample], looked, isSample: true };
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
