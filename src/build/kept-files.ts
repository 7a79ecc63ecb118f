/** Pages of source files that are as they were: only those that a session changed something of are drawn again. */
import { fileFolder, filePath } from "../address/paths.ts";
import { changedEvidence } from "../archive/file-history.ts";
import { filesOf } from "../archive/source-files.ts";
import type { FileRecord } from "../model/archive.ts";
import type { Project, SessionId } from "../model/session.ts";
import { append } from "../system/append.ts";
import { digest } from "../system/checked-file.ts";
import type { KeptFileList } from "./cache/site-cache.ts";
import { findDigest } from "./digest-files.ts";
import type { FileLists } from "./file-lists.ts";
import { areThere, type FileFingerprint, keepFiles } from "./output/files.ts";
import type { Plan } from "./plan.ts";
import { type BuildContext, digestPath, settingsOf } from "./planned-sessions.ts";

export interface KeptFiles {
  /** Paths of pages. */
  readonly kept: ReadonlySet<string>;
  /** Files that the new folder does not have yet. */
  readonly adopted: readonly FileFingerprint[];
  /** By project, for the next build. */
  readonly lists: Readonly<Record<Project["id"], KeptFileList>>;
}

export function keepFilePages(build: BuildContext, plan: Plan, lists: FileLists): KeptFiles {
  const { options, cache, archive } = build;
  const settings = settingsOf(build);
  const before = new Map(Object.entries(cache.site?.fileLists ?? {}));
  const pages = byProject(cache.site?.lists ?? []);
  const isSame = sameEvidence(build, plan);
  const now: Record<Project["id"], KeptFileList> = {};
  const adopted: FileFingerprint[] = [];
  for (const project of archive.projects) {
    const files = filesOf(project, archive.files);
    if (files.length === 0) continue;
    const list = { name: lists.nameOf(project), project: digest(settings, project.name, project.path) };
    now[project.id] = list;
    const old = before.get(project.id);
    if (old?.project !== list.project) continue;
    const known = new Set(old.name === list.name ? files : sameRecords(lists.before(old.name) ?? [], files));
    const kept = files.filter((file) => known.has(file) && file.sessions.every((id) => isSame(id, file.path)));
    const own = pages.get(project.id) ?? [];
    // The list of a project is drawn with all of its files. A theme may show more in it.
    const isWhole = old.name === list.name && kept.length === files.length && !build.hasComponents;
    if (isWhole && areThere(options.previous, own)) adopted.push(...own);
    else
      adopted.push(
        ...pagesOf(kept, own)
          .filter((each) => areThere(options.previous, each))
          .flat(),
      );
  }
  keepFiles(options, adopted);
  return {
    kept: new Set(adopted.map(([path]) => path)),
    adopted: options.adopt === undefined ? [] : adopted,
    lists: now,
  };
}

/** Those that say the same as a record of the list before. */
function sameRecords(before: readonly FileRecord[], now: readonly FileRecord[]): readonly FileRecord[] {
  const known = new Set(before.map((file) => JSON.stringify(file)));
  return now.filter((file) => known.has(JSON.stringify(file)));
}

/** Whether the pages of a file get from a session what they got before. */
function sameEvidence(
  { cache, archive, hasComponents }: BuildContext,
  plan: Plan,
): (id: SessionId, path: string) => boolean {
  const kept = new Set(plan.kept.map(({ record }) => record.id));
  /** Of sessions that were drawn again. */
  const changed = new Map<SessionId, ReadonlySet<string> | "all">();
  const changedIn = (id: SessionId): ReadonlySet<string> | "all" => {
    const record = archive.session(id);
    const planned = plan.sessions.get(id);
    const pages = record === undefined ? undefined : cache.pagesOf(archive.source(id).id);
    // A component may show anything of a session. One that is drawn again from the same log, since it shows something
    // else of others now, has written its new digest over the old one.
    if (record === undefined || planned === undefined || pages === undefined || hasComponents) return "all";
    if (pages.fingerprint === planned.fingerprint) return "all";
    const old = findDigest(digestPath(cache.folder, record, pages.fingerprint));
    const now = findDigest(planned.digest);
    return old === undefined || now === undefined ? "all" : changedEvidence(old, now);
  };
  return (id, path) => {
    if (kept.has(id)) return true;
    const paths = changed.get(id) ?? changedIn(id);
    changed.set(id, paths);
    return paths !== "all" && !paths.has(path);
  };
}

/** The pages of each of these files. */
function pagesOf(
  files: readonly FileRecord[],
  pages: readonly FileFingerprint[],
): readonly (readonly FileFingerprint[])[] {
  const byFolder = new Map<string, FileFingerprint[]>();
  for (const page of pages) append(byFolder, page[0].slice(0, page[0].lastIndexOf("/") + 1), page);
  return files.flatMap((file) => {
    const own = byFolder.get(fileFolder(file));
    return own?.some(([path]) => path === filePath(file)) ? [own] : [];
  });
}

/** What lies in the folders of projects below `files/`. */
function byProject(lists: readonly FileFingerprint[]): ReadonlyMap<Project["id"], readonly FileFingerprint[]> {
  const found = new Map<Project["id"], FileFingerprint[]>();
  for (const file of lists) {
    const [path] = file;
    const end = path.indexOf("/", "files/".length);
    if (end > 0 && path.startsWith("files/")) append(found, path.slice("files/".length, end), file);
  }
  return found;
}
