/** Titles that people gave to threads: `{"id":"019e…","thread_name":"Resume check","updated_at":"…"}`, the last one counts. */
import { statSync } from "node:fs";
import type { LogFile } from "../discover.ts";
import { words } from "../fields.ts";
import { readRegular } from "../regular-file.ts";

const mostBytes = 64 << 20;

/** The index serves all logs of a folder. */
let last: { readonly key: string; readonly titles: ReadonlyMap<string, string> } | undefined;

export function titleOf({ beside = [] }: LogFile, id: string | undefined): string | undefined {
  for (const path of beside) {
    const found = id === undefined ? undefined : titlesIn(path).get(id);
    if (found !== undefined) return found;
  }
  return undefined;
}

function titlesIn(path: string): ReadonlyMap<string, string> {
  const key = keyOf(path);
  if (last?.key !== key) last = { key, titles: read(path) };
  return last.titles;
}

function keyOf(path: string): string {
  try {
    const { size, mtimeMs } = statSync(path);
    return `${path} ${size} ${mtimeMs}`;
  } catch {
    return path;
  }
}

function read(path: string): ReadonlyMap<string, string> {
  const titles = new Map<string, string>();
  for (const line of (readRegular(path, mostBytes)?.toString() ?? "").split("\n")) {
    try {
      const raw: unknown = line === "" ? undefined : JSON.parse(line);
      const [id, title] = [words(raw, "id"), words(raw, "thread_name")];
      if (id !== undefined && title !== undefined) titles.set(id, title);
    } catch {
      // A line that was cut names nothing.
    }
  }
  return titles;
}
