/** What a skimmed log has otherwise than the whole one: nothing, but for what it says was left out. */
import { isDeepStrictEqual } from "node:util";
import type { Parsed } from "../../src/log/entries/parse.ts";
import { LeftOut } from "../../src/log/skim/index.ts";

/** Where something may be left out: `details` of a line, `input` of a call, and these of a result. */
const mayBeLeftOut: ReadonlySet<string> = new Set(["details", "input", "text", "media", "parts"]);

/** `more`: what else may be left out; it need not be in the whole one then. */
export function differences(skimmed: Parsed, whole: Parsed, more: readonly string[] = []): readonly string[] {
  const found: string[] = [];
  if (!isDeepStrictEqual(skimmed.diagnostics, whole.diagnostics)) found.push("diagnostics");
  compare(skimmed.entries, whole.entries, "entries", found, new Set(more));
  return found;
}

function compare(skimmed: unknown, whole: unknown, path: string, found: string[], more: ReadonlySet<string>): void {
  if (!isPlain(skimmed) || !isPlain(whole)) {
    if (!isDeepStrictEqual(skimmed, whole)) found.push(path);
    return;
  }
  const names = Object.keys(skimmed);
  const own = (all: readonly string[]): readonly string[] => all.filter((name) => !more.has(name)).toSorted();
  if (!isDeepStrictEqual(own(names), own(Object.keys(whole)))) found.push(`${path}: keys`);
  for (const name of names) {
    const value = fieldOf(skimmed, name);
    if (value === leftOut) {
      if (!mayBeLeftOut.has(name) && !more.has(name)) found.push(`${path}.${name}: left out`);
    } else compare(value, whole[name], `${path}.${name}`, found, more);
  }
}

const leftOut = Symbol("left out");

function fieldOf(value: Readonly<Record<string, unknown>>, name: string): unknown {
  try {
    return value[name];
  } catch (error) {
    if (error instanceof LeftOut) return leftOut;
    throw error;
  }
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

/** How often something was left out. */
export function leftOutIn(value: unknown): number {
  if (value === leftOut) return 1;
  if (!isPlain(value)) return 0;
  return Object.keys(value).reduce((sum, name) => sum + leftOutIn(fieldOf(value, name)), 0);
}

/** What a skimmed log of Codex's leaves out beside that. */
export const ofCodex = ["as", "details", "isError", "ended"];
