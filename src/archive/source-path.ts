/**
 * The path of a file as its project sees it, the same from a worktree, another folder of the same project or Windows:
 * `/w/tide/.claude/worktrees/fix/src/a.ts` and `C:\w\tide\src\a.ts` are `src/a.ts` of a project in `/w/tide`, `C:\w\tide`.
 */
import { mainFolder } from "./link/projects.ts";

/** `folder` is where the session ran: the project's, or that of a worktree of it. */
export const sourcePath = (path: string, folder: string): string => sourcePathIn(folder)(path);

/** The same for many paths of one session. */
export function sourcePathIn(folder: string): (path: string) => string {
  const [own, main] = [slashes(folder), slashes(mainFolder(folder))];
  return (path) => {
    const plain = slashes(path);
    const rest = below(plain, own) ?? below(plain, main);
    return rest === undefined ? plain : rest.replace(worktree, "");
  };
}

const worktree = /^(?:(?:\.claude\/worktrees|\.worktrees)\/[^/]+\/)+/;

/** Windows paths with `/`, the drive as a small letter, also as WSL and Git Bash write it; `.` and `..` resolved. */
function slashes(path: string): string {
  if (simple.test(path) && !odd.test(path)) return path;
  const isWindows = /^[A-Za-z]:[\\/]|^\\\\/.test(path);
  const plain = (isWindows ? path.replaceAll("\\", "/") : path).replace(
    /^\/mnt\/([a-z])(?=\/|$)|^\/([a-z])(?=\/Users\/)/i,
    "$1$2:",
  );
  const drive = plain.replace(/^[A-Za-z]:/, (letters) => letters.toLowerCase());
  const parts: string[] = [];
  for (const part of drive.split("/")) {
    if (part === "." || (part === "" && parts.length > 0)) continue;
    if (part === ".." && parts.length > 1) parts.pop();
    else if (part !== ".." || parts.length === 0) parts.push(part);
  }
  return parts.join("/");
}

/** Most paths are so already: from the root of a disk that no other name leads to, without empty names and dots. */
const simple = /^\/(?!mnt\/[a-z](?:\/|$)|[a-z]\/Users\/)/i;
const odd = /\/\.{0,2}(?:\/|$)/;

function below(path: string, root: string): string | undefined {
  if (root === "" || root === "/" || /^[a-z]:\/?$/.test(root)) return undefined;
  const isWindows = /^[a-z]:/.test(root);
  const [whole, folder] = isWindows ? [path.toLowerCase(), root.toLowerCase()] : [path, root];
  return whole.startsWith(`${folder}/`) && path.length > root.length + 1 ? path.slice(root.length + 1) : undefined;
}
