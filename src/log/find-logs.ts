/** Finds the logs of all agents below the sources. Sorted by path, so that nothing depends on disk order. */
import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import type { Diagnostic } from "../model/diagnostics.ts";
import { type Discovery, filesBelow, type LogFile, statOf } from "./discover.ts";
import type { Provider } from "./provider.ts";
import { providers } from "./providers.ts";

/** Several sources may hold the same file: it counts once. */
export function findLogs(sources: readonly string[]): Discovery {
  const files = new Map<string, LogFile>();
  const diagnostics: Diagnostic[] = [];
  for (const source of sources) {
    for (const found of discoveries(realPath(resolve(source)))) {
      diagnostics.push(...found.diagnostics);
      for (const file of found.files) {
        const key = file.part === undefined ? file.path : `${file.path}\n${file.part}`;
        if (!files.has(key)) files.set(key, file);
      }
    }
  }
  return { files: [...files.values()].sort(byPath), diagnostics };
}

function byPath(a: LogFile, b: LogFile): number {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1;
  return (a.part ?? "") < (b.part ?? "") ? -1 : 1;
}

/** What is named is read, also where it is a link or lies behind one. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function discoveries(root: string): readonly Discovery[] {
  const own = ownFolders(root);
  if (own.length > 0) return own.map(([provider, folder]) => provider.discover(folder));
  const stat = statOf(root, root, []);
  return stat?.isDirectory() ? inAnyFolder(root) : [(writerOf(root) ?? fallback).discover(root)];
}

/** Folders of agents' own in a home folder; one where it is such a folder itself. */
export function ownFolders(folder: string): readonly (readonly [Provider, string])[] {
  return providers.flatMap((provider) => {
    const found = provider.folderIn(folder);
    return found === undefined ? [] : [[provider, found] as const];
  });
}

/** Logs that nobody knows are read as Claude Code's, so that what is wrong with them is said. */
const [fallback] = providers as [Provider];

export function writerOf(path: string): Provider | undefined {
  return providers.find((provider) => provider.isLog(path));
}

/** Logs of any agents side by side: each is read by the one that knows it. */
function inAnyFolder(root: string): readonly Discovery[] {
  const writers = new Map<string, Provider>();
  for (const path of filesBelow(root, root, () => true, [])) {
    const writer = writerOf(path);
    if (writer !== undefined) writers.set(path, writer);
  }
  const there = providers.filter((provider) => provider === fallback || [...writers.values()].includes(provider));
  return there.map((provider) => {
    const { files, diagnostics } = provider.discover(root);
    return { files: files.filter(({ path }) => (writers.get(path) ?? provider) === provider), diagnostics };
  });
}
