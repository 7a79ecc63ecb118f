/** What there is to read: the logs of the sources, what the store has of them beyond that, and prompts of sessions whose logs are gone. */
import { realpathSync } from "node:fs";
import { hostname } from "node:os";
import { dirname, join, relative, resolve, sep } from "node:path";
import { placeOf } from "../log/claude-code/discover.ts";
import { type Discovery, type LogFile, nameOf } from "../log/discover.ts";
import { findLogs } from "../log/find-logs.ts";
import { agentOf, providerFor } from "../log/providers.ts";
import type { CodingAgent } from "../model/coding-agent.ts";
import type { IsoTime } from "../model/session.ts";
import { append } from "../system/append.ts";
import {
  identityOf,
  inTime,
  type KeptFile,
  keyOf,
  sessionIn,
  sourceOf,
  type Version,
  versionPath,
} from "./manifest.ts";
import { promptsOnly } from "./prompts-only.ts";
import { beginsWith, statOf } from "./same-bytes.ts";
import { sessionOf } from "./session-of.ts";
import { isHistory, keptPath, pathBeforeKept } from "./source-files.ts";
import { readStore, type Store } from "./store.ts";

/** Which store is read, and how much of it. */
export interface StoreView {
  readonly folder: string;
  /** All that is this person's own, not only what came from the sources that are read. */
  readonly isOwn: boolean;
}

/** Without a view the sources alone; `agents` are those whose sessions are wanted. */
export function discoverAll(
  sources: readonly string[],
  view: StoreView | undefined,
  agents?: readonly CodingAgent[],
): Discovery {
  const found = everythingIn(sources, view);
  if (agents === undefined) return found;
  return { ...found, files: found.files.filter((file) => agents.includes(agentOf(file))) };
}

function everythingIn(sources: readonly string[], view: StoreView | undefined): Discovery {
  const found = findLogs(sources);
  if (view === undefined) return found;
  const roots = sources.map(realPath);
  const store = readStore(view.folder);
  const forgotten = store?.forgotten ?? new Set<string>();
  const there = { ...found, files: found.files.filter((file) => !isForgotten(file, forgotten)) };
  const included = store === undefined ? [] : includedIn(store, roots, view.isOwn);
  const files = store === undefined ? there.files : withKept(there.files, roots, store, new Set(included));
  const more = promptsOnly({ files, roots, forgotten, ...(store === undefined ? {} : { store, included }) });
  return { ...there, files: [...files, ...more].sort((a, b) => (a.path < b.path ? -1 : 1)) };
}

function realPath(path: string): string {
  try {
    return realpathSync(resolve(path));
  } catch {
    return resolve(path);
  }
}

/** Whether the store has anything of this person's own, so that there is something to read without any log. */
export function holdsOwn(folder: string): boolean {
  const { manifest } = readStore(folder) ?? {};
  if (manifest === undefined) return false;
  return Object.keys(manifest.files).some((key) => manifest.sources[sourceOf(key)]?.isOwn === true);
}

/** Folders in the store of the sources that are read. */
function includedIn({ manifest }: Store, roots: readonly string[], isOwn: boolean): readonly string[] {
  return Object.entries(manifest.sources).flatMap(([id, source]) =>
    (isOwn && source.isOwn) || (!source.isMerged && roots.includes(source.path)) ? [id] : [],
  );
}

function isForgotten({ path, role }: LogFile, forgotten: ReadonlySet<string>): boolean {
  if (forgotten.size === 0) return false;
  const named = (role.kind === "agent" ? role.session : role.id)?.toLowerCase();
  return forgotten.has(named ?? sessionOf(path.split(sep).join("/"), path) ?? "");
}

interface Stored {
  readonly key: string;
  readonly file: KeptFile;
}

function withKept(
  files: readonly LogFile[],
  roots: readonly string[],
  store: Store,
  included: ReadonlySet<string>,
): readonly LogFile[] {
  const { manifest, forgotten } = store;
  const isLeft = (key: string): boolean => !forgotten.has(sessionIn(key)?.toLowerCase() ?? "");
  const stored = new Map<string, Stored[]>();
  for (const [key, file] of Object.entries(manifest.files))
    if (isLog(key, store) && included.has(sourceOf(key)) && isLeft(key)) append(stored, identityOf(key), { key, file });
  const sourceOfRoot = new Map(
    Object.entries(manifest.sources).flatMap(([id, { path, isMerged }]) => (isMerged ? [] : [[path, id]])),
  );
  const keyFor = (file: LogFile): string | undefined => keyIn(file, roots, sourceOfRoot);
  const machines = new Set([...included].map((id) => manifest.sources[id]?.machine ?? ""));
  const machinesOf = (keys: readonly string[]): readonly string[] =>
    machines.size < 2 ? [] : [...new Set(keys.map((key) => manifest.sources[sourceOf(key)]?.machine ?? hostname()))];
  const keys = new Set(files.flatMap((file) => keyFor(file) ?? []));
  const byIdentity = new Map<string, LogFile[]>();
  for (const file of files) {
    const key = keyFor(file);
    append(byIdentity, key === undefined ? nameIn(file) : identityOf(key), file);
  }
  const found: LogFile[] = [];
  for (const [identity, same] of byIdentity) {
    const kept = stored.get(identity) ?? [];
    stored.delete(identity);
    // What other machines have of it, and other folders had, goes with the longest; each has its own older versions.
    const elsewhere = kept.filter(({ key }) => !keys.has(key));
    const longest = same.reduce((one, two) => (two.size > one.size ? two : one));
    for (const file of same) {
      const own = keyFor(file);
      const mine = [...kept.filter(({ key }) => key === own), ...(file === longest ? elsewhere : [])];
      // A database has the last word on its sessions.
      const versions = file.state === undefined ? otherVersions(store, file, own, mine) : [];
      const ran = machinesOf([...mine.map(({ key }) => key), ...(own === undefined ? [] : [own])]);
      found.push({
        ...file,
        ...(versions.length === 0 ? {} : { versions }),
        ...(ran.length === 0 ? {} : { kept: { machines: ran } }),
      });
    }
  }
  for (const kept of stored.values()) {
    const gone = goneLog(store, kept, machinesOf(kept.map(({ key }) => key)));
    if (gone !== undefined) found.push(gone);
  }
  return found;
}

const isLogName = (key: string): boolean =>
  key.endsWith(".jsonl") && !isHistory(key) && !key.endsWith("/journal.jsonl");

const nameIn = ({ path, part }: LogFile): string => (part === undefined ? path : `${path}\n${part}`);

function keyIn(file: LogFile, roots: readonly string[], sourceOfRoot: ReadonlyMap<string, string>): string | undefined {
  for (const root of roots) {
    const source = sourceOfRoot.get(root);
    const isBelow = file.path === root || file.path.startsWith(`${root}${sep}`);
    if (source !== undefined && isBelow) return keyOf(source, keptPath(root, file));
  }
  return undefined;
}

/** Versions that hold what the log in its source does not, oldest first. */
function otherVersions(
  { folder }: Store,
  log: LogFile,
  own: string | undefined,
  kept: readonly Stored[],
): readonly string[] {
  const entry = kept.find(({ key }) => key === own)?.file;
  const current = entry?.versions.find(({ number }) => number === entry.current);
  const isAsKept = entry?.stat !== undefined && entry.stat === statOf(log.path);
  const isCovered = (key: string, version: Version): boolean => {
    if (current === undefined) return beginsWith(log.path, version);
    const isCurrent = (key === own && version.number === current.number) || version.hash === current.hash;
    return isCurrent && (isAsKept ? version.size <= log.size : beginsWith(log.path, version));
  };
  return inTime(kept.flatMap(({ key, file }) => file.versions.map((version) => ({ ...version, key }))))
    .filter((version) => !isCovered(version.key, version))
    .map(({ key, number }) => join(folder, versionPath(key, number)));
}

/** Other agents' folders hold more than logs: their readers know which is one. */
function isLog(key: string, { folder, manifest }: Store): boolean {
  const { agent } = manifest.sources[sourceOf(key)] ?? {};
  if (agent === undefined) return isLogName(key);
  const last = manifest.files[key]?.versions.at(-1);
  return last !== undefined && providerFor(agent)?.isLog(join(folder, versionPath(key, last.number))) === true;
}

interface Moved {
  readonly from: string;
  readonly to: string;
}

/** As the agent's reader finds it, but called and placed as if it still lay where it was. */
function placeIn(
  agent: CodingAgent,
  path: string,
  below: string,
  { from, to }: Moved,
): Pick<LogFile, "agent" | "name" | "folder" | "role" | "began" | "beside"> | undefined {
  const provider = providerFor(agent);
  const found = provider?.discover(path).files.find((file) => file.path === path);
  if (found === undefined) return undefined;
  const { role, began, beside, folder } = found;
  const origin = join(to, below);
  // A folder that is not one of the store is the project's, as the agent's reader knows it.
  const isAbove = dirname(path).startsWith(folder);
  const isBelow = join(folder, sep).startsWith(join(from, sep));
  const place = isBelow ? join(to, relative(from, folder)) : isAbove ? dirname(origin) : folder;
  return {
    ...{ agent, role, folder: place },
    name: nameOf(provider?.kept === undefined ? origin : pathBeforeKept(origin), to),
    ...(began === undefined ? {} : { began }),
    ...(beside === undefined ? {} : { beside }),
  };
}

/** A log that only the store still has. */
function goneLog(
  { folder, manifest }: Store,
  kept: readonly Stored[],
  machines: readonly string[],
): LogFile | undefined {
  const all = inTime(kept.flatMap(({ key, file }) => file.versions.map((version) => ({ ...version, key }))));
  // The same bytes twice are read once, from a copy that is whole.
  const best = new Map([...all].reverse().map((version) => [version.hash, version]));
  for (const version of all) if (!version.isDamaged) best.set(version.hash, version);
  const unique = all.filter((version) => best.get(version.hash) === version);
  const last = unique.at(-1);
  if (last === undefined) return undefined;
  const { path: root = "", isMerged, seen, agent } = manifest.sources[sourceOf(last.key)] ?? {};
  const below = last.key.slice(sourceOf(last.key).length + "/projects/".length);
  // As if it still lay there: neither its project nor its agents shall look otherwise.
  const from = join(folder, sourceOf(last.key), "projects");
  const home = root === "" ? from : root;
  const since = kept.map(({ file }) => file.since).sort()[0];
  // Missed just now, where nobody has kept since.
  const gone =
    kept
      .flatMap(({ file }) => file.gone ?? [])
      .sort()
      .at(-1) ?? (isMerged ? undefined : seen);
  const path = join(folder, versionPath(last.key, last.number));
  const place =
    agent === undefined ? placeOf(join(home, below), home) : placeIn(agent, path, below, { from, to: home });
  if (place === undefined) return undefined;
  return {
    ...place,
    path,
    size: last.size,
    modified: Date.parse(last.to ?? since ?? ""),
    ...(unique.length === 1
      ? {}
      : { versions: unique.slice(0, -1).map(({ key, number }) => join(folder, versionPath(key, number))) }),
    kept: {
      ...(since === undefined ? {} : { since: since as IsoTime }),
      ...(gone === undefined ? {} : { gone: gone as IsoTime }),
      ...(machines.length === 0 ? {} : { machines }),
    },
  };
}
