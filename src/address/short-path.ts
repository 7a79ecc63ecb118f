/** A path as the project sees it: relative to its root, home as `~`. */
export function shortPath(path: string, roots: readonly (string | undefined)[]): string {
  for (const root of roots) {
    if (root === undefined || root === "" || root === "/") continue;
    const bare = root.replace(/[\\/]+$/, "");
    if (path === bare) return ".";
    if (path.startsWith(bare) && /[\\/]/.test(path[bare.length] ?? "")) return path.slice(bare.length + 1);
  }
  return path.replace(/^(?:\/home\/[^/]+|\/Users\/[^/]+|\/root|[A-Za-z]:\\Users\\[^\\]+)(?=[\\/]|$)/, "~");
}
