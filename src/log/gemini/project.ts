/**
 * Which project a folder of logs is of. No record tells it: a registry does, or a file in the folder, or the folder is
 * called after the SHA-256 of the project's path.
 */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { object } from "../fields.ts";
import { readRegular } from "../regular-file.ts";

const mostRegistry = 4 << 20;
const unknown = "unknown project ";

export interface Projects {
  /** The project's folder; for one that nothing tells, a name that says so in its place. */
  readonly of: (folder: string) => string;
  /** Files that were asked. */
  readonly beside: (folder: string) => readonly string[];
}

/** The project's folder, unless it is one of those that nothing tells. */
export function knownFolder(folder: string): string | undefined {
  return basename(folder).startsWith(unknown) ? undefined : folder;
}

/** `paths`: folders that sessions name, any of which may be the one that a hash stands for. */
export function projectsIn(paths: () => Iterable<string>): Projects {
  const registries = new Map<string, Registry>();
  const known = new Map<string, string>();
  let hashes: ReadonlyMap<string, string> | undefined;
  const registryOf = (folder: string): Registry => {
    const home = dirname(dirname(folder));
    const found = registries.get(home) ?? registryIn(home);
    registries.set(home, found);
    return found;
  };
  const find = (folder: string): string => {
    const name = basename(folder);
    const registry = registryOf(folder);
    const told = registry.bySlug.get(name) ?? textIn(join(folder, ".project_root"));
    if (told !== undefined) return told;
    if (/^[0-9a-f]{64}$/.test(name)) {
      hashes ??= hashesOf([...registry.paths, ...paths()]);
      const path = hashes.get(name) ?? hashesOf(registry.paths).get(name);
      if (path !== undefined) return path;
    }
    return join(dirname(folder), `${unknown}${name.length > 32 ? name.slice(0, 12) : name}`);
  };
  return {
    of: (folder) => {
      const path = known.get(folder) ?? find(folder);
      known.set(folder, path);
      return path;
    },
    beside: (folder) =>
      [join(dirname(dirname(folder)), "projects.json"), join(folder, ".project_root")].filter((path) =>
        existsSync(path),
      ),
  };
}

interface Registry {
  readonly bySlug: ReadonlyMap<string, string>;
  /** All paths that the client knows of. */
  readonly paths: readonly string[];
}

/** `projects.json`: `{"projects":{"/home/mara/tidemark":"tidemark"}}`; `trustedFolders.json` has paths as well. */
function registryIn(home: string): Registry {
  const projects = Object.entries(object(jsonIn(join(home, "projects.json")), "projects") ?? {});
  const trusted = Object.keys(object({ all: jsonIn(join(home, "trustedFolders.json")) }, "all") ?? {});
  return {
    bySlug: new Map(projects.flatMap(([path, slug]) => (typeof slug === "string" ? [[slug, path]] : []))),
    paths: [...projects.map(([path]) => path), ...trusted, dirname(home)],
  };
}

/** Of each path and of the folders above it: a session may be about a folder in its project. */
function hashesOf(paths: Iterable<string>): ReadonlyMap<string, string> {
  const hashes = new Map<string, string>();
  const seen = new Set<string>();
  for (const path of paths) {
    for (let at = path; !seen.has(at); at = dirname(at)) {
      seen.add(at);
      hashes.set(createHash("sha256").update(at).digest("hex"), at);
    }
  }
  return hashes;
}

const mostPaths = 20_000;

/** The folder whose hash it is, where a text names it or something in it. */
export function folderWithHash(hash: string, texts: Iterable<string>): string | undefined {
  if (!/^[0-9a-f]{64}$/.test(hash)) return undefined;
  const paths = new Set<string>();
  for (const text of texts) {
    for (const [path] of text.matchAll(/(?:[A-Za-z]:[\\/]|\/)[^\s"'`:*?<>|()[\]{},;]+/g))
      paths.add(path.replaceAll("\\\\", "\\"));
    if (paths.size > mostPaths) break;
  }
  return hashesOf(paths).get(hash);
}

function textIn(path: string): string | undefined {
  const found = readRegular(path, mostRegistry)?.toString().trim();
  return found === "" ? undefined : found;
}

function jsonIn(path: string): unknown {
  try {
    return JSON.parse(textIn(path) ?? "");
  } catch {
    return undefined;
  }
}
