/** Pages of source files that are as they were: only those of files whose sessions changed are drawn again. */
import { fileFolder, filePath } from "../address/paths.ts";
import type { FileRecord } from "../model/archive.ts";
import { append } from "../system/append.ts";
import { digest } from "../system/checked-file.ts";
import { areThere, type FileFingerprint, keepFiles } from "./output/files.ts";
import type { BuildContext } from "./planned-sessions.ts";
import type { TextFingerprints } from "./session-pages.ts";

export interface KeptFiles {
  readonly kept: ReadonlySet<string>;
  /** Files that the new folder does not have yet. */
  readonly adopted: readonly FileFingerprint[];
  /** Of all that each page is made from, by its path. */
  readonly fingerprints: Readonly<Record<string, string>>;
}

export function keepFilePages({ options, cache, archive }: BuildContext, texts: TextFingerprints): KeptFiles {
  const before = cache.site?.pages ?? {};
  const byFolder = new Map<string, FileFingerprint[]>();
  for (const file of cache.site?.lists ?? [])
    if (file[0].startsWith("files/")) append(byFolder, file[0].slice(0, file[0].lastIndexOf("/") + 1), file);
  const projects = new Map(archive.projects.map(({ id, name, path }) => [id, `${name}\n${path}`]));
  const fingerprints: Record<string, string> = {};
  const kept = new Set<string>();
  const files: FileFingerprint[] = [];
  for (const file of archive.files) {
    const path = filePath(file);
    const made = fingerprintOf(file, projects.get(file.project), texts);
    fingerprints[path] = made;
    if (before[path] !== made) continue;
    const own = (byFolder.get(fileFolder(file)) ?? []).filter(([name]) => /\/(?:index|blame)\.html$/.test(name));
    if (own.length === 0 || !areThere(options.previous, own)) continue;
    files.push(...own);
    kept.add(path);
  }
  keepFiles(options, files);
  return { kept, adopted: options.adopt === undefined ? [] : files, fingerprints };
}

/** A session's own fingerprint has code, options and secrets in it. */
function fingerprintOf(file: FileRecord, project: string | undefined, texts: TextFingerprints): string {
  const sessions = file.sessions.map((id) => texts.get(id));
  return digest(JSON.stringify([file, project, sessions])).slice(0, 24);
}
