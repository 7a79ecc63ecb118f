/** The changed files of a project as a tree of folders. */
import type { FileRecord } from "../model/archive.ts";

export interface FileFolder {
  /** Its name; of folders that hold nothing but one folder the names of both: "packages/core". */
  readonly name: string;
  readonly folders: readonly FileFolder[];
  readonly files: readonly FileRecord[];
  /** Of all files below. */
  readonly count: number;
  readonly edits: number;
  readonly added: number;
  readonly removed: number;
}

interface Building {
  readonly folders: Map<string, Building>;
  readonly files: FileRecord[];
}

/** Deeper folders are one with their names joined: a path may have hundreds. */
const deepest = 12;

export function fileTree(files: readonly FileRecord[]): FileFolder {
  const top: Building = { folders: new Map(), files: [] };
  for (const file of files) {
    // Of a file outside of the project the path begins at the root.
    const names = file.path
      .replace(/^\/(?=[^/]+\/)/, "\0")
      .split("/")
      .slice(0, -1)
      .map((name) => name.replace("\0", "/"));
    const folders = names.length > deepest ? [...names.slice(0, deepest), names.slice(deepest).join("/")] : names;
    let folder = top;
    for (const name of folders) {
      const next = folder.folders.get(name) ?? { folders: new Map(), files: [] };
      folder.folders.set(name, next);
      folder = next;
    }
    folder.files.push(file);
  }
  return folderOf("", top);
}

function folderOf(name: string, { folders, files }: Building): FileFolder {
  const [only] = folders;
  if (name !== "" && files.length === 0 && folders.size === 1 && only !== undefined)
    return folderOf(`${name}/${only[0]}`, only[1]);
  const below = [...folders].map(([each, folder]) => folderOf(each, folder)).sort(byName);
  const sum = (of: (each: FileFolder | FileRecord) => number): number =>
    [...below, ...files].reduce((all, each) => all + of(each), 0);
  return {
    name,
    folders: below,
    files: files.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
    count: files.length + below.reduce((all, { count }) => all + count, 0),
    edits: sum(({ edits }) => edits),
    added: sum(({ added }) => added),
    removed: sum(({ removed }) => removed),
  };
}

const byName = (a: FileFolder, b: FileFolder): number => (a.name < b.name ? -1 : 1);
