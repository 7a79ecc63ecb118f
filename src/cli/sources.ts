/** Where the logs are: what was named, else this person's own, else the bundled sample. */

import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { resolve } from "node:path";
import { ownFolders } from "../log/find-logs.ts";
import { providers } from "../log/providers.ts";
import { sourcePaths } from "../log/source-path.ts";
import { type CodingAgent, codingAgentNames } from "../model/coding-agent.ts";
import { packageFile } from "../package.ts";
import { UsageError } from "../system/usage-error.ts";

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
  agents: readonly CodingAgent[] = [],
): Sources {
  if (named.length + withNames.length > 0) {
    const machines = new Map(withNames.flatMap(({ name, path }) => sourcePaths(path).map((each) => [each, name])));
    const paths = [...new Set([...named.flatMap(sourcePaths), ...machines.keys()])].filter((path) =>
      mayHold(path, agents),
    );
    if (paths.length === 0) throw new UsageError(`There are no logs of ${agentWords(agents)} in ${named.join(", ")}.`);
    return { paths, looked: [], isSample: false, isUsual: false, machines };
  }
  const looked = usualFolders(agents);
  const own = looked.filter((path) => existsSync(path));
  const usual = { paths: own, looked, isSample: false, isUsual: true, machines: new Map() };
  return own.length > 0 || hasKept() ? usual : { ...usual, paths: [sample], isSample: true };
}

/** Where each agent keeps its logs on this machine. */
export function usualFolders(agents: readonly CodingAgent[] = []): readonly string[] {
  const machine = { home: homedir(), environment: process.env, platform: process.platform };
  const wanted = providers.filter(({ agent }) => agents.length === 0 || agents.includes(agent));
  const folders = wanted.flatMap((provider) => provider.usualFolders(machine));
  return [...new Set(folders.map((path) => resolve(path)))];
}

/** A folder that is one agent's own holds no logs of another. */
function mayHold(path: string, agents: readonly CodingAgent[]): boolean {
  const own = ownFolders(path);
  return agents.length === 0 || own.length === 0 || own.some(([{ agent }]) => agents.includes(agent));
}

const agentWords = (agents: readonly CodingAgent[]): string =>
  agents.map((agent) => codingAgentNames[agent]).join(" or ");
