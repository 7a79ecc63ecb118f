/** What all edits share: `structuredPatch` where the log has it, else the strings; and what came of it. */

import { list, number, record } from "../log/fields.ts";
import type { Call } from "../model/session.ts";
import { counts, type Hunk, hunksFromStrings } from "../text/hunks.ts";
import type { Change, Fact } from "./tool.ts";

/** An edit's call; the numbers say what it would do, whether or not it went well. */
export interface EditFields {
  readonly path: string;
  readonly added: number;
  readonly removed: number;
  /** From the log, with the file's own line numbers; absent where only the input tells. */
  readonly hunks?: readonly Hunk[];
  readonly created?: true;
  /** The user changed the edit before accepting it. */
  readonly userModified?: true;
}

/** The hunks of `toolUseResult.structuredPatch`; `undefined` where it is missing, empty or odd. */
export function patchOf(details: unknown): readonly Hunk[] | undefined {
  const hunks = (list(details, "structuredPatch") ?? []).map(hunkOf);
  return hunks.length > 0 && hunks.every((hunk) => hunk !== undefined) ? hunks : undefined;
}

function hunkOf(value: unknown): Hunk | undefined {
  const [oldStart, oldLines] = [number(value, "oldStart"), number(value, "oldLines")];
  const [newStart, newLines] = [number(value, "newStart"), number(value, "newLines")];
  const lines = list(record(value), "lines");
  if (oldStart === undefined || oldLines === undefined || newStart === undefined || newLines === undefined) return;
  if (lines === undefined || !lines.every((line) => typeof line === "string")) return;
  return { oldStart, oldLines, newStart, newLines, lines };
}

/** Counts for a call, and its hunks where the log has them. */
export function counted(
  patch: readonly Hunk[] | undefined,
  strings: readonly (readonly [before: string, after: string])[],
): Pick<EditFields, "added" | "removed" | "hunks"> {
  const { added, removed } = counts(patch ?? hunksOf(strings));
  return { added, removed, ...(patch !== undefined ? { hunks: patch } : {}) };
}

export function hunksOf(strings: readonly (readonly [before: string, after: string])[]): readonly Hunk[] {
  return strings.flatMap(([before, after]) => {
    if (before === "") return added(after);
    // Pieces of a file mostly end within a line; without this the diff would say that the file has no last newline.
    const isCut = !before.endsWith("\n") && !after.endsWith("\n");
    return isCut ? hunksFromStrings(`${before}\n`, after === "" ? "" : `${after}\n`) : hunksFromStrings(before, after);
  });
}

/** A new text, whatever its length: nothing to compare. */
function added(text: string): readonly Hunk[] {
  if (text === "") return [];
  const lines = text.replace(/\n$/, "").split("\n");
  return [{ oldStart: 0, oldLines: 0, newStart: 1, newLines: lines.length, lines: lines.map((line) => `+${line}`) }];
}

/** A failed edit changed nothing. */
export function changesOf(call: Call<string> & EditFields): readonly Change[] {
  if (call.outcome.state !== "ok") return [];
  const { path, added, removed, created } = call;
  return [{ path, added, removed, ...(created ? { created } : {}) }];
}

export function editFacts(call: EditFields): readonly Fact[] {
  const facts: Fact[] = [];
  if (call.created) facts.push({ text: "new file", tone: "optional" });
  if (call.userModified) facts.push({ text: "modified by the user" });
  if (call.added > 0 || call.removed > 0) facts.push({ added: call.added, removed: call.removed });
  return facts;
}
