/** Pieces of the previous site's index. They are named by their content, so that the same piece need not be written again. */
import { mkdirSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { linkOrCopy } from "../system/link.ts";

export class PreviousPieces {
  readonly #files = new Map<string, string>();
  /** Folders that are there. */
  readonly #made = new Set<string>();

  /** `folders` hold `fragment` and `index` folders. */
  constructor(folders: readonly string[]) {
    for (const folder of folders) {
      for (const kind of ["fragment", "index"]) {
        for (const name of namesIn(join(folder, kind))) this.#files.set(`${kind}/${name}`, join(folder, kind, name));
      }
    }
  }

  /** Links or copies the piece of this name to `target`; false where there is none. */
  take(name: string, target: string): boolean {
    const from = this.#files.get(name);
    if (from === undefined) return false;
    const folder = dirname(target);
    try {
      if (!this.#made.has(folder)) mkdirSync(folder, { recursive: true });
      this.#made.add(folder);
      linkOrCopy(from, target);
      return true;
    } catch {
      return false;
    }
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
