/** What all agents' tables of tools share: an input as a tool of ours has it. */
import { posix } from "node:path";
import type { UseBlock } from "./entries/content.ts";

/** Without what the call does not say. */
export function ours(name: string, input: Readonly<Record<string, unknown>>): NonNullable<UseBlock["as"]> {
  return { name, input: Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) };
}

/** Paths in calls are mostly from the working folder on. */
export function absolute(path: string | undefined, cwd: string | undefined): string | undefined {
  if (path === undefined || cwd === undefined || /^(?:[/\\~]|[A-Za-z]:)/.test(path)) return path;
  return posix.join(cwd, path);
}
