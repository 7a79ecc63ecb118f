/** The hunks of a diff that an agent wrote beside a result, as `toolUseResult.structuredPatch` has them. */
// By its own path: the package's index would load all of its twenty files.
import { parsePatch } from "diff/lib/patch/parse.js";
import type { Hunk } from "../text/hunks.ts";

/** `undefined` where the text is no diff, or one of several files. */
export function diffHunks(text: string): readonly Hunk[] | undefined {
  if (!text.includes("@@ ")) return undefined;
  try {
    const files = parsePatch(text);
    const [only] = files;
    if (files.length !== 1 || only === undefined || only.hunks.length === 0) return undefined;
    return only.hunks;
  } catch {
    return undefined;
  }
}
