/** Which store a command uses, and keeping before a site is built. */
import { statSync } from "node:fs";
import { homedir, hostname } from "node:os";
import { resolve } from "node:path";
import { holdsOwn, type StoreView } from "../store/discover.ts";
import { repositoryOf, storeFolder } from "../store/folder.ts";
import { type KeepReport, keep, type WantedSource } from "../store/keep.ts";
import { StoreError } from "../store/store.ts";
import { UsageError } from "../system/usage-error.ts";
import type { Arguments } from "./arguments.ts";
import { readConfig } from "./config.ts";
import type { Progress } from "./progress.ts";
import { findSources, type Sources } from "./sources.ts";
import { note } from "./terminal.ts";

type Wanted = Pick<Arguments, "store" | "config">;

export function storePath({ store, config }: Wanted): string {
  const named = store?.replace(/^~(?=[/\\]|$)/, homedir()) ?? readConfig(config).store;
  if (named === undefined) return storeFolder();
  const folder = resolve(named);
  const repository = repositoryOf(folder);
  if (repository !== undefined)
    throw new UsageError(
      `The store "${folder}" would lie in the repository "${repository}": it holds what the logs hold, secrets too; name another folder with --store.`,
    );
  return folder;
}

/** The logs that a command reads, and where what is kept of them lies. */
export function sourcesAndStore(options: Arguments): { readonly sources: Sources; readonly store?: StoreView } {
  const folder = storePath(options);
  const sources = findSources(options.sources, options.namedSources, () => holdsOwn(folder), options.agents);
  // The sample is nobody's, and a single log is read as it is.
  if (sources.isSample || (!sources.isUsual && !sources.paths.some(isFolder))) return { sources };
  return { sources, store: { folder, isOwn: sources.isUsual } };
}

const isFolder = (path: string): boolean => statSync(path).isDirectory();

/** This machine's logs, or those of the machine that was named. */
export function wantedSources({ paths, machines, isUsual }: Sources, isOwn = isUsual): readonly WantedSource[] {
  return paths.filter(isFolder).map((path) => {
    const machine = machines.get(path);
    return { path, machine: machine ?? machineName(), isOwn: isOwn || machine !== undefined };
  });
}

/** Without the network that it happens to be in. */
export const machineName = (): string => hostname().split(".")[0] || "this machine";

/** How long a build waits for another keeper. */
const waitMs = 10_000;

/** Before a site is built. Where keeping fails, the site is built all the same, and that is said. */
export async function keepFirst(
  options: Arguments,
  sources: Sources,
  store: StoreView | undefined,
  shown: Progress,
): Promise<KeepReport | undefined> {
  if (store === undefined || !options.isKept || !readConfig(options.config).keep) return undefined;
  const wanted = wantedSources(sources);
  if (wanted.length === 0) return undefined;
  try {
    return await keep({
      folder: store.folder,
      sources: wanted,
      waitMs,
      onProgress: (done, all, bytes) => {
        if (done === 1) shown.phase("Keeping logs", all);
        shown.step(done, bytes);
      },
    });
  } catch (error) {
    shown.end();
    if (!(error instanceof StoreError)) throw error;
    note(`${error.message} This build goes on without keeping.`);
    return undefined;
  }
}
