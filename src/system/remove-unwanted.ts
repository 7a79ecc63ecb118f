/** Removes everything from a folder that is not wanted, and folders that are empty then. */
import { readdirSync, rmSync } from "node:fs";

/** Paths are relative to `root`; a folder that is wanted stays as it is. */
export function removeUnwanted(
  root: string,
  isWanted: (path: string) => boolean,
  isWantedFolder: (path: string) => boolean = () => false,
): void {
  const isEmpty = (below: string): boolean => {
    let left = 0;
    for (const entry of readdirSync(`${root}/${below}`, { withFileTypes: true })) {
      const path = below + entry.name;
      const stays = entry.isDirectory() ? isWantedFolder(path) || !isEmpty(`${path}/`) : isWanted(path);
      if (stays) left++;
      else rmSync(`${root}/${path}`, { recursive: true });
    }
    return left === 0;
  };
  isEmpty("");
}
