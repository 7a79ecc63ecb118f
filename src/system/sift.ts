/** Takes out of a folder what is not wanted. */
import { readdirSync, rmSync } from "node:fs";

/** Whatever it is, and folders that nothing is left in. Paths are relative to the root; a folder that is wanted stays as it is. */
export function sift(
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
