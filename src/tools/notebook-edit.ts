/** NotebookEdit: one cell replaced, inserted or deleted. Log example: {"name":"NotebookEdit","input":{"notebook_path":"/tides.ipynb","cell_number":3,"new_source":"plot()"}} */

import { list, number, record, text, words } from "../log/fields.ts";
import type { Call } from "../model/session.ts";
import { given } from "./given.ts";
import { changesOf, counted, type EditFields, editFacts, hunksOf, patchOf } from "./patch.ts";
import { callOf, defineTool } from "./tool.ts";

export interface NotebookEditCall extends Call<"notebookEdit">, EditFields {
  /** Its id, or up to 1.0 its number. */
  readonly cell?: string;
  readonly cellType?: string;
  readonly mode?: string;
  /** What the tool itself found wrong although its result is no error. */
  readonly error?: string;
}

declare module "../model/session.ts" {
  interface ToolCalls {
    readonly notebookEdit: NotebookEditCall;
  }
}

export const notebookEdit = defineTool<NotebookEditCall>({
  kind: "notebookEdit",
  names: ["NotebookEdit"],
  verb: "change",
  parse: (use, outcome, details) => {
    const path = words(use.input, "notebook_path");
    const source = text(use.input, "new_source");
    const mode = words(use.input, "edit_mode");
    if (path === undefined || (source === undefined && mode !== "delete")) return undefined;
    const index = number(use.input, "cell_number");
    const cell = words(use.input, "cell_id") ?? (index === undefined ? undefined : String(index));
    const before = mode === "insert" ? "" : (sourceOf(text(details, "original_file"), cell) ?? "");
    const known = patchOf(details) ?? (before === "" ? undefined : hunksOf([[before, source ?? ""]]));
    return {
      ...callOf("notebookEdit", use, outcome),
      path,
      ...counted(known, [["", mode === "delete" ? "" : (source ?? "")]]),
      ...given({ cell, mode, cellType: words(use.input, "cell_type"), error: words(details, "error") }),
    };
  },
  summary: (call, paths) => paths.path(call.path),
  facts: (call) => [
    ...(call.mode === undefined || call.mode === "replace" ? [] : [{ text: call.mode }]),
    ...(call.cell === undefined ? [] : [{ text: `cell ${call.cell}`, tone: "optional" as const }]),
    ...(call.error === undefined ? [] : [{ text: "error", tone: "bad" as const }]),
    ...editFacts(call),
  ],
  changes: (call) => (call.error === undefined ? changesOf(call) : []),
});

/** The cell as it was, from the notebook's own JSON. */
function sourceOf(notebook: string | undefined, cell: string | undefined): string | undefined {
  if (notebook === undefined || cell === undefined) return undefined;
  let cells: readonly unknown[];
  try {
    cells = list(record(JSON.parse(notebook)), "cells") ?? [];
  } catch {
    return undefined;
  }
  const index = Number(/^(?:cell-)?(\d+)$/.exec(cell)?.[1] ?? Number.NaN);
  const found = cells.find((each) => text(each, "id") === cell) ?? cells[index];
  return (
    text(found, "source") ??
    list(found, "source")
      ?.filter((line) => typeof line === "string")
      .join("")
  );
}
