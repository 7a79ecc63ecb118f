/** `workspace.yaml` beside a log: a few texts, one a line. `cwd: /home/mara/tidemark`, `summary: Fix the feed`. */
import { readRegular } from "../regular-file.ts";

const mostBytes = 1 << 20;

export function workspaceIn(path: string): ReadonlyMap<string, string> {
  const source = readRegular(path, mostBytes)?.toString() ?? "";
  const found = new Map<string, string>();
  for (const [, name = "", value = "", block = ""] of source.matchAll(/^(\w+):[ \t]*(.*)((?:\n[ \t]+.*)*)/gm)) {
    const isBlock = /^[|>][+-]?$/.test(value.trim()) || value.trim() === "";
    const text = isBlock ? block.replace(/\s+/g, " ").trim() : unquoted(value.trim());
    if (text !== "" && text !== "null" && text !== "~") found.set(name, text);
  }
  return found;
}

function unquoted(value: string): string {
  if (/^'.*'$/.test(value)) return value.slice(1, -1).replaceAll("''", "'");
  if (!/^".*"$/.test(value)) return value.replace(/\s+#.*$/, "");
  try {
    return String(JSON.parse(value));
  } catch {
    return value.slice(1, -1);
  }
}
