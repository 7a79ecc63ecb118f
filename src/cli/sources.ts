/** Where the logs are: what was named, else this person's own, else the bundled sample. */

import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { resolve } from "node:path";
import { providers } from "../log/providers.ts";
import { sourcePaths } from "../log/source-path.ts";
import { packageFile } from "../package.ts";

export interface Sources {
  readonly paths: readonly string[];
  /** Where logs usually are and were looked for, if none were named. */
  readonly looked: readonly string[];
  readonly isSample: boolean;
  /** None was named: these are this person's own. */
  readonly isUsual: boolean;
  /** The machines that sources come from, by path, where they were named. */
  readonly machines: ReadonlyMap<string, string>;
}

const sample = packageFile("fixtures/sample/projects");

/** `hasKept`: the store holds something, so that there is an archive also where all logs are gone. */
export function findSources(
  named: readonly string[],
  withNames: readonly { readonly name: string; readonly path: string }[] = [],
  hasKept = (): boolean => false,
): Sources {
  if (named.length + withNames.length > 0) {
    const machines = new Map(withNames.flatMap(({ name, path }) => sourcePaths(path).map((each) => [each, name])));
    const paths = [...new Set([...named.flatMap(sourcePaths), ...machines.keys()])];
    return { paths, looked: [], isSample: false, isUsual: false, machines };
  }
  const looked = usualFolders();
  const own = looked.filter((path) => existsSync(path));
  const usual = { paths: own, looked, isSample: false, isUsual: true, machines: new Map() };
  return own.length > 0 || hasKept() ? usual : { ...usual, paths: [sample], isSample: true };
}

/** Where each agent keeps its logs on this machine. */
export function usualFolders(): readonly string[] {
  const machine = { home: homedir(), environment: process.env, platform: process.platform };
  const folders = providers.flatMap((provider) => provider.usualFolders(machine));
  return [...new Set(folders.map((path) => resolve(path)))];
}
