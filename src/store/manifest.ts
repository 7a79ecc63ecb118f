/** What the store holds: plain data, and pure functions on it. */
import { basename, dirname, sep } from "node:path";
import type { CodingAgent } from "../model/coding-agent.ts";
import { digest } from "../system/checked-file.ts";

/** Raise it when an earlier version of annals could no longer read a store. */
export const storeFormat = 1;

export interface Manifest {
  readonly format: number;
  /** By their folder in the store, as "harbour-pc/claude-3f1c2a". */
  readonly sources: Record<string, KeptSource>;
  /** By path from the store's root, as the file was called: "harbour-pc/claude-3f1c2a/projects/p/1f2e.jsonl". */
  readonly files: Record<string, KeptFile>;
}

export interface KeptSource {
  readonly machine: string;
  /** The folder of logs, as that machine has it. */
  readonly path: string;
  /** The agent whose folder it is, where it is not Claude Code. */
  readonly agent?: CodingAgent;
  /** A build without sources reads it: it is this person's own, or they asked to keep it. */
  readonly isOwn: boolean;
  /** When it was last looked at. */
  readonly seen: string;
  /** Merged from elsewhere: nobody here can say whether the logs are still there. */
  readonly isMerged?: true;
}

export interface KeptFile {
  readonly versions: readonly Version[];
  /** When it was first kept. */
  readonly since: string;
  /** When it was first missed in its source. */
  readonly gone?: string;
  /** What the file system said of the source when it was last read; absent where it may have changed without a sign. */
  readonly stat?: string;
  /** The version that the source was then, or the beginning of. */
  readonly current?: number;
}

/** All bytes of a file as it was at some time; a file that only grows has one version. */
export interface Version {
  readonly number: number;
  /** Of the bytes before they were packed. */
  readonly size: number;
  readonly hash: string;
  readonly blocks: number;
  /** Bytes in the store. */
  readonly packed: number;
  /** The first and the last time that its lines tell. */
  readonly from?: string;
  readonly to?: string;
  readonly isDamaged?: true;
}

export const emptyManifest = (): Manifest => ({ format: storeFormat, sources: {}, files: {} });

/** The packed file of a version, from the store's root. */
export const versionPath = (key: string, number: number): string => `${key}${number === 1 ? "" : `~${number}`}.gz`;

/** Names of folders and files only: no machine may be called "..". */
export const safeName = (name: string): string => name.replace(/[^\w.-]+/g, "-").replace(/^\.+/, "") || "unnamed";

/** The folder in the store for a source. Two folders of one name must not become one. */
export function sourceId(machine: string, root: string): string {
  const home = basename(root) === "projects" ? dirname(root) : root;
  return `${safeName(machine)}/${safeName(basename(home))}-${digest(root).replace(/\W/g, "").slice(0, 6)}`;
}

/** A path below a source, as it is called below the source's folder in the store. */
export const keyOf = (source: string, below: string): string => `${source}/projects/${below.split(sep).join("/")}`;

export const sourceOf = (key: string): string => key.split("/", 2).join("/");

/** The same file on every machine: a session by its id, anything else by its path below its source. */
export function identityOf(key: string): string {
  const below = key.slice(sourceOf(key).length + 1);
  const session = sessionIn(key);
  if (session === undefined) return key;
  return `${session.toLowerCase()} ${below.slice(below.indexOf(session) + session.length)}`;
}

const sessionId = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Codex and Pi put the time before the id. */
const timed = /^(?:rollout-)?\d{4}-\d\d-\d\dT[\d-]+Z?[-_]/;

export const isSessionId = (text: string): boolean => sessionId.test(text);

/** The session that a file belongs to, where its path tells. */
export function sessionIn(key: string): string | undefined {
  return key
    .split("/")
    .map((part) => part.replace(/\.jsonl(?:\.zst)?$/, "").replace(timed, ""))
    .find(isSessionId);
}

/** Oldest first, by the last time that their lines tell. */
export function inTime<Some extends Version>(versions: readonly Some[]): readonly Some[] {
  const last = ({ to }: Version): number => (to === undefined ? 0 : Date.parse(to));
  return [...versions].sort((a, b) => last(a) - last(b) || a.size - b.size || a.number - b.number);
}
