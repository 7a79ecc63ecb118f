/** ApplyPatch: several files changed by one patch. Log example: {"name":"apply_patch","input":"*** Begin Patch\n*** Update File: a.ts\n@@\n-1\n+2\n*** End Patch"} */

import { object, record, text, words } from "../log/fields.ts";
import type { Call } from "../model/session.ts";
import { count } from "../text/format.ts";
import { counts, type Hunk } from "../text/hunks.ts";
import { unifiedHunks } from "../text/unified-diff.ts";
import { given } from "./given.ts";
import { type EditFields, editFacts, hunksOf } from "./patch.ts";
import { type PatchPart, patchParts } from "./patch-language.ts";
import { callOf, defineTool } from "./tool.ts";

/** What the patch does to one file; `path` is where the file was before. */
export interface PatchedFile extends EditFields {
  readonly hunks: readonly Hunk[];
  /** The whole file, of one that was made or deleted. */
  readonly content?: string;
  readonly movedTo?: string;
  readonly deleted?: true;
  /** The hunks have the file's own line numbers. */
  readonly isNumbered?: true;
}

export interface ApplyPatchCall extends Call<"applyPatch"> {
  readonly patch: string;
  readonly files: readonly PatchedFile[];
}

declare module "../model/session.ts" {
  interface ToolCalls {
    readonly applyPatch: ApplyPatchCall;
  }
}

export const applyPatch = defineTool<ApplyPatchCall>({
  kind: "applyPatch",
  names: ["ApplyPatch"],
  verb: "change",
  parse: (use, outcome, details) => {
    const patch = text(use.input, "patch");
    if (patch === undefined) return undefined;
    const told = toldFiles(details);
    const files = told.length > 0 ? told : patchParts(patch).map(fileOf);
    return files.length === 0 ? undefined : { ...callOf("applyPatch", use, outcome), patch, files };
  },
  summary: ({ files }, paths) => {
    const [first, ...others] = files.map(({ path }) => paths.path(path));
    return others.length === 0 ? (first ?? "") : `${first} and ${count(others.length, "other")}`;
  },
  facts: ({ files }) => {
    const sum = (of: "added" | "removed"): number => files.reduce((all, file) => all + file[of], 0);
    const isAll = (is: (file: PatchedFile) => unknown): boolean => files.every(is);
    return [
      ...(files.length === 1 ? [] : [{ text: count(files.length, "file"), tone: "optional" as const }]),
      ...(isAll(({ deleted }) => deleted) ? [{ text: "deleted" }] : []),
      ...editFacts({
        path: "",
        added: sum("added"),
        removed: sum("removed"),
        ...(isAll(({ created }) => created) ? { created: true as const } : {}),
      }),
    ];
  },
  changes: ({ files, outcome }) =>
    outcome.state === "ok"
      ? files.map(({ path, movedTo = path, added, removed, created }) => ({
          path: movedTo,
          added,
          removed,
          ...given({ created }),
        }))
      : [],
});

/** What the log says was changed, with the files' own lines. */
function toldFiles(details: unknown): readonly PatchedFile[] {
  return Object.entries(object(details, "changes") ?? {}).flatMap(([path, change]) => {
    const type = words(change, "type");
    if (record(change) === undefined || type === undefined) return [];
    const content = text(change, "content");
    if (type === "add") return [made(path, content ?? "")];
    if (type === "delete") return [deleted(path, content)];
    const hunks = unifiedHunks(text(change, "unifiedDiff") ?? "");
    return [
      { path, ...counts(hunks), hunks, isNumbered: true as const, ...given({ movedTo: words(change, "movePath") }) },
    ];
  });
}

function fileOf(part: PatchPart): PatchedFile {
  const { path, hunks } = part;
  if (part.kind === "add") return made(path, part.content);
  if (part.kind === "delete") return deleted(path, undefined);
  return { path, ...counts(hunks), hunks, ...given({ movedTo: part.movedTo }) };
}

function made(path: string, content: string): PatchedFile {
  const hunks = hunksOf([["", content]]);
  return { path, ...counts(hunks), hunks, content, created: true, isNumbered: true };
}

function deleted(path: string, content: string | undefined): PatchedFile {
  const hunks = content === undefined ? [] : hunksOf([[content, ""]]);
  return { path, ...counts(hunks), hunks, deleted: true, isNumbered: true, ...given({ content }) };
}
