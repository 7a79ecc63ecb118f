/** The store on disk: a folder of packed files, a manifest of them, and the sessions that must not come back. */
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { open } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import { list, number, record, text } from "../log/fields.ts";
import { digest, read } from "../system/checked-file.ts";
import { type Lock, Locked, lock } from "../system/lock.ts";
import { plainName } from "../system/packed-file.ts";
import { describeVersion } from "./describe.ts";
import { emptyManifest, type KeptFile, type Manifest, sourceOf, storeFormat, type Version } from "./manifest.ts";

/** The store cannot be used; the message says why, and what to do. */
export class StoreError extends Error {}

export interface Store {
  readonly folder: string;
  readonly manifest: Manifest;
  /** Ids of sessions, in small letters. */
  readonly forgotten: ReadonlySet<string>;
  /** Files that were written and may not be on the disk yet. */
  readonly unsaved: Set<string>;
}

const names = { mark: "store.json", manifest: "manifest.json", forgotten: "forgotten.json", lock: "lock" };

/** `undefined` where there is none. */
export function readStore(folder: string): Store | undefined {
  if (!isStore(folder)) return undefined;
  refuseNewer(folder);
  return { folder, manifest: readManifest(folder), forgotten: readForgotten(folder), unsaved: new Set() };
}

export const isStore = (folder: string): boolean => existsSync(join(folder, names.mark));

/** Makes it where there is none. For whoever holds its lock. */
export function openStore(folder: string): Store {
  const found = readStore(folder);
  if (found !== undefined) return found;
  writeFileSync(join(folder, names.mark), `${JSON.stringify({ "made by": "annals", format: storeFormat })}\n`, {
    mode: 0o600,
  });
  return { folder, manifest: readManifest(folder), forgotten: readForgotten(folder), unsaved: new Set() };
}

/** One writer at a time. Another one is waited for, so long. */
export async function lockStore(folder: string, waitMs: number): Promise<Lock> {
  const path = join(folder, names.lock);
  const until = Date.now() + waitMs;
  for (;;) {
    try {
      if (!existsSync(folder)) mkdirSync(folder, { recursive: true, mode: 0o700 });
      return lock(path, (who) => `The store "${folder}" is being written by another annals${who}; try again later.`);
    } catch (error) {
      if (!(error instanceof Locked)) throw writeError(folder, error);
      if (Date.now() > until) throw new StoreError(error.message);
      await new Promise((done) => setTimeout(done, 50));
    }
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  EROFS: "the disk is read-only",
  EACCES: "it is not writable for this user",
  EPERM: "it is not writable for this user",
};

/** What went wrong when the store was written, in one sentence. */
export function writeError(folder: string, error: unknown): Error {
  if (error instanceof StoreError) return error;
  const code = error instanceof Error && "code" in error ? String(error.code) : undefined;
  if (code === undefined) return error instanceof Error ? error : new Error(String(error));
  return new StoreError(
    `The store "${folder}" cannot be written: ${reasons[code] ?? code}. What it holds stays as it is.`,
  );
}

function refuseNewer(folder: string): void {
  const format = number(parsed(join(folder, names.mark)), "format") ?? 0;
  if (format > storeFormat)
    throw new StoreError(
      `The store "${folder}" was made by a newer version of annals (format ${format}, this one knows ${storeFormat}): update annals; nothing was changed.`,
    );
}

function parsed(path: string): unknown {
  try {
    return record(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    return undefined;
  }
}

function readManifest(folder: string): Manifest {
  const found = read<Manifest>(join(folder, names.manifest));
  return typeof found === "string" ? rebuiltManifest(folder) : found;
}

/** From the files alone. What is not in them, where the logs lay and when they were missed, is learnt by the next `keep`. */
export function rebuiltManifest(folder: string): Manifest {
  const manifest = emptyManifest();
  const files = new Map<string, Version[]>();
  for (const path of packedFiles(folder)) {
    const key = plainName(path);
    const version = describeVersion(join(folder, path), Number(/~(\d+)\.gz$/.exec(path)?.[1] ?? 1));
    if (version !== undefined) files.set(key, [...(files.get(key) ?? []), version]);
  }
  const now = new Date().toISOString();
  for (const [key, versions] of files) {
    const source = sourceOf(key);
    const machine = source.split("/")[0] ?? "";
    manifest.sources[source] ??= { machine, path: "", isOwn: true, seen: now };
    manifest.files[key] = { versions, since: now };
  }
  return manifest;
}

/** Paths from the store's root. */
export function packedFiles(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((path) => path.split(sep).join("/"))
    .filter((path) => path.endsWith(".gz") && path.split("/").length > 2)
    .sort();
}

/** The files are on the disk before the manifest tells of them. */
export async function saveManifest({ folder, manifest, unsaved }: Store): Promise<void> {
  const paths = [...unsaved];
  unsaved.clear();
  // Together: a disk does many at a time for little more than one.
  while (paths.length > 0) await Promise.all(paths.splice(0, 64).map(toDisk));
  const text = JSON.stringify(manifest);
  put(join(folder, names.manifest), Buffer.from(`${digest(text)}\n${text}`));
}

async function toDisk(path: string): Promise<void> {
  const file = await open(path, "r+");
  try {
    await file.datasync();
  } finally {
    await file.close();
  }
}

function readForgotten(folder: string): ReadonlySet<string> {
  const sessions = list(parsed(join(folder, names.forgotten)), "sessions") ?? [];
  return new Set(sessions.flatMap((each) => text(each, "id")?.toLowerCase() ?? []));
}

/** Removes all that the store holds of a session, and remembers nothing but its id. */
export async function forgetIn(store: Store, id: string, keys: readonly string[], now = new Date()): Promise<void> {
  const path = join(store.folder, names.forgotten);
  const before = list(parsed(path), "sessions") ?? [];
  // First of all: whoever keeps next must not take it again, also where this is interrupted.
  if (!store.forgotten.has(id.toLowerCase()))
    put(path, Buffer.from(`${JSON.stringify({ sessions: [...before, { id, at: now.toISOString() }] }, null, 1)}\n`));
  for (const key of keys) removeFile(store, key);
  await saveManifest(store);
}

function removeFile({ folder, manifest, unsaved }: Store, key: string): void {
  const name = key.slice(key.lastIndexOf("/") + 1);
  const parent = join(folder, dirname(key));
  if (existsSync(parent))
    for (const file of readdirSync(parent))
      if (file.endsWith(".gz") && plainName(file) === name) {
        unsaved.delete(join(parent, file));
        rmSync(join(parent, file), { force: true });
      }
  delete manifest.files[key];
}

/** Whole or not at all: aside first, then into its place. What takes the place of another file is on the disk before. */
export function put(path: string, content: Buffer | ((file: number) => void)): void {
  const aside = `${path}.${process.pid}.part`;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const file = openSync(aside, "w", 0o600);
  try {
    if (typeof content === "function") content(file);
    else writeFileSync(file, content);
    if (existsSync(path)) fsyncSync(file);
  } catch (error) {
    closeSync(file);
    rmSync(aside, { force: true });
    throw error;
  }
  closeSync(file);
  renameSync(aside, path);
}

export function changeFile({ manifest }: Store, key: string, change: Partial<KeptFile>): void {
  const before = manifest.files[key];
  if (before !== undefined) manifest.files[key] = { ...before, ...change };
}

/** Only for its owner, whoever made it. */
export function makePrivate(folder: string): void {
  try {
    chmodSync(folder, 0o700);
  } catch {
    // A file system without modes.
  }
}
